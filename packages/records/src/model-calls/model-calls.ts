// The account of model calls: what each may cost is set aside before it is sent, against the person's limits, and what it did cost is
// written down after. An account and not a record of the person's: it is only ever added to, and nothing of it can be undone.
import type { Reader, Transaction } from '@vos/ledger';
import { readSettings } from '../settings/settings.ts';

export interface ModelCall {
  /** The key of its effect. */
  readonly id: string;
  readonly agentId: string;
  /** Null for a call that belongs to no conversation: a model that is tried out. */
  readonly conversationId: string | null;
  readonly traceId: string | null;
  readonly turnId: string | null;
  /** As a person knows it: “OpenAI”. */
  readonly service: string;
  readonly model: string;
  /** The most it can cost. */
  readonly worstCaseMicroUsd: number;
}

/** Null is not known. */
export interface ModelCallUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costMicroUsd: number | null;
}

/** Why a call does not fit. */
export interface Shortfall {
  readonly scope: 'day' | 'conversation';
  readonly limitMicroUsd: number;
  readonly leftMicroUsd: number;
}

/**
 * Sets the most a call can cost aside, so that no other call gets that money. Returns what is too short instead and writes nothing if it
 * does not fit in every limit. One commit at a time looks and takes, so all calls together never pass a limit. What costs nothing always fits.
 */
export function reserveModelCall(transaction: Transaction, call: ModelCall): Shortfall | undefined {
  const day = localDay(transaction.atMs);
  if (call.worstCaseMicroUsd > 0) {
    const short = limitsOf(transaction, day, call.conversationId).find(
      ({ leftMicroUsd }) => leftMicroUsd < call.worstCaseMicroUsd,
    );
    if (short !== undefined) return short;
  }
  transaction.run(
    `INSERT INTO model_calls (id, agent_id, conversation_id, trace_id, turn_id, service, model, day, state, charge_micro_usd)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'reserved', ?)`,
    [
      call.id,
      call.agentId,
      call.conversationId,
      call.traceId,
      call.turnId,
      call.service,
      call.model,
      day,
      call.worstCaseMicroUsd,
    ],
  );
  return undefined;
}

/** The call is over. Where its cost is not known, what was set aside stays gone. The first word counts; a later one changes nothing. */
export function settleModelCall(transaction: Transaction, id: string, usage: ModelCallUsage): void {
  const { inputTokens, outputTokens, costMicroUsd } = usage;
  transaction.run(
    `UPDATE model_calls SET state = 'settled', charge_micro_usd = coalesce(?, charge_micro_usd), cost_micro_usd = ?,
     input_tokens = ?, output_tokens = ? WHERE id = ? AND state = 'reserved'`,
    [costMicroUsd, costMicroUsd, inputTokens, outputTokens, id],
  );
}

/** The reply may have been written and paid for, and never came: charged at the most it can have cost, which itself stays unknown. */
export function loseModelCall(transaction: Transaction, id: string): void {
  // What cannot cost anything did not.
  transaction.run(
    `UPDATE model_calls SET state = 'lost', cost_micro_usd = CASE charge_micro_usd WHEN 0 THEN 0 END WHERE id = ? AND state = 'reserved'`,
    [id],
  );
}

export function dayUseMicroUsd(reader: Reader, day: string): number {
  return (
    reader.get<{ used: number }>('SELECT coalesce(sum(charge_micro_usd), 0) AS used FROM model_calls WHERE day = ?', [day])
      ?.used ?? 0
  );
}

export function conversationUseMicroUsd(reader: Reader, conversationId: string): number {
  return (
    reader.get<{ used: number }>(
      'SELECT coalesce(sum(charge_micro_usd), 0) AS used FROM model_calls WHERE conversation_id = ? AND charge_micro_usd > 0',
      [conversationId],
    )?.used ?? 0
  );
}

/** Null where there is none. */
export function microUsdOrNone(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * 1_000_000);
}

/** The day of this computer's calendar, `2026-11-30`: a limit a day begins anew when the person's day does. */
export function localDay(atMs: number): string {
  const at = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function limitsOf(reader: Reader, day: string, conversationId: string | null): readonly Shortfall[] {
  const { dayLimitUsd, conversationLimitUsd } = readSettings(reader);
  const limits: Shortfall[] = [];
  const add = (scope: Shortfall['scope'], limitUsd: number | null, use: () => number): void => {
    const limitMicroUsd = microUsdOrNone(limitUsd);
    // A limit that was lowered below what is spent has nothing left, not less than nothing.
    if (limitMicroUsd !== null) limits.push({ scope, limitMicroUsd, leftMicroUsd: Math.max(0, limitMicroUsd - use()) });
  };
  add('day', dayLimitUsd, () => dayUseMicroUsd(reader, day));
  if (conversationId !== null) add('conversation', conversationLimitUsd, () => conversationUseMicroUsd(reader, conversationId));
  return limits;
}
