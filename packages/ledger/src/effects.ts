// What cannot be undone: an intent before it, a receipt after it, under one key.
import { ledgerError } from './errors.ts';
import type { Reader, Transaction } from './transaction.ts';

export type Effect = {
  readonly key: string;
  readonly kind: string;
  readonly turnId: string | null;
  /** The request exactly as it was intended, JSON text. */
  readonly request: string;
  /** ISO 8601. */
  readonly intendedAt: string;
} & (
  | { readonly state: 'intended' }
  | { readonly state: 'done'; readonly receipt: string }
  | { readonly state: 'failed'; readonly receipt: string }
  /** Tried, outcome not known: never repeated on a guess. */
  | { readonly state: 'uncertain' }
);

export interface Effects {
  /** Records the intent, or returns the effect already under this key. A different request under the key throws `key-conflict`. */
  intend(
    transaction: Transaction,
    effect: { readonly key: string; readonly kind: string; readonly turnId: string | null; readonly request: string },
  ): Effect;
  /** Records the outcome of an intended or uncertain effect; the same outcome twice is fine. Throws `effect-settled` if another one is recorded, and `effect-unknown`. */
  settle(
    transaction: Transaction,
    key: string,
    outcome: { readonly state: 'done' | 'failed'; readonly receipt: string } | { readonly state: 'uncertain' },
  ): void;
  find(reader: Reader, key: string): Effect | undefined;
  /** Intended but not settled, oldest first: what recovery asks about. Uncertain ones have been asked about and wait for the user. */
  unsettled(reader: Reader): readonly Effect[];
  /** Those of one kind whose outcome nobody knows, the latest first. */
  uncertain(reader: Reader, kind: string): readonly Effect[];
  /** Those of one turn, whatever became of them. */
  ofTurn(reader: Reader, turnId: string): readonly Effect[];
}

export const effects: Effects = {
  intend(transaction, { key, kind, turnId, request }) {
    const { changes } = transaction.run(
      `INSERT INTO effects (key, kind, turn_id, request, state, intended_at) VALUES (?, ?, ?, ?, 'intended', ?) ON CONFLICT (key) DO NOTHING`,
      [key, kind, turnId, request, transaction.at],
    );
    if (changes === 1) return { key, kind, turnId, request, state: 'intended', intendedAt: transaction.at };
    const earlier = find(transaction, key);
    if (earlier === undefined || earlier.kind !== kind || earlier.request !== request) {
      throw ledgerError(
        'key-conflict',
        `Something else was already intended under the key ${key}. Its record is kept; this was not started.`,
      );
    }
    return earlier;
  },

  settle(transaction, key, outcome) {
    const receipt = outcome.state === 'uncertain' ? null : outcome.receipt;
    const { changes } = transaction.run(
      `UPDATE effects SET state = ?, receipt = ?, settled_at = ? WHERE key = ? AND state IN ('intended', 'uncertain')`,
      [outcome.state, receipt, transaction.at, key],
    );
    if (changes === 1) return;
    const earlier = find(transaction, key);
    if (earlier === undefined)
      throw ledgerError('effect-unknown', `Nothing was intended under the key ${key}, so no outcome was recorded.`);
    const isSame = earlier.state === outcome.state && 'receipt' in earlier && earlier.receipt === receipt;
    if (!isSame)
      throw ledgerError(
        'effect-settled',
        `What was intended under the key ${key} already has another outcome. That one is kept.`,
      );
  },

  find,

  unsettled(reader) {
    return reader
      .all<EffectRow>(
        `SELECT ${COLUMNS} FROM effects WHERE state IN ('intended', 'uncertain') AND state = 'intended' ORDER BY intended_at, key`,
      )
      .map(fromRow);
  },

  uncertain(reader, kind) {
    return reader
      .all<EffectRow>(
        `SELECT ${COLUMNS} FROM effects WHERE state IN ('intended', 'uncertain') AND state = 'uncertain' AND kind = ? ORDER BY intended_at DESC, key`,
        [kind],
      )
      .map(fromRow);
  },

  ofTurn(reader, turnId) {
    return reader
      .all<EffectRow>(`SELECT ${COLUMNS} FROM effects WHERE turn_id = ? ORDER BY intended_at, key`, [turnId])
      .map(fromRow);
  },
};

const COLUMNS = 'key, kind, turn_id, request, state, receipt, intended_at';

interface EffectRow {
  readonly key: string;
  readonly kind: string;
  readonly turn_id: string | null;
  readonly request: string;
  readonly state: Effect['state'];
  readonly receipt: string | null;
  readonly intended_at: string;
}

function find(reader: Reader, key: string): Effect | undefined {
  const row = reader.get<EffectRow>(`SELECT ${COLUMNS} FROM effects WHERE key = ?`, [key]);
  return row === undefined ? undefined : fromRow(row);
}

function fromRow({ key, kind, turn_id: turnId, request, state, receipt, intended_at: intendedAt }: EffectRow): Effect {
  const effect = { key, kind, turnId, request, intendedAt };
  if (state === 'done' || state === 'failed') return { ...effect, state, receipt: receipt ?? '' };
  return { ...effect, state };
}
