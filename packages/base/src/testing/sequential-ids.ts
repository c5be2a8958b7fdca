import type { Ids } from '../ids.ts';

/** Ids that count from 1, so that a test can name them: `note_00…01`. */
export function sequentialIds(): Ids {
  let count = 0;
  return {
    next(kind) {
      count += 1;
      return `${kind}_${count.toString(16).padStart(32, '0')}`;
    },
  };
}
