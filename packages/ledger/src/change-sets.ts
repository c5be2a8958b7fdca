// Every change to a record: what it was, what it became, who did it and why. Records are written here and nowhere else.
import { must } from '@vos/base';
import { ledgerError } from './errors.ts';
import type { Reader, SqlValue, Transaction } from './transaction.ts';

/** How one kind of record lies in its table. The table has a column `id`. */
export interface RecordKind<Entity extends { readonly id: string }> {
  /** `note`, `message` …; part of the journal's paths, never renamed. */
  readonly kind: string;
  readonly table: string;
  /** Every column but `id`, with its value for an entity. */
  toRow(entity: Entity): Readonly<Record<string, SqlValue>>;
  fromRow(row: Readonly<Record<string, SqlValue>>): Entity;
  /** What undo writes to bring `earlier` back over `current`; `earlier` itself when absent. For counts that must never be used twice. */
  restored?(earlier: Entity, current: Entity): Entity;
}

export interface ChangeCause {
  /** `user` or an agent's id. */
  readonly actor: string;
  /** The command or turn behind it: `message/send`, `turn_…`. */
  readonly cause: string;
}

export interface ChangeSet {
  /** Undefined until the first change. */
  readonly id: number | undefined;
  /** Creates or replaces the record with this entity's id. An equal record changes nothing. */
  put<Entity extends { readonly id: string }>(kind: RecordKind<Entity>, entity: Entity): void;
  /** Removes the record if there is one. */
  remove<Entity extends { readonly id: string }>(kind: RecordKind<Entity>, id: string): void;
}

export interface ChangeSets {
  /** A change set in this transaction; its row and its outbox row are written with the first change, so an empty one leaves nothing. */
  begin(transaction: Transaction, cause: ChangeCause): ChangeSet;
  /**
   * Appends the reverse of a change set. Throws `undo-conflict` when a record has changed since, naming it, and `change-set-unknown`.
   * `kinds` are the kinds of record it may touch; a record of any other kind is also an `undo-conflict`. Returns the id of the new change set.
   */
  undo(
    transaction: Transaction,
    changeSetId: number,
    cause: ChangeCause,
    kinds: readonly RecordKind<{ readonly id: string }>[],
  ): number;
}

export function readRecord<Entity extends { readonly id: string }>(
  reader: Reader,
  kind: RecordKind<Entity>,
  id: string,
): Entity | undefined {
  const row = reader.get<Record<string, SqlValue>>(`SELECT ${kind.table}.* FROM ${kind.table} WHERE id = ?`, [id]);
  return row === undefined ? undefined : kind.fromRow(row);
}

export const changeSets: ChangeSets = {
  begin: (transaction, cause) => beginChangeSet(transaction, cause, null),

  undo(transaction, changeSetId, cause, kinds) {
    const changes = transaction.all<ChangeRow>(
      'SELECT kind, record_id, before, after FROM changes WHERE change_set_id = ? ORDER BY ordinal DESC',
      [changeSetId],
    );
    // A change set is written with its first change, so one without changes does not exist.
    if (changes.length === 0)
      throw ledgerError('change-set-unknown', `There is no change number ${changeSetId}. Nothing was undone.`);
    const reverse = beginChangeSet(transaction, cause, changeSetId);
    const seen = new Set<string>();
    for (const change of changes) {
      const kind = kinds.find((candidate) => candidate.kind === change.kind);
      if (kind === undefined) throw undoConflict(change, 'cannot be changed this way');
      // Only the last state the set gave a record has to be the one it still has.
      const name = `${change.kind} ${change.record_id}`;
      if (!seen.has(name) && latestState(transaction, change) !== change.after) throw undoConflict(change, 'has changed since');
      seen.add(name);
    }
    for (const change of changes) {
      const kind = kinds.find((candidate) => candidate.kind === change.kind);
      if (kind === undefined) continue;
      if (change.before === null) reverse.remove(kind, change.record_id);
      else reverse.put(kind, restoredState(transaction, kind, JSON.parse(change.before) as { readonly id: string }));
    }
    return reverse.idOrWrite();
  },
};

interface ChangeRow {
  readonly kind: string;
  readonly record_id: string;
  readonly before: string | null;
  readonly after: string | null;
}

function beginChangeSet(
  transaction: Transaction,
  { actor, cause }: ChangeCause,
  undoes: number | null,
): ChangeSet & { idOrWrite(): number } {
  let id: number | undefined;
  let ordinal = 0;

  function idOrWrite(): number {
    if (id === undefined) {
      const row = transaction.get<{ id: number }>(
        'INSERT INTO change_sets (actor, cause, at, undoes) VALUES (?, ?, ?, ?) RETURNING id',
        [actor, cause, transaction.at, undoes],
      );
      id = must(row, 'an insert returns its row').id;
      // A row may be deleted once the journal holds its change set: ids are never used again, so that what the journal held last is enough to
      // know what it still lacks, and nothing is written there twice.
      transaction.run('INSERT INTO outbox (change_set_id) VALUES (?)', [id]);
    }
    return id;
  }

  function record(kind: string, recordId: string, before: string | null, after: string | null): void {
    transaction.run('INSERT INTO changes (change_set_id, ordinal, kind, record_id, before, after) VALUES (?, ?, ?, ?, ?, ?)', [
      idOrWrite(),
      ordinal,
      kind,
      recordId,
      before,
      after,
    ]);
    ordinal += 1;
    transaction.recordChanged({ changeSetId: idOrWrite(), actor, kind, recordId, before, after });
  }

  return {
    get id() {
      return id;
    },
    idOrWrite,
    put(kind, entity) {
      const before = stateOf(transaction, kind, entity.id);
      write(transaction, kind, entity, before !== null);
      // Read back, so that both sides of a change are what the table holds and compare as text.
      const after = stateOf(transaction, kind, entity.id);
      if (before !== after) record(kind.kind, entity.id, before, after);
    },
    remove(kind, recordId) {
      const before = stateOf(transaction, kind, recordId);
      if (before === null) return;
      transaction.run(`DELETE FROM ${kind.table} WHERE id = ?`, [recordId]);
      record(kind.kind, recordId, before, null);
    },
  };
}

function restoredState<Entity extends { readonly id: string }>(
  reader: Reader,
  kind: RecordKind<Entity>,
  earlier: Entity,
): Entity {
  const current = kind.restored === undefined ? undefined : readRecord(reader, kind, earlier.id);
  return current === undefined ? earlier : (kind.restored?.(earlier, current) ?? earlier);
}

/** An update where there is a row: replacing it would give it a new rowid, by which full text and positions know it. */
function write<Entity extends { readonly id: string }>(
  transaction: Transaction,
  kind: RecordKind<Entity>,
  entity: Entity,
  exists: boolean,
): void {
  const row = kind.toRow(entity);
  const columns = Object.keys(row);
  const values = Object.values(row);
  if (exists) {
    transaction.run(`UPDATE ${kind.table} SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`, [
      ...values,
      entity.id,
    ]);
    return;
  }
  transaction.run(`INSERT INTO ${kind.table} (id, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`, [
    entity.id,
    ...values,
  ]);
}

function stateOf<Entity extends { readonly id: string }>(reader: Reader, kind: RecordKind<Entity>, id: string): string | null {
  const entity = readRecord(reader, kind, id);
  return entity === undefined ? null : JSON.stringify(entity);
}

function latestState(reader: Reader, { kind, record_id: recordId }: ChangeRow): string | null {
  const row = reader.get<{ after: string | null }>(
    'SELECT after FROM changes WHERE kind = ? AND record_id = ? ORDER BY change_set_id DESC, ordinal DESC LIMIT 1',
    [kind, recordId],
  );
  return row?.after ?? null;
}

function undoConflict({ kind, record_id: recordId }: ChangeRow, what: string): Error {
  return ledgerError(
    'undo-conflict',
    `The ${kind} ${recordId} ${what}, so nothing was undone. Look at it as it is now and change it by hand.`,
    {
      detail: { kind, recordId },
    },
  );
}
