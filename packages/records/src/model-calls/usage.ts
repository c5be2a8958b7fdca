// What the account of model calls comes to, seen by turn, by day, by model, by agent and by conversation.
import type { Reader } from '@vos/ledger';
import type { Spending, TurnSpending, UsageView } from '@vos/protocol/entities';
import { readSettings } from '../settings/settings.ts';
import { dayUseMicroUsd, localDay, microUsdOrNone } from './model-calls.ts';

/** How far back a usage page looks. */
const USAGE_DAYS = 30;

/** Conversations on a usage page, the dearest ones of those days. */
const USAGE_CONVERSATIONS = 20;

/** Calls under way are in none of these: nobody knows yet what they use. */
const SUMS = `count(*) AS call_count, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
  coalesce(sum(cost_micro_usd), 0) AS known_cost, sum(cost_micro_usd IS NULL) AS unknown_cost_count`;

interface Sums {
  readonly call_count: number;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly known_cost: number;
  readonly unknown_cost_count: number;
}

interface TurnRow extends Sums {
  readonly turn_id: string;
  readonly trace_id: string;
  readonly conversation_id: string;
  readonly agent_id: string;
  readonly name: string;
}

const TURN_COLUMNS = `turn_id, trace_id, conversation_id, agent_id, max(service || ' · ' || model) AS name, ${SUMS}`;

/** What the turns of these requests used, oldest first. */
export function readSpendings(reader: Reader, traceIds: readonly string[]): readonly TurnSpending[] {
  return reader
    .all<TurnRow>(
      `SELECT ${TURN_COLUMNS} FROM model_calls WHERE trace_id IN (SELECT value FROM json_each(?)) AND state <> 'reserved'
       GROUP BY turn_id ORDER BY min(position)`,
      [JSON.stringify(traceIds)],
    )
    .map(turnSpendingOf);
}

/** What each of these requests used, by its id; without those that used nothing yet. */
export function readTraceSpendings(reader: Reader, traceIds: readonly string[]): ReadonlyMap<string, Spending> {
  return new Map(
    reader
      .all<Sums & { trace_id: string }>(
        `SELECT trace_id, ${SUMS} FROM model_calls WHERE trace_id IN (SELECT value FROM json_each(?)) AND state <> 'reserved'
         GROUP BY trace_id`,
        [JSON.stringify(traceIds)],
      )
      .map((row) => [row.trace_id, spendingOf(row)]),
  );
}

/** What one turn used so far; undefined before its first call is over. */
export function readTurnSpending(reader: Reader, traceId: string, turnId: string): TurnSpending | undefined {
  // Read after every call. Without a GROUP BY, which sorts and takes six times as long, there is a row also for nothing.
  const row = reader.get<TurnRow>(
    `SELECT ${TURN_COLUMNS} FROM model_calls WHERE trace_id = ? AND turn_id = ? AND state <> 'reserved'`,
    [traceId, turnId],
  );
  return row === undefined || row.call_count === 0 ? undefined : turnSpendingOf(row);
}

export function readUsage(reader: Reader, nowMs: number): UsageView {
  const today = localDay(nowMs);
  const from = new Date(nowMs);
  from.setDate(from.getDate() - (USAGE_DAYS - 1));
  const grouped = (by: string, order: string): readonly (Spending & { readonly name: string })[] =>
    reader
      .all<Sums & { name: string }>(
        `SELECT ${by} AS name, ${SUMS} FROM model_calls WHERE day >= ? AND state <> 'reserved' AND ${by} IS NOT NULL
         GROUP BY ${by} ORDER BY ${order}`,
        [localDay(from.getTime())],
      )
      .map((row) => ({ name: row.name, ...spendingOf(row) }));
  const dearestFirst = 'known_cost DESC, unknown_cost_count DESC, call_count DESC, name';
  const titles = new Map(
    reader.all<{ id: string; title: string }>('SELECT id, title FROM conversations').map(({ id, title }) => [id, title]),
  );
  return {
    today: {
      day: today,
      limitMicroUsd: microUsdOrNone(readSettings(reader).dayLimitUsd),
      usedMicroUsd: dayUseMicroUsd(reader, today),
    },
    days: grouped('day', 'day DESC').map(({ name: day, ...sums }) => ({ day, ...sums })),
    models: grouped("service || ' · ' || model", dearestFirst).map(({ name: model, ...sums }) => ({ model, ...sums })),
    agents: grouped('agent_id', dearestFirst).map(({ name: agentId, ...sums }) => ({ agentId, ...sums })),
    conversations: grouped('conversation_id', dearestFirst)
      .slice(0, USAGE_CONVERSATIONS)
      .map(({ name: conversationId, ...sums }) => ({ conversationId, title: titles.get(conversationId) ?? '', ...sums })),
  };
}

function turnSpendingOf(row: TurnRow): TurnSpending {
  const { turn_id: turnId, trace_id: traceId, conversation_id: conversationId, agent_id: agentId, name: model } = row;
  return { turnId, traceId, conversationId, agentId, model, ...spendingOf(row) };
}

function spendingOf(row: Sums): Spending {
  return {
    callCount: row.call_count,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    knownCostMicroUsd: row.known_cost,
    unknownCostCount: row.unknown_cost_count,
  };
}
