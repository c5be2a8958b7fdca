// Messages that were not handled: their handling failed for good, or they cannot be read. A person can look at them, have one tried
// again, or drop it from the list.
import type { ChangeSet, RecordKind } from './change-sets.ts';
import { ledgerError } from './errors.ts';
import { type Lane, messageSent } from './lanes.ts';
import { fromRow, MESSAGE_COLUMNS, type MessageRow, type QueuedMessage, type Reason } from './queue.ts';
import type { Reader, Transaction } from './transaction.ts';

export interface DeadLetter extends QueuedMessage {
  /** `failed` after it was tried, `unreadable` when it never could be. */
  readonly kind: 'failed' | 'unreadable';
  readonly reason: Reason;
  /** Since when, ISO 8601. */
  readonly endedAt: string;
}

/** That a person dropped one. Apart from the queue, so that dropping adds a row, takes nothing away and can be undone like any change. */
export const letterDropKind: RecordKind<{ readonly id: string; readonly droppedAt: string }> = {
  kind: 'letter_drop',
  table: 'dropped_letters',
  toRow: ({ droppedAt }) => ({ dropped_at: droppedAt }),
  fromRow: (row) => ({ id: String(row['id']), droppedAt: String(row['dropped_at']) }),
};

export interface DeadLetters {
  /** Without dropped ones, the latest first, at most `limit`. */
  list(reader: Reader, limit: number): readonly DeadLetter[];
  /** How many `list` would name without a limit. */
  count(reader: Reader): number;
  /** Undefined for a message that is no dead letter, and for one that was dropped. */
  find(reader: Reader, id: string): DeadLetter | undefined;
  /**
   * Hands the message out again: the same one, at its old place in its lane, with all its attempts before it. Returns the lane, to be woken
   * in the same commit. Throws `dead-letter-unknown`, as does `drop`.
   */
  retry(transaction: Transaction, id: string): Lane;
  /** Leaves it out of the list from now on. Undoing the change brings it back. */
  drop(transaction: Transaction, changes: ChangeSet, id: string): void;
  /** All that `list` would name without a limit; returns how many. Throws `dead-letter-unknown` where there are none. */
  dropAll(transaction: Transaction, changes: ChangeSet): number;
}

export const deadLetters: DeadLetters = {
  list(reader, limit) {
    // One state at a time, since each lies in order in the index; the two are then put in order together.
    return (['dead', 'set_aside'] as const)
      .flatMap((state) =>
        reader.all<LetterRow>(
          `SELECT ${LETTER_COLUMNS} FROM queue WHERE state = '${state}' AND ${SHOWN} ORDER BY ended_at DESC LIMIT ? + 0`,
          [limit],
        ),
      )
      .sort((left, right) => right.ended_at.localeCompare(left.ended_at) || right.position - left.position)
      .slice(0, limit)
      .map(letterFromRow);
  },

  count: (reader) =>
    reader.get<{ count: number }>(`SELECT count(*) AS count FROM queue WHERE state IN ('dead', 'set_aside') AND ${SHOWN}`)
      ?.count ?? 0,

  find,

  retry(transaction, id) {
    const letter = known(transaction, id);
    transaction.run(
      `UPDATE queue SET state = 'waiting', attempts = 0, available_at_ms = 0, ended_at = NULL, reason_code = NULL, reason = NULL WHERE id = ?`,
      [id],
    );
    messageSent(transaction, letter, 0);
    return { agentId: letter.agentId, conversationId: letter.conversationId };
  },

  drop(transaction, changes, id) {
    known(transaction, id);
    changes.put(letterDropKind, { id, droppedAt: transaction.at });
  },

  dropAll(transaction, changes) {
    const letters = transaction.all<{ id: string }>(`SELECT id FROM queue WHERE state IN ('dead', 'set_aside') AND ${SHOWN}`);
    if (letters.length === 0) throw ledgerError('dead-letter-unknown', 'There are none any more. Nothing was changed.');
    for (const { id } of letters) changes.put(letterDropKind, { id, droppedAt: transaction.at });
    return letters.length;
  },
};

const LETTER_COLUMNS = `${MESSAGE_COLUMNS}, state, ended_at, reason_code, reason`;

const SHOWN = `ended_at IS NOT NULL AND payload_digest IS NULL AND NOT EXISTS (SELECT 1 FROM dropped_letters WHERE dropped_letters.id = queue.id)`;

interface LetterRow extends MessageRow {
  readonly state: 'dead' | 'set_aside';
  readonly ended_at: string;
  readonly reason_code: string;
  readonly reason: string;
}

function find(reader: Reader, id: string): DeadLetter | undefined {
  const row = reader.get<LetterRow>(
    `SELECT ${LETTER_COLUMNS} FROM queue WHERE id = ? AND state IN ('dead', 'set_aside') AND ${SHOWN}`,
    [id],
  );
  return row === undefined ? undefined : letterFromRow(row);
}

function known(reader: Reader, id: string): DeadLetter {
  const letter = find(reader, id);
  if (letter === undefined) {
    throw ledgerError(
      'dead-letter-unknown',
      'This request is not among those that were set aside any more. Nothing was changed.',
    );
  }
  return letter;
}

function letterFromRow(row: LetterRow): DeadLetter {
  return {
    ...fromRow(row),
    kind: row.state === 'dead' ? 'failed' : 'unreadable',
    reason: { code: row.reason_code, message: row.reason },
    endedAt: row.ended_at,
  };
}
