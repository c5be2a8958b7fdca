import { z } from 'zod';
import { agentId, identifier, instant } from './shared.ts';
import { lazily } from '../lazily.ts';

/** The longest text a person may send at once, in UTF-16 units: about 8,000 words. Longer texts belong in a document. */
export const MESSAGE_TEXT_LIMIT = 50_000;

/** The longest title a person may give a conversation, in UTF-16 units. */
export const CONVERSATION_TITLE_LIMIT = 200;

export const author = lazily(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user') }),
    z.object({ kind: z.literal('agent'), agentId }),
    /** VOS itself, when no agent could answer. */
    z.object({ kind: z.literal('system') }),
  ]),
);
export type Author = z.infer<typeof author>;

export const message = lazily(() =>
  z.object({
    id: identifier,
    conversationId: identifier,
    /** The message before this one on its path; null for the first. A conversation is a tree of which one path is shown. */
    parentId: identifier.nullable(),
    author,
    text: z.string(),
    sentAt: instant,
    /** The request this message belongs to; all its hops share it. */
    traceId: identifier,
    /** The turn that wrote it; null for a person's own message. A streamed reply of that turn is replaced by this message. */
    turnId: identifier.nullable(),
  }),
);
export type Message = z.infer<typeof message>;

export const conversation = lazily(() =>
  z.object({
    id: identifier,
    title: z.string(),
    createdAt: instant,
    updatedAt: instant,
  }),
);
export type Conversation = z.infer<typeof conversation>;
