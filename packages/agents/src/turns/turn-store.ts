// The rows of a turn: which messages it handles, where it stands, which tools it used. All writes happen inside a commit.
import type { Lane, Reader, Transaction } from '@vos/ledger';
import type { Activity, ToolCall } from '@vos/protocol/entities';

export interface Turn extends Lane {
  readonly id: string;
  readonly traceId: string;
  readonly messageIds: readonly string[];
  /** Counts the model calls of this turn: a rejected reply is followed by the next attempt. */
  readonly attempt: number;
}

interface TurnRow {
  id: string;
  agent_id: string;
  conversation_id: string;
  trace_id: string;
  message_ids: string;
  attempt: number;
}

/** The key of the model call of a turn's attempt, equal again after a restart. */
export function modelCallId(turn: Pick<Turn, 'id' | 'attempt'>): string {
  return `${turn.id}/model/${turn.attempt}`;
}

export function findOpenTurn(reader: Reader, lane: Lane): Turn | undefined {
  const row = reader.get<TurnRow>(
    `SELECT id, agent_id, conversation_id, trace_id, message_ids, attempt FROM turns
     WHERE agent_id = ? AND conversation_id = ? AND state = 'open'`,
    [lane.agentId, lane.conversationId],
  );
  return row === undefined ? undefined : fromRow(row);
}

export function openTurnLanes(reader: Reader): readonly Lane[] {
  return reader
    .all<{ agent_id: string; conversation_id: string }>(`SELECT agent_id, conversation_id FROM turns WHERE state = 'open'`)
    .map((row) => ({ agentId: row.agent_id, conversationId: row.conversation_id }));
}

export function insertTurn(transaction: Transaction, turn: Turn): void {
  transaction.run(
    `INSERT INTO turns (id, agent_id, conversation_id, trace_id, message_ids, attempt, call_id, state, started_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'open', ?)`,
    [
      turn.id,
      turn.agentId,
      turn.conversationId,
      turn.traceId,
      JSON.stringify(turn.messageIds),
      turn.attempt,
      modelCallId(turn),
      transaction.at,
    ],
  );
}

/** The same turn, asking the model once more. */
export function nextAttempt(transaction: Transaction, turn: Turn): Turn {
  const next = { ...turn, attempt: turn.attempt + 1 };
  transaction.run('UPDATE turns SET attempt = ?, call_id = ? WHERE id = ?', [next.attempt, modelCallId(next), turn.id]);
  return next;
}

export function finishTurn(transaction: Transaction, turnId: string, failure: string | null): void {
  transaction.run('UPDATE turns SET state = ?, failure = ?, finished_at = ? WHERE id = ?', [
    failure === null ? 'finished' : 'failed',
    failure,
    transaction.at,
    turnId,
  ]);
}

/** What an agent is at, for the desk to show. */
export type AgentAt = Pick<Activity, 'state' | 'doing' | 'resumesAt'>;

export const AT_REST: AgentAt = { state: 'idle', doing: null, resumesAt: null };

export function setAgentState(
  transaction: Transaction,
  { agentId, conversationId, traceId }: Pick<Turn, 'agentId' | 'conversationId' | 'traceId'>,
  { state, doing, resumesAt }: AgentAt,
): Activity {
  transaction.run(
    `INSERT INTO agent_states (agent_id, conversation_id, trace_id, state, doing, since, resumes_at, heartbeat_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (agent_id, conversation_id) DO UPDATE SET trace_id = excluded.trace_id, state = excluded.state, doing = excluded.doing, since = excluded.since, resumes_at = excluded.resumes_at, heartbeat_at_ms = excluded.heartbeat_at_ms`,
    [agentId, conversationId, traceId, state, doing, transaction.at, resumesAt, transaction.atMs],
  );
  return { conversationId, agentId, traceId, state, doing, since: transaction.at, resumesAt };
}

/** Agents that wait to try again for a request that is over wait no longer. Returns what they are at now. */
export function endRetries(transaction: Transaction, traceId: string, conversationId: string): readonly Activity[] {
  return transaction
    .all<{ agentId: string }>(
      `SELECT agent_id AS agentId FROM agent_states WHERE conversation_id = ? AND trace_id = ? AND state = 'retrying'`,
      [conversationId, traceId],
    )
    .map(({ agentId }) => setAgentState(transaction, { agentId, conversationId, traceId }, AT_REST));
}

/** These agents are still at it: written now and then while a turn goes on. */
export function beat(transaction: Transaction, lanes: readonly Lane[]): void {
  for (const { agentId, conversationId } of lanes) {
    transaction.run(
      `UPDATE agent_states SET heartbeat_at_ms = ? WHERE agent_id = ? AND conversation_id = ? AND state <> 'idle'`,
      [transaction.atMs, agentId, conversationId],
    );
  }
}

/** Agents at work in a conversation. */
export function readActivities(reader: Reader, conversationId: string): readonly Activity[] {
  return reader
    .all<Omit<Activity, 'conversationId'>>(
      `SELECT agent_id AS agentId, trace_id AS traceId, state, doing, since, resumes_at AS resumesAt
       FROM agent_states WHERE conversation_id = ? AND state <> 'idle' ORDER BY since`,
      [conversationId],
    )
    .map((activity) => ({ conversationId, ...activity }));
}

/** When the agent sleeps until, milliseconds since the epoch; undefined when it is awake. */
export function asleepUntilMs(reader: Reader, lane: Lane): number | undefined {
  const row = reader.get<{ asleep_until_ms: number | null }>(
    'SELECT asleep_until_ms FROM agent_states WHERE agent_id = ? AND conversation_id = ?',
    [lane.agentId, lane.conversationId],
  );
  return row?.asleep_until_ms ?? undefined;
}

export function wake(transaction: Transaction, lane: Lane): void {
  transaction.run('UPDATE agent_states SET asleep_until_ms = NULL WHERE agent_id = ? AND conversation_id = ?', [
    lane.agentId,
    lane.conversationId,
  ]);
}

export function putToolCall(transaction: Transaction, call: ToolCall): void {
  transaction.run(
    `INSERT INTO tool_calls (id, turn_id, conversation_id, trace_id, agent_id, tool_name, state, arguments, result, refusal,
       started_at, duration_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, result = excluded.result, refusal = excluded.refusal, duration_ms = excluded.duration_ms`,
    [
      call.id,
      call.turnId,
      call.conversationId,
      call.traceId,
      call.agentId,
      call.toolName,
      call.state,
      JSON.stringify(call.arguments),
      JSON.stringify(call.result),
      call.refusal ?? null,
      call.startedAt,
      call.durationMs,
    ],
  );
}

/** The tool calls of these requests, oldest first. */
export function readToolCalls(reader: Reader, traceIds: readonly string[]): readonly ToolCall[] {
  return reader
    .all<ToolCallRow>(`SELECT * FROM tool_calls WHERE trace_id IN (SELECT value FROM json_each(?)) ORDER BY position`, [
      JSON.stringify(traceIds),
    ])
    .map(toToolCall);
}

/** What ran in a turn that is cut off: its effect says whether nobody knows what became of it. Returns the calls as they are now. */
export function endRunningCalls(transaction: Transaction, turn: Pick<Turn, 'id' | 'traceId'>, text: string): readonly ToolCall[] {
  transaction.run(
    `UPDATE tool_calls SET result = ?, duration_ms = 0, state = CASE
       WHEN EXISTS (SELECT 1 FROM effects WHERE key = tool_calls.id AND state = 'uncertain') THEN 'uncertain' ELSE 'failed' END
     WHERE trace_id = ? AND turn_id = ? AND state = 'running'`,
    [JSON.stringify(text), turn.traceId, turn.id],
  );
  return transaction
    .all<ToolCallRow>('SELECT * FROM tool_calls WHERE trace_id = ? AND turn_id = ? ORDER BY position', [turn.traceId, turn.id])
    .map(toToolCall);
}

/** The outcome of a call that nobody knew for a while. */
export function settleToolCall(
  transaction: Transaction,
  id: string,
  state: 'succeeded' | 'failed',
  result: unknown,
): ToolCall | undefined {
  transaction.run('UPDATE tool_calls SET state = ?, result = ? WHERE id = ?', [state, JSON.stringify(result), id]);
  return readToolCall(transaction, id);
}

export function readToolCall(reader: Reader, id: string): ToolCall | undefined {
  const row = reader.get<ToolCallRow>('SELECT * FROM tool_calls WHERE id = ?', [id]);
  return row === undefined ? undefined : toToolCall(row);
}

type ToolCallRow = Record<string, string | number | null>;

function toToolCall(row: ToolCallRow): ToolCall {
  return {
    id: String(row['id']),
    turnId: String(row['turn_id']),
    conversationId: String(row['conversation_id']),
    traceId: String(row['trace_id']),
    agentId: String(row['agent_id']),
    toolName: String(row['tool_name']),
    state: row['state'] as ToolCall['state'],
    arguments: JSON.parse(String(row['arguments'])) as ToolCall['arguments'],
    result: row['result'] === null ? null : (JSON.parse(String(row['result'])) as unknown),
    ...(row['refusal'] === null ? {} : { refusal: row['refusal'] }),
    startedAt: String(row['started_at']),
    durationMs: row['duration_ms'] ?? null,
  } as ToolCall;
}

function fromRow(row: TurnRow): Turn {
  return {
    id: row.id,
    agentId: row.agent_id,
    conversationId: row.conversation_id,
    traceId: row.trace_id,
    messageIds: JSON.parse(row.message_ids) as string[],
    attempt: row.attempt,
  };
}
