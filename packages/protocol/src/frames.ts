// What travels over a port: one JSON text a frame.
import { z } from 'zod';
import { lazily } from './lazily.ts';

/** Largest frame either side accepts, in bytes. Bounds memory per connection; four times the longest message in UTF-8 fits. */
export const FRAME_LIMIT_BYTES = 1024 * 1024;

const errorBody = lazily(() =>
  z.object({
    code: z.string(),
    message: z.string(),
    detail: z.unknown().optional(),
    retryable: z.boolean(),
  }),
);

/** Client to host. */
export const askFrame = lazily(() =>
  z.object({
    kind: z.literal('ask'),
    id: z.number().int().positive(),
    command: z.string(),
    params: z.unknown().optional(),
  }),
);
export type AskFrame = z.infer<typeof askFrame>;

/** Host to client. A refusal without an id answers a frame that could not be read. */
export const hostFrame = lazily(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('answer'), id: z.number().int().positive(), result: z.unknown() }),
    z.object({ kind: z.literal('refusal'), id: z.number().int().positive().nullable(), error: errorBody }),
    z.object({
      kind: z.literal('event'),
      name: z.string(),
      topic: z.string(),
      seq: z.number().int().positive(),
      payload: z.unknown(),
    }),
  ]),
);
export type HostFrame = z.infer<typeof hostFrame>;
