// The durable queue. A lane is one agent in one conversation; messages of a lane are handled in the order sent.
import { ledgerError } from './errors.ts';
import type { Reader, Transaction } from './transaction.ts';

export interface Lane {
  readonly agentId: string;
  readonly conversationId: string;
}

export interface OutgoingMessage extends Lane {
  readonly id: string;
  /** Same key and same type, lane and payload: one message. Same key, anything else: refused with `key-conflict`. */
  readonly idempotencyKey: string;
  readonly type: string;
  /** JSON-serialisable. */
  readonly payload: unknown;
  readonly traceId: string;
  /** Not handed out before this instant; now when absent. */
  readonly availableAtMs?: number;
  /** The id of the message whose handling this one goes on with: it is handed out before whatever was sent to the lane meanwhile. */
  readonly continues?: string;
}

export interface QueuedMessage extends Lane {
  readonly id: string;
  readonly type: string;
  /** The payload's JSON text, unparsed: whoever handles it parses it and sets aside what does not fit. */
  readonly payload: string;
  readonly traceId: string;
  readonly sentAt: string;
  /** How often handling it has failed so far. */
  readonly attempts: number;
}

export interface Lease {
  readonly owner: string;
  readonly durationMs: number;
}

export interface Queue {
  /** Adds a message. `isNew` is false when the same message was sent before; then nothing is written. */
  send(transaction: Transaction, message: OutgoingMessage): { readonly id: string; readonly isNew: boolean };
  /**
   * Leases the lane's due messages, oldest first, at most `limit`, up to the first one of another request (trace): that one and what
   * follows wait for the next lease. Nothing while another lease on the lane lives, so that one handler at a time works on it, and
   * nothing behind a requeued message that is not due yet. One sent for later lets others pass until then.
   */
  lease(transaction: Transaction, lane: Lane, lease: Lease, limit: number): readonly QueuedMessage[];
  /** The messages with these ids, in queue order, whatever their state; for resuming a turn. */
  read(reader: Reader, ids: readonly string[]): readonly QueuedMessage[];
  /** Everything this owner holds stays leased for `durationMs` from now. */
  renew(transaction: Transaction, lease: Lease): void;
  /** They were handled: part of the commit that holds the outcome. What is set aside, buried or handled already stays so. Throws `message-unknown`, like the three below. */
  acknowledge(transaction: Transaction, ids: readonly string[]): void;
  /** Handling failed for now: counts the attempt and hands them out again from `availableAtMs` on. */
  requeue(transaction: Transaction, ids: readonly string[], availableAtMs: number): void;
  /** It cannot be read: kept with the reason, never handed out, blocks nobody. */
  setAside(transaction: Transaction, id: string, reason: string): void;
  /** Handling failed for good: kept with the reason where a person can see it. */
  bury(transaction: Transaction, ids: readonly string[], reason: string): void;
  /** Frees every lease: right after taking the host's lock, when no other process can hold one. */
  releaseAll(transaction: Transaction): number;
  /** Lanes of which `lease` would hand out something, longest waiting first. */
  dueLanes(reader: Reader, nowMs: number): readonly Lane[];
  /** The earliest instant at which `dueLanes` names a lane if nothing else happens, past or to come; undefined when nothing waits and nothing is leased. */
  nextDueMs(reader: Reader): number | undefined;
}

export const queue: Queue = {
  send(transaction, message) {
    const payload = payloadText(message.payload);
    const { changes } = transaction.run(
      `INSERT INTO queue (position, id, idempotency_key, type, payload, trace_id, agent_id, conversation_id, sent_at, state, available_at_ms)
       VALUES (
         coalesce((SELECT position + 1 FROM queue WHERE id = ?), (SELECT coalesce(max(position), 0) + ${POSITION_STEP} FROM queue)),
         ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?
       ) ON CONFLICT DO NOTHING`,
      [
        message.continues ?? null,
        message.id,
        message.idempotencyKey,
        message.type,
        payload,
        message.traceId,
        message.agentId,
        message.conversationId,
        transaction.at,
        message.availableAtMs ?? transaction.atMs,
      ],
    );
    if (changes === 1) return { id: message.id, isNew: true };
    const earlier = transaction.get<MessageRow>(`SELECT ${COLUMNS} FROM queue WHERE idempotency_key = ?`, [
      message.idempotencyKey,
    ]);
    if (earlier === undefined)
      throw ledgerError('key-conflict', `The id ${message.id} already belongs to another message. This one was not sent.`);
    const isSame =
      earlier.type === message.type &&
      earlier.agent_id === message.agentId &&
      earlier.conversation_id === message.conversationId &&
      earlier.payload === payload;
    if (!isSame) {
      throw ledgerError(
        'key-conflict',
        `Another message was already sent under the key ${message.idempotencyKey}. It is kept; this one was not sent.`,
      );
    }
    return { id: earlier.id, isNew: false };
  },

  lease(transaction, lane, lease, limit) {
    const { agentId, conversationId } = lane;
    const nowMs = transaction.atMs;
    const busy = transaction.get(
      `SELECT 1 FROM queue WHERE agent_id = ? AND conversation_id = ? AND state = 'leased' AND lease_until_ms > ? LIMIT 1`,
      [agentId, conversationId, nowMs],
    );
    if (busy !== undefined) return [];
    // `+?` because SQLite would plan a statement anew for each bare parameter that stands beside an ORDER BY or LIMIT: 12 µs instead of 2.
    const held = transaction.get<{ position: number }>(
      `SELECT position FROM queue WHERE agent_id = +? AND conversation_id = +? AND state = 'waiting' AND attempts > 0 AND available_at_ms > +?
       ORDER BY position LIMIT 1`,
      [agentId, conversationId, nowMs],
    );
    const rows = transaction.all<MessageRow>(
      `SELECT ${COLUMNS} FROM queue
       WHERE agent_id = +? AND conversation_id = +? AND state IN ('waiting', 'leased')
         AND (state = 'leased' OR available_at_ms <= +?) AND position < +?
       ORDER BY position LIMIT ? + 0`,
      [agentId, conversationId, nowMs, held?.position ?? Number.MAX_SAFE_INTEGER, limit],
    );
    const otherRequest = rows.findIndex((row) => row.trace_id !== rows[0]?.trace_id);
    const request = otherRequest === -1 ? rows : rows.slice(0, otherRequest);
    for (const row of request) {
      transaction.run(`UPDATE queue SET state = 'leased', lease_owner = ?, lease_until_ms = ? WHERE position = ?`, [
        lease.owner,
        nowMs + lease.durationMs,
        row.position,
      ]);
    }
    return request.map(fromRow);
  },

  read(reader, ids) {
    return reader
      .all<MessageRow>(`SELECT ${COLUMNS} FROM queue WHERE id IN (SELECT value FROM json_each(?)) ORDER BY position`, [
        JSON.stringify(ids),
      ])
      .map(fromRow);
  },

  renew(transaction, lease) {
    transaction.run(`UPDATE queue SET lease_until_ms = ? WHERE state = 'leased' AND lease_owner = ?`, [
      transaction.atMs + lease.durationMs,
      lease.owner,
    ]);
  },

  acknowledge(transaction, ids) {
    for (const id of ids) settle(transaction, id, `state = 'done'`, []);
  },

  requeue(transaction, ids, availableAtMs) {
    for (const id of ids)
      settle(transaction, id, `state = 'waiting', attempts = attempts + 1, available_at_ms = ?`, [availableAtMs]);
  },

  setAside(transaction, id, reason) {
    settle(transaction, id, `state = 'set_aside', reason = ?`, [reason]);
  },

  bury(transaction, ids, reason) {
    for (const id of ids) settle(transaction, id, `state = 'dead', reason = ?`, [reason]);
  },

  releaseAll(transaction) {
    return transaction.run(`UPDATE queue SET state = 'waiting', lease_owner = NULL, lease_until_ms = NULL WHERE state = 'leased'`)
      .changes;
  },

  dueLanes(reader, nowMs) {
    return reader
      .all<{ agent_id: string; conversation_id: string }>(
        `SELECT agent_id, conversation_id FROM (${LANES}) WHERE due_at_ms <= ? ORDER BY due_at_ms, position`,
        [nowMs],
      )
      .map((row) => ({ agentId: row.agent_id, conversationId: row.conversation_id }));
  },

  nextDueMs(reader) {
    return reader.get<{ due_at_ms: number | null }>(`SELECT min(due_at_ms) AS due_at_ms FROM (${LANES})`)?.due_at_ms ?? undefined;
  },
};

/** Room behind each message for those that go on with it, one by one: more than the tool calls a request may have. */
const POSITION_STEP = 1024;

const COLUMNS = 'position, id, type, payload, trace_id, agent_id, conversation_id, sent_at, attempts';

/**
 * Each lane with the instant from which `lease` hands out something. A message counts from its own time on, but not before a requeued
 * one ahead of it; the lane as a whole not before its live lease ends, and then what was leased is due again.
 */
const LANES = `
  SELECT agent_id, conversation_id, min(position) AS position,
    max(min(message_due_at_ms), coalesce(max(lease_until_ms), 0)) AS due_at_ms
  FROM (
    SELECT agent_id, conversation_id, position, lease_until_ms,
      CASE state WHEN 'leased' THEN 0 ELSE max(available_at_ms, coalesce((
        SELECT max(held.available_at_ms) FROM queue AS held
        WHERE held.agent_id = queue.agent_id AND held.conversation_id = queue.conversation_id
          AND held.state = 'waiting' AND held.attempts > 0 AND held.position < queue.position
      ), 0)) END AS message_due_at_ms
    FROM queue WHERE state IN ('waiting', 'leased')
  )
  GROUP BY agent_id, conversation_id`;

interface MessageRow {
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly payload: string;
  readonly trace_id: string;
  readonly agent_id: string;
  readonly conversation_id: string;
  readonly sent_at: string;
  readonly attempts: number;
}

function fromRow(row: MessageRow): QueuedMessage {
  return {
    id: row.id,
    type: row.type,
    payload: row.payload,
    traceId: row.trace_id,
    agentId: row.agent_id,
    conversationId: row.conversation_id,
    sentAt: row.sent_at,
    attempts: row.attempts,
  };
}

function payloadText(payload: unknown): string {
  const text: string | undefined = JSON.stringify(payload);
  if (text === undefined) throw new Error('Broken assumption: the payload of a message is JSON');
  return text;
}

/** Ends a message's wait or lease. One that has ended already keeps its end: a late failure does not revive what was handled. */
function settle(transaction: Transaction, id: string, assignments: string, parameters: readonly (string | number)[]): void {
  const { changes } = transaction.run(
    `UPDATE queue SET ${assignments}, lease_owner = NULL, lease_until_ms = NULL WHERE id = ? AND state IN ('waiting', 'leased')`,
    [...parameters, id],
  );
  if (changes === 0 && transaction.get('SELECT 1 FROM queue WHERE id = ?', [id]) === undefined) {
    throw ledgerError('message-unknown', `There is no message ${id} in the queue. Nothing was changed.`);
  }
}
