// Requests as a list shows them, read for a whole page at once.
import { CodedError } from '@vos/base';
import type { Reader } from '@vos/ledger';
import { type Spending, TRACE_EXCERPT_LIMIT, type TraceHop, type TraceState, type TraceSummary } from '@vos/protocol/entities';
import { readTraceSpendings } from '@vos/records';
import { buildRoute } from './route.ts';
import { readRouteRows } from './route-rows.ts';

export interface TraceQuery {
  /** Those before this one; the latest when absent. */
  readonly beforeTraceId?: string | undefined;
  /** Only those in which the person wrote this. */
  readonly words: string;
  readonly limit: number;
}

export interface TracePage {
  /** The latest first. */
  readonly traces: readonly TraceSummary[];
  readonly hasEarlier: boolean;
}

export function listTraces(reader: Reader, { beforeTraceId, words, limit }: TraceQuery): TracePage {
  const before =
    beforeTraceId === undefined
      ? undefined
      : reader.get<{ startedAt: string }>('SELECT started_at AS startedAt FROM traces WHERE id = ?', [beforeTraceId]);
  const rows = reader.all<TraceRow>(
    `SELECT ${COLUMNS} FROM traces
     WHERE (started_at, id) < (+?, +?)
     ${words === '' ? '' : `AND id IN (SELECT trace_id FROM messages WHERE author_kind = 'user' AND text LIKE +? ESCAPE '\\')`}
     ORDER BY started_at DESC, id DESC LIMIT ? + 0`,
    [
      before?.startedAt ?? '~',
      beforeTraceId ?? '~',
      ...(words === '' ? [] : [`%${words.replace(/[\\%_]/g, '\\$&')}%`]),
      limit + 1,
    ],
  );
  return { traces: summariesOf(reader, rows.slice(0, limit)), hasEarlier: rows.length > limit };
}

/** Throws `trace-unknown`. */
export function readTraceRoute(reader: Reader, id: string): { readonly trace: TraceSummary; readonly hops: readonly TraceHop[] } {
  const row = reader.get<TraceRow>(`SELECT ${COLUMNS} FROM traces WHERE id = ?`, [id]);
  const trace = row && summariesOf(reader, [row])[0];
  if (trace === undefined) throw new CodedError('trace-unknown', 'Nothing is known of this request.');
  return { trace, hops: buildRoute(readRouteRows(reader, id)) };
}

interface TraceRow {
  readonly id: string;
  readonly conversationId: string;
  readonly conversationTitle: string;
  readonly endedReason: string | null;
  readonly endedBy: 'person' | 'limit' | null;
  readonly idleMs: number;
  readonly startedAt: string;
}

const COLUMNS = `id, conversation_id AS conversationId,
  coalesce((SELECT title FROM conversations WHERE conversations.id = conversation_id), '') AS conversationTitle,
  ended_reason AS endedReason, ended_by AS endedBy, idle_ms AS idleMs, started_at AS startedAt`;

const NOTHING_YET: Spending = {
  callCount: 0,
  inputTokens: null,
  outputTokens: null,
  knownCostMicroUsd: 0,
  unknownCostCount: 0,
};

/** What the other tables know of a request, gathered row by row. */
interface Gathered {
  asked: string | null;
  isAnswered: boolean;
  isOpen: boolean;
  isWaiting: boolean;
  isDead: boolean;
  isRefused: boolean;
  latestAt: string;
  waitedMs: number;
  /** Until when that is counted: two questions that stood at once are waited for once. */
  waitedUntilMs: number;
  readonly agentIds: Set<string>;
}

function summariesOf(reader: Reader, rows: readonly TraceRow[]): readonly TraceSummary[] {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const gathered = new Map<string, Gathered>(
    rows.map(({ id, startedAt }) => [
      id,
      {
        asked: null,
        isAnswered: false,
        isOpen: false,
        isWaiting: false,
        isDead: false,
        isRefused: false,
        latestAt: startedAt,
        waitedMs: 0,
        waitedUntilMs: 0,
        agentIds: new Set(),
      },
    ]),
  );
  const each = <Row extends { readonly traceId: string; readonly at: string | null }>(
    sql: string,
    gather: (into: Gathered, row: Row) => void,
  ): void => {
    for (const row of reader.all<Row>(sql, [ids])) {
      const into = gathered.get(row.traceId);
      if (into === undefined) continue;
      if (row.at !== null && row.at > into.latestAt) into.latestAt = row.at;
      gather(into, row);
    }
  };
  const among = 'trace_id IN (SELECT value FROM json_each(?))';
  each<{ traceId: string; at: string; authorKind: string; excerpt: string }>(
    `SELECT trace_id AS traceId, sent_at AS at, author_kind AS authorKind, substr(text, 1, ${TRACE_EXCERPT_LIMIT / 2}) AS excerpt
     FROM messages WHERE ${among} ORDER BY position`,
    (into, { authorKind, excerpt }) => {
      if (authorKind === 'user') into.asked ??= excerpt;
      if (authorKind === 'agent') into.isAnswered = true;
    },
  );
  each<{ traceId: string; at: string | null; agentId: string; state: string }>(
    `SELECT trace_id AS traceId, finished_at AS at, agent_id AS agentId, state FROM turns WHERE ${among} ORDER BY id`,
    (into, { agentId, state }) => {
      into.agentIds.add(agentId);
      if (state === 'open') into.isOpen = true;
    },
  );
  each<{ traceId: string; at: string | null; state: string }>(
    `SELECT trace_id AS traceId, max(ended_at) AS at, state FROM queue WHERE ${among} GROUP BY trace_id, state`,
    (into, { state }) => {
      if (state === 'waiting' || state === 'leased') into.isOpen = true;
      if (state === 'dead' || state === 'set_aside') into.isDead = true;
    },
  );
  each<{ traceId: string; at: string | null; state: string; askedAt: string }>(
    `SELECT trace_id AS traceId, decided_at AS at, state, asked_at AS askedAt FROM approvals WHERE ${among} ORDER BY position`,
    (into, { at, state, askedAt }) => {
      if (state === 'denied') into.isRefused = true;
      if (at === null) {
        into.isWaiting = true;
        return;
      }
      const decidedMs = Date.parse(at);
      into.waitedMs += Math.max(0, decidedMs - Math.max(Date.parse(askedAt), into.waitedUntilMs));
      into.waitedUntilMs = Math.max(decidedMs, into.waitedUntilMs);
    },
  );
  each<{ traceId: string; at: null }>(
    `SELECT trace_id AS traceId, NULL AS at FROM tool_calls WHERE ${among} AND refusal = 'not-permitted'`,
    (into) => {
      into.isRefused = true;
    },
  );
  const spendings = readTraceSpendings(
    reader,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ endedBy, ...row }) => {
    const found = gathered.get(row.id);
    if (found === undefined) return [];
    const state = stateOf(endedBy, found);
    const isOver = state !== 'running' && state !== 'waiting';
    const { waitedMs } = found;
    const sinceStartMs = Date.parse(found.latestAt) - Date.parse(row.startedAt);
    return {
      ...row,
      asked: found.asked,
      state,
      durationMs: isOver ? Math.max(0, sinceStartMs - row.idleMs - waitedMs) : null,
      waitedMs,
      agentIds: [...found.agentIds],
      spending: spendings.get(row.id) ?? NOTHING_YET,
    };
  });
}

function stateOf(endedBy: TraceRow['endedBy'], { isWaiting, isOpen, isDead, isRefused, isAnswered }: Gathered): TraceState {
  if (endedBy !== null) return endedBy === 'person' ? 'stopped' : 'limited';
  if (isWaiting) return 'waiting';
  if (isOpen) return 'running';
  if (isDead) return 'failed';
  if (isRefused) return 'refused';
  return isAnswered ? 'answered' : 'unanswered';
}
