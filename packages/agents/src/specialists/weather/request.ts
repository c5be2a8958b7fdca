// One question to a weather service: a GET with a time limit, whose every failure becomes a sentence.
import { type Clock, err, ok, type Result } from '@vos/base';
import type { z } from 'zod';
import { type ToolFailure, toolFailure } from '../../sdk/tool.ts';
import { refusal } from './open-meteo-replies.ts';

export type Parameters = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface RequestOptions {
  readonly clock: Clock;
  /** For this request, its whole reply included. */
  readonly timeoutMs: number;
  /** Aborting it rejects with its reason. */
  readonly signal: AbortSignal;
}

export async function request<Reply extends z.ZodType>(
  url: string,
  parameters: Parameters,
  reply: Reply,
  { clock, timeoutMs, signal }: RequestOptions,
): Promise<Result<z.output<Reply>, ToolFailure>> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) address.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const limit = new AbortController();
  const cancelTimer = clock.schedule(timeoutMs, () => limit.abort());
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, limit.signal]),
      headers: { accept: 'application/json' },
    });
    const text = await response.text();
    if (!response.ok) return err(statusFailure(response.status, text));
    const parsed = reply.safeParse(json(text));
    return parsed.success ? ok(parsed.data) : err(MALFORMED);
  } catch {
    signal.throwIfAborted();
    return err(limit.signal.aborted ? TIMED_OUT : UNREACHABLE);
  } finally {
    cancelTimer();
  }
}

const UNREACHABLE = toolFailure(
  'weather-unreachable',
  'I could not reach the weather service. Check the internet connection and try again.',
  true,
);
const TIMED_OUT = toolFailure(
  'weather-timeout',
  'I could not reach the weather service: it did not answer in time. Try again in a moment.',
  true,
);
const MALFORMED = toolFailure(
  'weather-malformed',
  'The weather service sent an answer that I could not read. Try again later.',
  true,
);

function statusFailure(status: number, text: string): ToolFailure {
  if (status === 429) {
    return toolFailure(
      'weather-limit',
      'The weather service has had too many requests for now. Try again in a few minutes.',
      true,
    );
  }
  if (status >= 500) {
    return toolFailure(
      'weather-down',
      `The weather service has a problem of its own right now (${status}). Try again later.`,
      true,
    );
  }
  const refused = refusal.safeParse(json(text));
  const reason = refused.success ? refused.data.reason.slice(0, 200) : `status ${status}`;
  return toolFailure('weather-refused', `The weather service did not accept the question: ${reason}`);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
