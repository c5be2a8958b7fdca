// Time as an argument. Everything that waits or stamps takes a Clock, so that a test can own time.

declare const setTimeout: (callback: () => void, delayMs: number) => unknown;
declare const clearTimeout: (handle: unknown) => void;
declare const performance: { now(): number };

export interface Clock {
  /** Wall-clock time, milliseconds since the Unix epoch. It may jump; never measure a duration with it. */
  now(): number;
  /** A steady count of milliseconds with no meaning of its own, for durations. */
  monotonicMs(): number;
  /** Calls back once after `delayMs`. The returned function cancels and may be called any number of times. */
  schedule(delayMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  schedule(delayMs, callback) {
    const handle = setTimeout(callback, delayMs);
    return () => clearTimeout(handle);
  },
};

/** ISO 8601 in UTC, the form in which every instant travels and is stored. */
export function isoInstant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
