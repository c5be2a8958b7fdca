// One request from the person, over all its hops and tool calls, and the limits it must stay under.
import { must } from '@vos/base';
import type { Reader, Transaction } from '@vos/ledger';

export function openTrace(transaction: Transaction, traceId: string, conversationId: string): void {
  transaction.run('INSERT INTO traces (id, conversation_id, started_at) VALUES (?, ?, ?)', [
    traceId,
    conversationId,
    transaction.at,
  ]);
}

/** Counts a message from agent to agent; returns how many there are now. */
export function countHop(transaction: Transaction, traceId: string): number {
  transaction.run('UPDATE traces SET hop_count = hop_count + 1 WHERE id = ?', [traceId]);
  return readTrace(transaction, traceId).hopCount;
}

/** Counts tool calls; returns how many there are now. */
export function countToolCalls(transaction: Transaction, traceId: string, count: number): number {
  transaction.run('UPDATE traces SET tool_call_count = tool_call_count + ? WHERE id = ?', [count, traceId]);
  return readTrace(transaction, traceId).toolCallCount;
}

/** What is still queued of an ended request is acknowledged without a turn. */
export function endTrace(transaction: Transaction, traceId: string, reason: string, by: 'person' | 'limit'): void {
  transaction.run('UPDATE traces SET ended_reason = ?, ended_by = ? WHERE id = ? AND ended_reason IS NULL', [
    reason,
    by,
    traceId,
  ]);
}

export interface Trace {
  readonly conversationId: string;
  readonly toolCallCount: number;
  readonly hopCount: number;
  readonly endedReason: string | null;
}

/** Throws for an unknown one. */
export function readTrace(reader: Reader, traceId: string): Trace {
  return must(findTrace(reader, traceId), 'a message is sent only after its trace was opened');
}

export function findTrace(reader: Reader, traceId: string): Trace | undefined {
  const row = reader.get<{ conversation_id: string; tool_call_count: number; hop_count: number; ended_reason: string | null }>(
    'SELECT conversation_id, tool_call_count, hop_count, ended_reason FROM traces WHERE id = ?',
    [traceId],
  );
  return (
    row && {
      conversationId: row.conversation_id,
      toolCallCount: row.tool_call_count,
      hopCount: row.hop_count,
      endedReason: row.ended_reason,
    }
  );
}

/**
 * Takes a request up anew, with all its tool calls and hops before it: a person asked for it again. The time since anything happened to it is
 * none of its own. Called before its message is handed out again, which forgets when that was set aside.
 */
export function reopenTrace(transaction: Transaction, traceId: string): void {
  transaction.run(
    `UPDATE traces SET tool_call_count = 0, hop_count = 0, ended_reason = NULL, ended_by = NULL, idle_ms = idle_ms + ? WHERE id = ?`,
    [idleMs(transaction, traceId), traceId],
  );
}

/** 0 while a part of the request is still at work or waits for the person. */
function idleMs(transaction: Transaction, traceId: string): number {
  const isAlive = transaction.get(
    `SELECT 1 FROM queue WHERE trace_id = ? AND state IN ('waiting', 'leased')
     UNION ALL SELECT 1 FROM approvals WHERE trace_id = ? AND state = 'waiting' LIMIT 1`,
    [traceId, traceId],
  );
  const last = transaction.get<{ at: string | null }>(
    `SELECT max(at) AS at FROM (
       SELECT max(ended_at) AS at FROM queue WHERE trace_id = ?
       UNION ALL SELECT max(finished_at) FROM turns WHERE trace_id = ?
       UNION ALL SELECT max(decided_at) FROM approvals WHERE trace_id = ?
       UNION ALL SELECT max(sent_at) FROM messages WHERE trace_id = ?)`,
    [traceId, traceId, traceId, traceId],
  );
  return isAlive !== undefined || last?.at == null ? 0 : Math.max(0, transaction.atMs - Date.parse(last.at));
}
