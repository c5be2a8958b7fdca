import { z } from 'zod';
import { agentId, identifier, instant } from './shared.ts';
import { lazily } from '../lazily.ts';

export const PROMPT_CONTENT_LIMIT = 100_000;

/** How an agent is told to work. An agent may have several; one at most is active, and without one it works as shipped. */
export const prompt = lazily(() =>
  z.object({
    id: identifier,
    agentId,
    name: z.string().min(1).max(100),
    content: z.string().min(1).max(PROMPT_CONTENT_LIMIT),
    isActive: z.boolean(),
    /** Counts its versions from 1; the content is that of this version. */
    version: z.number().int().positive(),
    createdAt: instant,
    updatedAt: instant,
  }),
);
export type Prompt = z.infer<typeof prompt>;

/** One state of a prompt, the current one included. */
export const promptVersion = lazily(() =>
  z.object({
    id: identifier,
    promptId: identifier,
    version: z.number().int().positive(),
    content: z.string().min(1).max(PROMPT_CONTENT_LIMIT),
    reason: z.string().max(1_000),
    /** `user` or the id of an agent. */
    changedBy: z.string(),
    createdAt: instant,
  }),
);
export type PromptVersion = z.infer<typeof promptVersion>;
