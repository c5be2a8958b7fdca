// What cannot be undone: an intent before it, a receipt after it, under one key.
import type { Reader, Transaction } from './transaction.ts';

export type Effect = {
  readonly key: string;
  readonly kind: string;
  readonly turnId: string | null;
  /** The request exactly as it was intended, JSON text. */
  readonly request: string;
} & (
  | { readonly state: 'intended' }
  | { readonly state: 'done'; readonly receipt: string }
  | { readonly state: 'failed'; readonly receipt: string }
  /** Tried, outcome not known: never repeated on a guess. */
  | { readonly state: 'uncertain' }
);

export interface Effects {
  /** Records the intent, or returns the effect already under this key. A different request under the key throws `key-conflict`. */
  intend(transaction: Transaction, effect: { readonly key: string; readonly kind: string; readonly turnId: string | null; readonly request: string }): Effect;
  /** Records the outcome of an intended or uncertain effect. Throws `effect-settled` if another outcome is recorded. */
  settle(transaction: Transaction, key: string, outcome: { readonly state: 'done' | 'failed'; readonly receipt: string } | { readonly state: 'uncertain' }): void;
  find(reader: Reader, key: string): Effect | undefined;
  /** Intended but not settled, oldest first: what recovery asks about. */
  unsettled(reader: Reader): readonly Effect[];
}
