// Reads a tool's result into a shape that a card can draw. A result is foreign data: what does not fit is shown as names and values.
import {
  airQuality,
  calculation,
  currentWeather,
  forecast,
  foundNote,
  note,
  noteSummary,
  type NoteSummary,
  type ToolCall,
  unitConversion,
  uvReport,
} from '@vos/protocol/entities';
import type { ToolBody } from '@vos/ui';

const FAILURE_WITHOUT_WORDS = 'The tool did not say why.';

export function readToolResult({ state, result }: ToolCall): ToolBody {
  if (state === 'running' || state === 'waiting') return { kind: 'running' };
  if (state === 'failed' || state === 'uncertain') return { kind: 'failure', sentence: readSentence(result) };
  return readKnown(result) ?? { kind: 'values', value: result };
}

function readKnown(result: unknown): ToolBody | undefined {
  const weather = currentWeather.safeParse(result);
  if (weather.success) return { kind: 'weather', weather: weather.data };
  const days = forecast.safeParse(result);
  if (days.success) return { kind: 'forecast', forecast: days.data };
  const light = uvReport.safeParse(result);
  if (light.success) return { kind: 'uv', report: light.data };
  const air = airQuality.safeParse(result);
  if (air.success) return { kind: 'air', report: air.data };
  const single = note.safeParse(result);
  if (single.success) return { kind: 'note', note: single.data };
  return readNotes(result) ?? readSum(result);
}

function readNotes(result: unknown): ToolBody | undefined {
  if (!isRecord(result)) return undefined;
  const notes = readFound(result['notes']) ?? noteSummary.array().safeParse(result['notes']).data;
  if (notes === undefined) return undefined;
  const total = typeof result['total'] === 'number' ? result['total'] : notes.length;
  return { kind: 'notes', notes, total: Math.max(total, notes.length) };
}

/** A note found by words is listed with the words that were found. */
function readFound(notes: unknown): readonly NoteSummary[] | undefined {
  return foundNote
    .array()
    .safeParse(notes)
    .data?.map(({ snippet, ...summary }) => ({ ...summary, preview: snippet }));
}

function readSum(result: unknown): ToolBody | undefined {
  const sum = calculation.safeParse(result);
  if (sum.success) {
    const { expression, formattedResult, isExact } = sum.data;
    return { kind: 'sum', sum: { question: expression, answer: formattedResult, isExact } };
  }
  const conversion = unitConversion.safeParse(result);
  if (!conversion.success) return undefined;
  const { formattedValue, fromUnit, formattedResult, toUnit } = conversion.data;
  return {
    kind: 'sum',
    sum: { question: `${formattedValue} ${fromUnit}`, answer: `${formattedResult} ${toUnit}`, isExact: true },
  };
}

function readSentence(result: unknown): string {
  if (typeof result === 'string' && result.trim() !== '') return result;
  if (isRecord(result) && typeof result['message'] === 'string') return result['message'];
  return FAILURE_WITHOUT_WORDS;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
