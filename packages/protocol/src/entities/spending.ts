// What models used and cost. Money is in millionths of a US dollar; null is “not known”, which is never the same as nothing.
import { z } from 'zod';
import { agentId, identifier } from './shared.ts';
import { lazily } from '../lazily.ts';

const microUsd = z.number().int().nonnegative();
const tokens = z.number().int().nonnegative();

/** Tokens and money of some calls together. */
export const spending = lazily(() =>
  z.object({
    callCount: z.number().int().nonnegative(),
    /** Of the calls whose service counted; null where none did. */
    inputTokens: tokens.nullable(),
    outputTokens: tokens.nullable(),
    /** Of the calls whose cost is known. */
    knownCostMicroUsd: microUsd,
    /** Calls of which nobody knows what they cost: their reply was lost, or the service did not say. */
    unknownCostCount: z.number().int().nonnegative(),
  }),
);
export type Spending = z.infer<typeof spending>;

/** What one turn of an agent used so far. */
export const turnSpending = lazily(() =>
  spending.extend({
    turnId: identifier,
    traceId: identifier,
    conversationId: identifier,
    agentId,
    /** “OpenAI · gpt-5-mini”. */
    model: z.string(),
  }),
);
export type TurnSpending = z.infer<typeof turnSpending>;

/** How much of a limit is gone. */
export const limitUse = lazily(() =>
  z.object({
    /** Null: no limit. */
    limitMicroUsd: microUsd.nullable(),
    /** Spent, and set aside for calls under way or lost, each at the most it can have cost. */
    usedMicroUsd: microUsd,
  }),
);
export type LimitUse = z.infer<typeof limitUse>;

/** What a usage page shows at once. Each list has the dearest first, but for the days, of which the newest comes first. */
export const usageView = lazily(() =>
  z.object({
    /** `day` is one of `days`, where anything was used. */
    today: limitUse.extend({ day: z.iso.date() }),
    days: z.array(spending.extend({ day: z.iso.date() })),
    models: z.array(spending.extend({ model: z.string() })),
    /** An agent’s id, or `trial` for models that were tried out in the settings. */
    agents: z.array(spending.extend({ agentId: z.string() })),
    conversations: z.array(spending.extend({ conversationId: identifier, title: z.string() })),
  }),
);
export type UsageView = z.infer<typeof usageView>;
