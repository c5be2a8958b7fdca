// The one helper in tests that may look at real time: for the edge to another process, never for our own logic.
import { systemClock } from '../clock.ts';

/** Resolves as soon as `condition` gives a value other than undefined or false; rejects after `timeoutMs` naming what it waited for. */
export async function waitUntil<Value>(
  what: string,
  condition: () => Value | undefined | false | Promise<Value | undefined | false>,
  timeoutMs = 10_000,
): Promise<Value> {
  const startMs = systemClock.monotonicMs();
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    if (systemClock.monotonicMs() - startMs > timeoutMs) throw new Error(`Waited ${timeoutMs} ms for ${what}`);
    await new Promise<void>((resolve) => void systemClock.schedule(10, resolve));
  }
}
