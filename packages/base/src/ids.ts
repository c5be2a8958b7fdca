// Identifiers: a short kind, then 32 hexadecimal digits laid out as UUID version 7 (RFC 9562, section 5.7),
// so that ids made later sort later and their last two digits are evenly spread.
import { type Clock, systemClock } from './clock.ts';

declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

export interface Ids {
  /** A new id such as `note_0192f0c1…`; ids of one source never repeat and sort by the time they were made. */
  next(kind: string): string;
}

/** Randomness is fetched for this many ids at once: one call a time costs 10 µs and more, as much as storing what the id is for. */
const IDS_PER_FETCH = 128;

export function randomIds(clock: Clock = systemClock): Ids {
  let lastMs = 0;
  let counter = 0;
  const pool = new Uint8Array(IDS_PER_FETCH * 8);
  let used = pool.length;
  return {
    next(kind) {
      const nowMs = clock.now();
      // A clock that stands still or steps back must not break the order within one process.
      if (nowMs > lastMs) {
        lastMs = nowMs;
        counter = 0;
      } else if (counter < 0xfff) {
        counter += 1;
      } else {
        lastMs += 1;
        counter = 0;
      }
      if (used === pool.length) {
        crypto.getRandomValues(pool);
        used = 0;
      }
      const random = pool.subarray(used, used + 8);
      used += 8;
      random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
      let tail = '';
      for (const byte of random) tail += byte.toString(16).padStart(2, '0');
      return `${kind}_${lastMs.toString(16).padStart(12, '0')}7${counter.toString(16).padStart(3, '0')}${tail}`;
    },
  };
}
