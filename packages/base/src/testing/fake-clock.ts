import type { Clock } from '../clock.ts';

export interface FakeClock extends Clock {
  /** Moves both times on and runs what falls due, in order of its time; callbacks may schedule more. Lets pending promises run between callbacks. */
  advance(durationMs: number): Promise<void>;
  /** Moves only the wall clock, as a person or a time server does. */
  jump(byMs: number): void;
  /** How many callbacks are still waiting. */
  pending(): number;
}

/** A clock that moves only when told. Starts at 2026-01-05T09:00:00Z, a Monday. */
export function createFakeClock(startMs = Date.UTC(2026, 0, 5, 9)): FakeClock {
  let wallOffsetMs = startMs;
  let elapsedMs = 0;
  let order = 0;
  const waiting = new Map<number, { dueMs: number; callback: () => void }>();

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }

  return {
    now: () => wallOffsetMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    schedule(delayMs, callback) {
      order += 1;
      const key = order;
      waiting.set(key, { dueMs: elapsedMs + Math.max(0, delayMs), callback });
      return () => void waiting.delete(key);
    },
    async advance(durationMs) {
      const untilMs = elapsedMs + durationMs;
      await settle();
      for (;;) {
        let next: { key: number; dueMs: number; callback: () => void } | undefined;
        for (const [key, entry] of waiting) {
          if (entry.dueMs <= untilMs && (next === undefined || entry.dueMs < next.dueMs)) next = { key, ...entry };
        }
        if (next === undefined) break;
        waiting.delete(next.key);
        elapsedMs = Math.max(elapsedMs, next.dueMs);
        next.callback();
        await settle();
      }
      elapsedMs = untilMs;
      await settle();
    },
    jump(byMs) {
      wallOffsetMs += byMs;
    },
    pending: () => waiting.size,
  };
}
