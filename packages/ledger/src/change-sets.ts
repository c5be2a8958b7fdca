// Every change to a record: what it was, what it became, who did it and why. Records are written here and nowhere else.
import type { SqlValue, Reader, Transaction } from './transaction.ts';

/** How one kind of record lies in its table. The table has a column `id`. */
export interface RecordKind<Entity extends { readonly id: string }> {
  /** `note`, `message` …; part of the journal's paths, never renamed. */
  readonly kind: string;
  readonly table: string;
  /** Every column but `id`, with its value for an entity. */
  toRow(entity: Entity): Readonly<Record<string, SqlValue>>;
  fromRow(row: Readonly<Record<string, SqlValue>>): Entity;
}

export interface ChangeCause {
  /** `user` or an agent's id. */
  readonly actor: string;
  /** The command or turn behind it: `message/send`, `turn_…`. */
  readonly cause: string;
}

export interface ChangeSet {
  /** Creates or replaces the record with this entity's id. */
  put<Entity extends { readonly id: string }>(kind: RecordKind<Entity>, entity: Entity): void;
  remove<Entity extends { readonly id: string }>(kind: RecordKind<Entity>, id: string): void;
}

export interface ChangeSets {
  /** A change set in this transaction; its row and its outbox row are written with the first change, so an empty one leaves nothing. */
  begin(transaction: Transaction, cause: ChangeCause): ChangeSet;
  /**
   * Appends the reverse of a change set. Throws `undo-conflict` when a record has changed since, naming it, and `change-set-unknown`.
   * `kinds` are the kinds of record it may touch. Returns the id of the new change set.
   */
  undo(transaction: Transaction, changeSetId: number, cause: ChangeCause, kinds: readonly RecordKind<never>[]): number;
}

export function readRecord<Entity extends { readonly id: string }>(reader: Reader, kind: RecordKind<Entity>, id: string): Entity | undefined {
  const row = reader.get<Record<string, SqlValue>>(`SELECT ${kind.table}.* FROM ${kind.table} WHERE id = ?`, [id]);
  return row === undefined ? undefined : kind.fromRow(row);
}
