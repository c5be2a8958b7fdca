import { z } from 'zod';
import { agentId, identifier, instant } from './shared.ts';
import { lazily } from '../lazily.ts';

/** What the desk needs to know of an agent. */
export const agentDescription = lazily(() =>
  z.object({
    id: agentId,
    /** Sentence case, as shown: "Weather agent". */
    name: z.string(),
    /** Name of a Lucide icon, such as `cloud-sun`. */
    icon: z.string(),
    /** What it can be asked, in one sentence. */
    purpose: z.string(),
    /** Requests that work as they are typed, to offer to a new person. */
    suggestions: z.array(z.string()),
  }),
);
export type AgentDescription = z.infer<typeof agentDescription>;

/** `retrying`: what thinks for it could not be reached, and is asked again after a pause. */
export const agentState = z.enum(['idle', 'thinking', 'executing_tools', 'retrying']);
export type AgentState = z.infer<typeof agentState>;

/** Who is at work in a conversation right now. */
export const activity = lazily(() =>
  z.object({
    conversationId: identifier,
    agentId,
    /** The request it works for, or worked for last. */
    traceId: identifier,
    state: agentState,
    /**
     * What it is doing in a few words: "adding “Ride to Zeist”"; null when nothing better than its state is known. While it is `retrying`, the
     * sentence that says why.
     */
    doing: z.string().nullable(),
    since: instant,
    /** When it tries again; null unless it is `retrying`. */
    resumesAt: instant.nullable(),
  }),
);
export type Activity = z.infer<typeof activity>;

/** `waiting` for the person's permission; `uncertain` where nobody knows whether it happened. */
export const toolCallState = z.enum(['waiting', 'running', 'succeeded', 'failed', 'uncertain']);

/** Why a call was never made: there is no such tool, its arguments do not fit, or the person does not allow its kind. */
export const toolRefusal = z.enum(['tool-unknown', 'arguments-invalid', 'not-permitted']);
export type ToolRefusal = z.infer<typeof toolRefusal>;

/** One use of a tool as the chat shows it. */
export const toolCall = lazily(() =>
  z.object({
    id: identifier,
    conversationId: identifier,
    traceId: identifier,
    turnId: identifier,
    agentId,
    toolName: z.string(),
    state: toolCallState,
    arguments: z.record(z.string(), z.unknown()),
    /** Of the tool's own result shape when it succeeded; a sentence when it failed or is uncertain; null while it waits or runs. */
    result: z.unknown(),
    /** Of a failed one that was never made. */
    refusal: toolRefusal.optional(),
    startedAt: instant,
    /** Milliseconds; null while it waits or runs. */
    durationMs: z.number().nonnegative().nullable(),
  }),
);
export type ToolCall = z.infer<typeof toolCall>;
