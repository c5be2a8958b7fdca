// One request and the way it took: from the person over agents, models and tools to the answer.
import { z } from 'zod';
import { toolCallState, toolRefusal } from './agent.ts';
import { instant } from './shared.ts';
import { spending } from './spending.ts';
import { lazily } from '../lazily.ts';

/** The longest beginning of a text that a route shows, in UTF-16 units: about two screens. */
export const TRACE_TEXT_LIMIT = 4_000;

/** The longest beginning of a request in a list of requests, in UTF-16 units. */
export const TRACE_EXCERPT_LIMIT = 200;

/**
 * `waiting` for the person’s permission, also while others go on; of a `refused` one something was not done because the person does not allow
 * it, whatever was said in the end; `stopped` by the person, `limited` by a limit; `unanswered`: nobody had anything to say.
 */
export const traceState = z.enum(['running', 'waiting', 'answered', 'refused', 'failed', 'stopped', 'limited', 'unanswered']);
export type TraceState = z.infer<typeof traceState>;

/**
 * A request as a list shows it. Messages that no rule of this app holds for are part of a route too, so ids of agents and messages are taken
 * as they are.
 */
export const traceSummary = lazily(() =>
  z.object({
    id: z.string(),
    conversationId: z.string(),
    /** Empty where the conversation is gone. */
    conversationTitle: z.string(),
    /** The beginning of what the person wrote; null for what VOS began by itself. */
    asked: z.string().max(TRACE_EXCERPT_LIMIT).nullable(),
    state: traceState,
    /** Why it was stopped, a sentence; null where nobody stopped it. */
    endedReason: z.string().nullable(),
    startedAt: instant,
    /** Until the last thing that happened, without `idleMs` and `waitedMs`, milliseconds; null while it runs or waits. */
    durationMs: z.number().nonnegative().nullable(),
    /** How long it was set aside, until it was tried again, milliseconds. */
    idleMs: z.number().int().nonnegative(),
    /** How long the person was asked for permission until they decided, also while others went on, milliseconds. */
    waitedMs: z.number().int().nonnegative(),
    /** In the order in which they came to it. */
    agentIds: z.array(z.string()),
    /** Of the calls that are over. */
    spending,
  }),
);
export type TraceSummary = z.infer<typeof traceSummary>;

/** The beginning of a text, and how long all of it is. */
const traceText = lazily(() => z.object({ text: z.string(), fullLength: z.number().int().nonnegative() }));
export type TraceText = z.infer<typeof traceText>;

const problem = lazily(() => z.object({ code: z.string(), message: z.string() }));

const messageHop = lazily(() =>
  z.object({
    kind: z.literal('message'),
    /** Of the message, in the conversation where the person sees it and else in the queue. */
    id: z.string(),
    at: instant,
    /** `person`, `system` for VOS itself, or an agent. */
    from: z.string(),
    to: z.string(),
    /** `user_message`, `agent_message`, `tool_result`, … ; `answer` to the person and `notice` of VOS itself. */
    type: z.string(),
    /** Null where it says nothing in words, or its words are not kept any more. */
    text: traceText.nullable(),
    /** `delivered` is read by the person, `handled` is answered by a turn or was passed over because the request had ended. */
    state: z.enum(['waiting', 'taken-up', 'handled', 'delivered', 'failed', 'unreadable']),
    /** Why it could not be handled. */
    problem: problem.nullable(),
    /** The dead letter that can be tried again or dropped; null where there is none, or it was dropped. */
    letterId: z.string().nullable(),
    /** How often handling it was tried before. */
    attempts: z.number().int().nonnegative(),
    /** The tool call that sent it. */
    callId: z.string().nullable(),
    /** The turn that wrote it. */
    turnId: z.string().nullable(),
  }),
);

const turnHop = lazily(() =>
  z.object({
    kind: z.literal('turn'),
    id: z.string(),
    at: instant,
    agentId: z.string(),
    /** The messages it took up, by their hops. */
    messageIds: z.array(z.string()),
    state: z.enum(['open', 'finished', 'failed']),
    problem: problem.nullable(),
    /** Milliseconds; null while it is open. */
    durationMs: z.number().nonnegative().nullable(),
  }),
);

const modelHop = lazily(() =>
  z.object({
    kind: z.literal('model'),
    id: z.string(),
    at: instant,
    turnId: z.string().nullable(),
    agentId: z.string(),
    service: z.string(),
    model: z.string(),
    /** `reserved` is under way; of a `lost` one nobody knows whether it was answered. */
    state: z.enum(['reserved', 'settled', 'lost']),
    problem: problem.nullable(),
    inputTokens: z.number().int().nonnegative().nullable(),
    outputTokens: z.number().int().nonnegative().nullable(),
    /** Millionths of a US dollar; null is not known. */
    costMicroUsd: z.number().int().nonnegative().nullable(),
    /** Milliseconds; null while it is under way. */
    durationMs: z.number().nonnegative().nullable(),
  }),
);

const toolHop = lazily(() =>
  z.object({
    kind: z.literal('tool'),
    id: z.string(),
    at: instant,
    turnId: z.string(),
    agentId: z.string(),
    toolName: z.string(),
    state: toolCallState,
    /** Why a failed one was never made; also `not-permitted` where the person was asked and said no. Null for all others. */
    refusal: toolRefusal.nullable(),
    /** JSON with line breaks. */
    arguments: traceText,
    /** JSON with line breaks, or a sentence when it failed or is uncertain; null while it waits or runs. */
    result: traceText.nullable(),
    /** Milliseconds; null while it waits or runs. */
    durationMs: z.number().nonnegative().nullable(),
    /** What it did outside, where that was written down before it was tried. */
    effect: z
      .object({ key: z.string(), state: z.enum(['intended', 'done', 'failed', 'uncertain']), receipt: traceText.nullable() })
      .nullable(),
  }),
);

/** One step of a request on its way. */
export const traceHop = lazily(() => z.discriminatedUnion('kind', [messageHop, turnHop, modelHop, toolHop]));
export type TraceHop = z.infer<typeof traceHop>;
export type MessageHop = z.infer<typeof messageHop>;
export type TurnHop = z.infer<typeof turnHop>;
export type ModelHop = z.infer<typeof modelHop>;
export type ToolHop = z.infer<typeof toolHop>;
