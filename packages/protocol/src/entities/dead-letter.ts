import { z } from 'zod';
import { instant } from './shared.ts';
import { lazily } from '../lazily.ts';

/** The longest beginning of a message that is shown, in UTF-16 units. */
export const DEAD_LETTER_EXCERPT_LIMIT = 200;

/**
 * A message that could not be handled and was set aside. It can be one that no rule of this app holds for, so names and ids are taken as
 * they are: one odd message must not keep a person from seeing the others.
 */
export const deadLetter = lazily(() =>
  z.object({
    id: z.string(),
    /** `failed` when answering was tried and given up, `unreadable` when it never could be tried. */
    kind: z.enum(['failed', 'unreadable']),
    /** Why: a code, and a sentence to show. */
    reason: z.object({ code: z.string(), message: z.string() }),
    /** `user_message`, `agent_message` … */
    type: z.string(),
    /** Who should have handled it; an agent of that name may not exist. */
    agentId: z.string(),
    conversationId: z.string(),
    /** The request it belongs to; the chat's sentence about it has the same. */
    traceId: z.string(),
    /** The beginning of what it said; null when it says nothing in words. */
    excerpt: z.string().max(DEAD_LETTER_EXCERPT_LIMIT).nullable(),
    /** How often handling it was tried. */
    attempts: z.number().int().nonnegative(),
    sentAt: instant,
    setAsideAt: instant,
  }),
);
export type DeadLetter = z.infer<typeof deadLetter>;
