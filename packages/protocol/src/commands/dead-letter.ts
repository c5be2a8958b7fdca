// Requests that could not be answered: seeing them, having one tried again, dropping one.
import { z } from 'zod';
import { deadLetter } from '../entities/dead-letter.ts';
import type { CommandTable } from './command.ts';
import { lazily } from '../lazily.ts';

const one = lazily(() => z.object({ id: z.string().min(1).max(200) }));

export const deadLetterCommands = {
  /** Without dropped ones, the latest first. */
  'dead-letter/list': lazily(() => ({
    params: z.object({ limit: z.number().int().min(1).max(200).default(100) }),
    result: z.object({
      letters: z.array(deadLetter),
      /** How many there are in all. */
      total: z.number().int().nonnegative(),
    }),
    errors: [],
  })),
  /** Tries it again as the message it was, at its old place in its conversation, with all its attempts before it. */
  'dead-letter/retry': lazily(() => ({ params: one, result: z.object({}), errors: ['dead-letter-unknown'] })),
  /** Takes it out of the list. Nothing is deleted: `change/undo` brings it back. */
  'dead-letter/drop': lazily(() => ({
    params: one,
    result: z.object({ changeSetId: z.number().int().positive() }),
    errors: ['dead-letter-unknown'],
  })),
  /** Takes all of them out of the list as one change. Throws `dead-letter-unknown` where there are none. */
  'dead-letter/drop-all': lazily(() => ({
    params: z.object({}),
    result: z.object({ changeSetId: z.number().int().positive(), count: z.number().int().positive() }),
    errors: ['dead-letter-unknown'],
  })),
} as const satisfies CommandTable;
