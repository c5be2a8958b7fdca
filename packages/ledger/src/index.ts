export { readRecord } from './change-sets.ts';
export type { ChangeCause, ChangeSet, ChangeSets, RecordKind } from './change-sets.ts';
export type { Effect, Effects } from './effects.ts';
export type { Ledger } from './ledger.ts';
export type { Lane, Lease, OutgoingMessage, QueuedMessage, Queue } from './queue.ts';
export type { Reader, SqlParameters, SqlValue, Transaction } from './transaction.ts';
