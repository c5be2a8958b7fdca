import type { ToolCall } from '@vos/protocol/entities';
import { describe, expect, it } from 'vitest';
import {
  sampleAir,
  sampleConversion,
  sampleForecast,
  sampleNote,
  sampleSummary,
  sampleUv,
  sampleWeather,
} from '../gallery/sample-results.ts';
import { readToolResult } from './read-tool-result.ts';

const at = '2026-05-12T10:00:00.000Z';
const note = sampleNote({ id: `note_${'0'.repeat(32)}`, title: 'Plumber', content: 'Friday' }, at);

function read(result: unknown, state: ToolCall['state'] = 'succeeded') {
  return readToolResult({
    id: 'call_1',
    conversationId: 'conversation_1',
    traceId: 'trace_1',
    turnId: 'turn_1',
    agentId: 'notes_agent',
    toolName: 'a_tool',
    state,
    arguments: {},
    result,
    startedAt: at,
    durationMs: 1,
  });
}

describe('a tool’s result', () => {
  it('becomes the card of its shape, whatever the tool is called', () => {
    expect(read(sampleWeather(at))).toEqual({ kind: 'weather', weather: sampleWeather(at) });
    expect(read(sampleForecast(at))).toEqual({ kind: 'forecast', forecast: sampleForecast(at) });
    expect(read(note)).toEqual({ kind: 'note', note });
    expect(read(sampleUv(at))).toEqual({ kind: 'uv', report: sampleUv(at) });
    expect(read(sampleAir(at))).toEqual({ kind: 'air', report: sampleAir(at) });
    expect(read({ notes: [sampleSummary(note)], total: 11 })).toEqual({ kind: 'notes', notes: [sampleSummary(note)], total: 11 });
    expect(read({ notes: [{ ...sampleSummary(note), snippet: '…on Friday…' }] })).toEqual({
      kind: 'notes',
      notes: [{ ...sampleSummary(note), preview: '…on Friday…' }],
      total: 1,
    });
    expect(read({ notes: [] })).toEqual({ kind: 'notes', notes: [], total: 0 });
    expect(read({ expression: '1/3', result: 0.333, formattedResult: '0.3333333333', isExact: false })).toEqual({
      kind: 'sum',
      sum: { question: '1/3', answer: '0.3333333333', isExact: false },
    });
    expect(read(sampleConversion)).toEqual({
      kind: 'sum',
      sum: { question: '3 miles', answer: '4.828032 kilometers', isExact: true },
    });
  });

  it.each([null, 7, 'words', [1, 2], { notes: 'none' }, { ...sampleWeather(at), temperature: 'warm' }])(
    'of no known shape is shown as it is: %j',
    (result) => {
      expect(read(result)).toEqual({ kind: 'values', value: result });
    },
  );

  it('that failed is its sentence', () => {
    expect(read('The place is not known.', 'failed')).toEqual({ kind: 'failure', sentence: 'The place is not known.' });
    expect(read({ code: 'x', message: 'Not found.' }, 'failed')).toEqual({ kind: 'failure', sentence: 'Not found.' });
    expect(read(null, 'failed')).toEqual({ kind: 'failure', sentence: 'The tool did not say why.' });
  });
});
