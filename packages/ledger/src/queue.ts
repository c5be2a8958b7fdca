// The durable queue. A lane is one agent in one conversation; messages of a lane are handled in the order sent.
import { createHash } from 'node:crypto';
import { ledgerError } from './errors.ts';
import {
  dueLanes,
  HOLD_LIMIT_MS,
  holdLane,
  isHeld,
  type Lane,
  type Lease,
  leaseLane,
  messageSent,
  messagesSettled,
  nextDueMs,
  readLane,
  renewLane,
} from './lanes.ts';
import type { Reader, Transaction } from './transaction.ts';

export interface OutgoingMessage extends Lane {
  readonly id: string;
  /** Same key and same type, lane and payload: one message, for ever. Same key, anything else: refused with `key-conflict`. */
  readonly idempotencyKey: string;
  readonly type: string;
  /** JSON-serialisable. */
  readonly payload: unknown;
  readonly traceId: string;
  /** Not handed out before this instant of the wall clock; at once when absent. */
  readonly availableAtMs?: number;
  /** The id of the message whose handling this one goes on with: it is handed out before whatever was sent to the lane meanwhile. */
  readonly continues?: string;
}

export interface QueuedMessage extends Lane {
  readonly id: string;
  readonly type: string;
  /** The payload's JSON text, unparsed: whoever handles it parses it and sets aside what does not fit. Empty long after it was handled. */
  readonly payload: string;
  readonly traceId: string;
  readonly sentAt: string;
  /** How often handling it has failed so far. */
  readonly attempts: number;
}

/** Why a message will not be handled: a code for programs and a sentence for a person. */
export interface Reason {
  readonly code: string;
  readonly message: string;
}

export interface Queue {
  /** Adds a message. `isNew` is false when the same message was sent before, however long ago; then nothing is written. */
  send(transaction: Transaction, message: OutgoingMessage): { readonly id: string; readonly isNew: boolean };
  /**
   * Leases the lane's due messages, oldest first, at most `limit`, up to the first one of another request (trace): that one and what
   * follows wait for the next lease. Nothing while another lease on the lane lives, so that one handler at a time works on it, and
   * nothing while a failed message holds the lane. One sent for later lets others pass until then.
   */
  lease(transaction: Transaction, lane: Lane, lease: Lease, limit: number): readonly QueuedMessage[];
  /** The messages with these ids, in queue order, whatever their state; for resuming a turn. */
  read(reader: Reader, ids: readonly string[]): readonly QueuedMessage[];
  /** What this owner holds of these lanes stays leased for `durationMs` from now. */
  renew(transaction: Transaction, lanes: readonly Lane[], lease: Lease): void;
  /** They were handled: part of the commit that holds the outcome. What is set aside, buried or handled already stays so. Throws `message-unknown`, like the three below. */
  acknowledge(transaction: Transaction, ids: readonly string[]): void;
  /** Handling failed for now: counts the attempt, and hands out nothing more of the lane for `pauseMs`, at most ten minutes. */
  requeue(transaction: Transaction, ids: readonly string[], pauseMs: number): void;
  /** It cannot be read: kept with the reason where a person can see it, never handed out, blocks nobody. */
  setAside(transaction: Transaction, id: string, reason: Reason): void;
  /** Handling failed for good: counts the attempt, and keeps it with the reason where a person can see it. */
  bury(transaction: Transaction, ids: readonly string[], reason: Reason): void;
  /** Frees every lease: right after taking the host's lock, when no other process can hold one. Returns how many messages were leased. */
  releaseAll(transaction: Transaction): number;
  /**
   * Lanes of which `lease` would hand out something, at most `limit` an agent, in the order in which to serve them: by turns one of each
   * agent, and within an agent by turns each lane, the one served last behind all others. Bounded by `limit`, whatever waits.
   */
  dueLanes(reader: Reader, nowMs: number, limit: number): readonly Lane[];
  /** The earliest instant from `nowMs` on at which `dueLanes` names a lane if nothing else happens; undefined when nothing waits and nothing is leased. */
  nextDueMs(reader: Reader, nowMs: number): number | undefined;
  /**
   * Drops the payloads of at most `limit` messages that were handled before `before`, oldest first; returns how many. The rest of each
   * stays, with a digest of what it said: so its key still stands for this one message and no other.
   */
  prune(transaction: Transaction, before: string, limit: number): number;
  /** Whether `prune` would drop anything. */
  isPrunable(reader: Reader, before: string): boolean;
}

export const queue: Queue = {
  send(transaction, message) {
    const payload = payloadText(message.payload);
    const availableAtMs = message.availableAtMs ?? 0;
    // What is due already is due at once, so that only what still has to wait depends on the clock.
    const waitsUntilMs = availableAtMs > transaction.atMs ? availableAtMs : 0;
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
        waitsUntilMs,
      ],
    );
    if (changes === 0) return { id: sameMessage(transaction, message, payload), isNew: false };
    messageSent(transaction, message, waitsUntilMs);
    return { id: message.id, isNew: true };
  },

  lease(transaction, lane, lease, limit) {
    const { agentId, conversationId } = lane;
    const nowMs = transaction.atMs;
    const standing = readLane(transaction, lane);
    if (standing === undefined) return [];
    if (standing.leaseUntilMs === null) {
      if (isHeld(standing.heldUntilMs, nowMs)) return [];
    } else {
      if (standing.leaseUntilMs > nowMs) return [];
      release(transaction, lane);
    }
    if (standing.scheduledAtMs !== null && standing.scheduledAtMs <= nowMs) admitScheduled(transaction, lane);
    // None is leased any more; the two states together are what the index of open messages holds.
    // `+?` because SQLite would plan a statement anew for each bare parameter that stands beside an ORDER BY or LIMIT: 12 µs instead of 2.
    const rows = transaction.all<MessageRow>(
      `SELECT ${MESSAGE_COLUMNS} FROM queue
       WHERE agent_id = +? AND conversation_id = +? AND state IN ('waiting', 'leased') AND available_at_ms = 0
       ORDER BY position LIMIT ? + 0`,
      [agentId, conversationId, limit],
    );
    if (rows.length === 0) return [];
    const otherRequest = rows.findIndex((row) => row.trace_id !== rows[0]?.trace_id);
    const request = otherRequest === -1 ? rows : rows.slice(0, otherRequest);
    for (const row of request) transaction.run(`UPDATE queue SET state = 'leased' WHERE position = ?`, [row.position]);
    leaseLane(transaction, lane, lease);
    return request.map(fromRow);
  },

  read(reader, ids) {
    return reader
      .all<MessageRow>(`SELECT ${MESSAGE_COLUMNS} FROM queue WHERE id IN (SELECT value FROM json_each(?))`, [JSON.stringify(ids)])
      .sort((left, right) => left.position - right.position)
      .map(fromRow);
  },

  renew(transaction, lanes, lease) {
    for (const lane of lanes) renewLane(transaction, lane, lease);
  },

  acknowledge(transaction, ids) {
    settle(transaction, ids, `state = 'done', ended_at = ?`, [transaction.at]);
  },

  requeue(transaction, ids, pauseMs) {
    const untilMs = transaction.atMs + Math.min(pauseMs, HOLD_LIMIT_MS);
    settle(transaction, ids, `state = 'waiting', attempts = attempts + 1`, [], (lane) => {
      if (pauseMs > 0) holdLane(transaction, lane, untilMs);
    });
  },

  setAside(transaction, id, { code, message }) {
    settle(transaction, [id], `state = 'set_aside', ended_at = ?, reason_code = ?, reason = ?`, [transaction.at, code, message]);
  },

  bury(transaction, ids, { code, message }) {
    settle(transaction, ids, `state = 'dead', attempts = attempts + 1, ended_at = ?, reason_code = ?, reason = ?`, [
      transaction.at,
      code,
      message,
    ]);
  },

  releaseAll(transaction) {
    const lanes = transaction.all<Lane & { readonly messages: number }>(
      `SELECT agent_id AS agentId, conversation_id AS conversationId, count(*) AS messages FROM queue
       WHERE state = 'leased' GROUP BY agent_id, conversation_id`,
    );
    for (const lane of lanes) {
      release(transaction, lane);
      messagesSettled(transaction, lane);
    }
    return lanes.reduce((sum, { messages }) => sum + messages, 0);
  },

  dueLanes,
  nextDueMs,

  prune(transaction, before, limit) {
    const rows = transaction.all<{ position: number; payload: string }>(
      `SELECT position, payload FROM queue WHERE ${PRUNABLE} ORDER BY ended_at LIMIT ? + 0`,
      [before, limit],
    );
    for (const { position, payload } of rows) {
      transaction.run(`UPDATE queue SET payload = '', payload_digest = ? WHERE position = ?`, [digestOf(payload), position]);
    }
    return rows.length;
  },

  isPrunable: (reader, before) => reader.get(`SELECT 1 FROM queue WHERE ${PRUNABLE} LIMIT 1`, [before]) !== undefined,
};

/** Room behind each message for those that go on with it, one by one: more than the tool calls a request may have. */
const POSITION_STEP = 1024;

/** Messages sent for later that are let into the order of their lane at once; the rest follow with the next leases. Bounds one lease. */
const ADMITTED_AT_ONCE = 256;

export const MESSAGE_COLUMNS = 'position, id, type, payload, trace_id, agent_id, conversation_id, sent_at, attempts';

/**
 * Rows are never deleted. A desk that was away for months may send again what it does not know to have arrived, and a tool call may be
 * repeated from an old backup; were the key forgotten by then, the message would be handled a second time. What stays of a message takes
 * 440 bytes, some hundred megabytes in a year of six hundred a day; what goes, its words, is most of it and stands elsewhere too.
 */
const PRUNABLE = `state = 'done' AND ended_at IS NOT NULL AND payload_digest IS NULL AND ended_at < +?`;

export interface MessageRow {
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

export function fromRow(row: MessageRow): QueuedMessage {
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

function digestOf(payload: string): Uint8Array {
  return createHash('sha256').update(payload).digest();
}

/** The id of the message that was sent before with the same key, type, lane and payload. */
function sameMessage(transaction: Transaction, message: OutgoingMessage, payload: string): string {
  const earlier = transaction.get<MessageRow & { payload_digest: Uint8Array | null }>(
    `SELECT ${MESSAGE_COLUMNS}, payload_digest FROM queue WHERE idempotency_key = ?`,
    [message.idempotencyKey],
  );
  if (earlier === undefined)
    throw ledgerError('key-conflict', `The id ${message.id} already belongs to another message. This one was not sent.`);
  const isSame =
    earlier.type === message.type &&
    earlier.agent_id === message.agentId &&
    earlier.conversation_id === message.conversationId &&
    (earlier.payload_digest === null
      ? earlier.payload === payload
      : Buffer.compare(earlier.payload_digest, digestOf(payload)) === 0);
  if (isSame) return earlier.id;
  throw ledgerError(
    'key-conflict',
    `Another message was already sent under the key ${message.idempotencyKey}. It is kept; this one was not sent.`,
  );
}

/** What was leased waits again. */
function release(transaction: Transaction, { agentId, conversationId }: Lane): void {
  transaction.run(`UPDATE queue SET state = 'waiting' WHERE agent_id = ? AND conversation_id = ? AND state = 'leased'`, [
    agentId,
    conversationId,
  ]);
}

/** Lets what was sent for later, and is due now, into the order of its lane: from here on no clock that is set back holds it up. */
function admitScheduled(transaction: Transaction, { agentId, conversationId }: Lane): void {
  transaction.run(
    `UPDATE queue SET available_at_ms = 0 WHERE position IN (
       SELECT position FROM queue
       WHERE agent_id = +? AND conversation_id = +? AND state IN ('waiting', 'leased') AND available_at_ms > 0 AND available_at_ms <= +?
       ORDER BY available_at_ms LIMIT ${ADMITTED_AT_ONCE}
     )`,
    [agentId, conversationId, transaction.atMs],
  );
}

/** Ends messages' wait or lease. One that has ended already keeps its end: a late failure does not revive what was handled. */
function settle(
  transaction: Transaction,
  ids: readonly string[],
  assignments: string,
  parameters: readonly (string | number)[],
  onLane: (lane: Lane) => void = () => {},
): void {
  const lanes = new Map<string, Lane>();
  for (const id of ids) {
    // Read and then written: with RETURNING the same takes three times as long.
    const found = transaction.get<Lane & { readonly position: number; readonly isOpen: number }>(
      `SELECT position, agent_id AS agentId, conversation_id AS conversationId, state IN ('waiting', 'leased') AS isOpen
       FROM queue WHERE id = ?`,
      [id],
    );
    if (found === undefined) throw ledgerError('message-unknown', `There is no message ${id} in the queue. Nothing was changed.`);
    if (found.isOpen === 0) continue;
    transaction.run(`UPDATE queue SET ${assignments} WHERE position = ?`, [...parameters, found.position]);
    lanes.set(`${found.agentId}\n${found.conversationId}`, found);
  }
  for (const lane of lanes.values()) {
    onLane(lane);
    messagesSettled(transaction, lane);
  }
}
