// What the tables know of one request, as the route is built from it.
import type { Reader } from '@vos/ledger';
import type { ToolCall, ToolRefusal } from '@vos/protocol/entities';

export interface MessageRow {
  readonly id: string;
  readonly authorKind: 'user' | 'agent' | 'system';
  readonly agentId: string | null;
  readonly text: string;
  readonly sentAt: string;
  readonly turnId: string | null;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
}

export interface QueuedRow {
  readonly id: string;
  readonly key: string;
  readonly type: string;
  /** Null when its words are not kept any more. */
  readonly payload: string | null;
  /** Who gets it. */
  readonly agentId: string;
  readonly sentAt: string;
  readonly state: 'waiting' | 'leased' | 'done' | 'set_aside' | 'dead';
  readonly attempts: number;
  readonly problem: Problem | null;
  readonly isDropped: boolean;
}

export interface TurnRow {
  readonly id: string;
  readonly agentId: string;
  /** In the queue. */
  readonly messageIds: readonly string[];
  readonly state: 'open' | 'finished' | 'failed';
  /** A code. */
  readonly failure: string | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

export interface ModelCallRow {
  readonly id: string;
  readonly turnId: string | null;
  readonly agentId: string;
  readonly service: string;
  readonly model: string;
  readonly state: 'reserved' | 'settled' | 'lost';
  readonly problem: Problem | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costMicroUsd: number | null;
  readonly intendedAt: string;
  readonly settledAt: string | null;
}

export interface ToolCallRow {
  readonly id: string;
  readonly turnId: string;
  readonly agentId: string;
  readonly toolName: string;
  readonly state: ToolCall['state'];
  readonly refusal: ToolRefusal | null;
  /** JSON text. */
  readonly arguments: string;
  /** JSON text. */
  readonly result: string | null;
  readonly startedAt: string;
  readonly durationMs: number | null;
}

export interface EffectRow {
  readonly key: string;
  readonly state: 'intended' | 'done' | 'failed' | 'uncertain';
  /** JSON text. */
  readonly receipt: string | null;
}

/** Each list in the order in which its rows came to be. */
export interface RouteRows {
  readonly messages: readonly MessageRow[];
  readonly queued: readonly QueuedRow[];
  readonly turns: readonly TurnRow[];
  readonly modelCalls: readonly ModelCallRow[];
  readonly toolCalls: readonly ToolCallRow[];
  /** Of tool calls; those of models are in `modelCalls`. */
  readonly effects: readonly EffectRow[];
}

type Raw<Row, Changed extends Partial<Record<keyof Row, unknown>>> = Omit<Row, keyof Changed> & Changed;

/** Everything by an index on the request, so that the time it takes depends on this request alone. */
export function readRouteRows(reader: Reader, traceId: string): RouteRows {
  const rows = <Row>(sql: string): Row[] => reader.all<Row>(sql, [traceId]);
  return {
    messages: rows<MessageRow>(
      `SELECT id, author_kind AS authorKind, agent_id AS agentId, text, sent_at AS sentAt, turn_id AS turnId
       FROM messages WHERE trace_id = +? ORDER BY position`,
    ),
    queued: rows<Raw<QueuedRow, { problem: string | null; isDropped: number }>>(
      `SELECT id, idempotency_key AS key, type, CASE WHEN payload_digest IS NULL THEN payload END AS payload, agent_id AS agentId,
         sent_at AS sentAt, state, attempts,
         CASE WHEN reason_code IS NOT NULL THEN json_object('code', reason_code, 'message', reason) END AS problem,
         EXISTS (SELECT 1 FROM dropped_letters WHERE dropped_letters.id = queue.id) AS isDropped
       FROM queue WHERE trace_id = +? ORDER BY sent_at, position`,
    ).map((row) => ({ ...row, problem: problemOf(row.problem), isDropped: row.isDropped === 1 })),
    turns: rows<Raw<TurnRow, { messageIds: string }>>(
      `SELECT id, agent_id AS agentId, message_ids AS messageIds, state, failure, started_at AS startedAt, finished_at AS finishedAt
       FROM turns WHERE trace_id = +? ORDER BY id`,
    ).map((row) => ({ ...row, messageIds: JSON.parse(row.messageIds) as string[] })),
    modelCalls: rows<Raw<ModelCallRow, { problem: string | null }>>(
      `SELECT model_calls.id, model_calls.turn_id AS turnId, agent_id AS agentId, service, model, model_calls.state,
         CASE effects.state WHEN 'failed' THEN receipt END AS problem, input_tokens AS inputTokens,
         output_tokens AS outputTokens, cost_micro_usd AS costMicroUsd, intended_at AS intendedAt, settled_at AS settledAt
       FROM model_calls JOIN effects ON effects.key = model_calls.id WHERE trace_id = +? ORDER BY position`,
    ).map((row) => ({ ...row, problem: problemOf(row.problem) })),
    toolCalls: rows<ToolCallRow>(
      `SELECT id, turn_id AS turnId, agent_id AS agentId, tool_name AS toolName, state,
         CASE WHEN (SELECT state FROM approvals WHERE approvals.id = tool_calls.id) = 'denied' THEN 'not-permitted' ELSE refusal END AS refusal,
         arguments, result, started_at AS startedAt, duration_ms AS durationMs
       FROM tool_calls WHERE trace_id = +? ORDER BY position`,
    ),
    effects: rows<EffectRow>(
      `SELECT key, effects.state, receipt FROM tool_calls JOIN effects ON effects.key = tool_calls.id
       WHERE trace_id = +? ORDER BY position`,
    ),
  };
}

function problemOf(json: string | null): Problem | null {
  return json === null ? null : (JSON.parse(json) as Problem);
}
