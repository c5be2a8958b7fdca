// The durable queue. A lane is one agent in one conversation; messages of a lane are handled in the order sent.
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
  /** Leases the lane's due messages, oldest first, at most `limit`. */
  lease(transaction: Transaction, lane: Lane, lease: Lease, limit: number): readonly QueuedMessage[];
  /** The messages with these ids, in queue order, whatever their state; for resuming a turn. */
  read(reader: Reader, ids: readonly string[]): readonly QueuedMessage[];
  renew(transaction: Transaction, lease: Lease): void;
  /** They were handled: part of the commit that holds the outcome. */
  acknowledge(transaction: Transaction, ids: readonly string[]): void;
  /** Handling failed for now: counts the attempt and hands them out again from `availableAtMs` on. */
  requeue(transaction: Transaction, ids: readonly string[], availableAtMs: number): void;
  /** It cannot be read: kept with the reason, never handed out, blocks nobody. */
  setAside(transaction: Transaction, id: string, reason: string): void;
  /** Handling failed for good: kept with the reason where a person can see it. */
  bury(transaction: Transaction, ids: readonly string[], reason: string): void;
  /** Frees every lease: right after taking the host's lock, when no other process can hold one. */
  releaseAll(transaction: Transaction): number;
  /** Lanes with a message that is due, longest waiting first. */
  dueLanes(reader: Reader, nowMs: number): readonly Lane[];
  /** When the next waiting message falls due, or undefined. */
  nextDueMs(reader: Reader): number | undefined;
}
