// What agents may do to the world by themselves, what they ask about first, and what nobody knows the outcome of.
import { z } from 'zod';
import { agentId, identifier, instant } from './shared.ts';
import { lazily } from '../lazily.ts';

/**
 * What a tool does to the world. `talk` is agents speaking with the person and each other inside VOS, which is what VOS is for: it is neither
 * asked about nor denied, and neither is `read`.
 */
export const effectClass = z.enum(['read', 'talk', 'record', 'message-out', 'network-out', 'file-write', 'process', 'spend']);
export type EffectClass = z.infer<typeof effectClass>;

/** The classes a person decides about. */
export const decidedEffectClass = effectClass.exclude(['read', 'talk']);
export type DecidedEffectClass = z.infer<typeof decidedEffectClass>;

export const permission = z.enum(['allow', 'ask', 'deny']);
export type Permission = z.infer<typeof permission>;

/**
 * One decision of the person. A denial is of a class, never of one tool, so that no other tool reaches what was denied; a permission is of
 * one tool of one agent.
 */
export const permissionRule = lazily(() =>
  z.object({
    id: z.string(),
    decision: permission,
    /** Of which class; null where it is about one tool. */
    effect: decidedEffectClass.nullable(),
    agentId: agentId.nullable(),
    toolName: z.string().nullable(),
    /** Only in this conversation; everywhere when null. */
    conversationId: identifier.nullable(),
    /** Only for this request. */
    traceId: identifier.nullable(),
    /** What came from outside up to this place in the agent's history, the person had before them when they decided. */
    reviewedThrough: z.number().int().nonnegative().nullable(),
    decidedAt: instant,
  }),
);
export type PermissionRule = z.infer<typeof permissionRule>;

export const approvalState = z.enum(['waiting', 'allowed', 'denied', 'withdrawn']);
/** For how long a decision holds: this call (a denial: this request), this conversation, or from now on. */
export const approvalScope = z.enum(['once', 'conversation', 'always']);
export type ApprovalScope = z.infer<typeof approvalScope>;

/** Why it is asked: the person wants to be asked about this class, the tool always asks, content from outside may be behind it, or the observer flagged the request. */
export const approvalReason = z.enum(['class', 'tool', 'untrusted', 'flagged']);
export type ApprovalReason = z.infer<typeof approvalReason>;

/** A tool call that waits for the person, or waited. */
export const approval = lazily(() =>
  z.object({
    /** The tool call's. */
    id: identifier,
    conversationId: identifier,
    traceId: identifier,
    turnId: identifier,
    agentId,
    toolName: z.string(),
    effect: decidedEffectClass,
    arguments: z.record(z.string(), z.unknown()),
    reason: approvalReason,
    /** The sentence that says why. */
    reasonText: z.string(),
    /** What the agent read from outside before it asked for this: names of tools, newest first. */
    sources: z.array(z.string()),
    /** The decisions that can be made; `always` is missing where it would be rash. */
    scopes: z.array(approvalScope),
    state: approvalState,
    /** For how long it was decided; null while it waits, and where the request ended before. */
    scope: approvalScope.nullable(),
    askedAt: instant,
    decidedAt: instant.nullable(),
  }),
);
export type Approval = z.infer<typeof approval>;

/** Something that was begun outside, and nobody knows whether it happened. It is never repeated on a guess. */
export const uncertainEffect = lazily(() =>
  z.object({
    /** The tool call's. */
    id: identifier,
    conversationId: identifier,
    traceId: identifier,
    agentId,
    toolName: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    /** What is known, a sentence. */
    known: z.string(),
    /** Whether the other side can be asked what became of it. */
    canCheck: z.boolean(),
    intendedAt: instant,
  }),
);
export type UncertainEffect = z.infer<typeof uncertainEffect>;

/** What the observer looks for. */
export const findingRule = z.enum(['loop', 'runaway-calls', 'runaway-spend', 'self-address', 'injected-instructions']);
export type FindingRule = z.infer<typeof findingRule>;

/** Something that looked wrong in a request. */
export const finding = lazily(() =>
  z.object({
    id: identifier,
    traceId: identifier,
    conversationId: identifier,
    /** In whose turn it was seen. */
    agentId,
    rule: findingRule,
    /** A sentence to show. */
    text: z.string(),
    foundAt: instant,
  }),
);
export type Finding = z.infer<typeof finding>;

/** Everything a permissions page shows. */
export const permissionsView = lazily(() =>
  z.object({
    classes: z.array(
      z.object({
        effect: decidedEffectClass,
        permission,
        /** The tools it is about, by agent. */
        tools: z.array(z.object({ agentId, toolName: z.string() })),
      }),
    ),
    /** Decisions made on cards that still hold, the latest first; those of one request are over with it and not among them. */
    rules: z.array(permissionRule),
  }),
);
export type PermissionsView = z.infer<typeof permissionsView>;
