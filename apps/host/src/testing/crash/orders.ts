// What a host of the crash tests is told, and what it and its judge both know.
import type { ListedPrice } from '@vos/agents';
import type { Migration } from '@vos/ledger/testing';

export interface HostOrders {
  readonly dataFolder: string;
  /** The project's `resources`. */
  readonly resourcesFolder: string;
  readonly modelUrl: string;
  /** Of the outside service. */
  readonly serviceUrl: string;
  /** How many migrations there are beyond those of the product. */
  readonly moreMigrations: number;
  /** Only for places at which the host ends itself. */
  readonly kill: { readonly point: string; readonly time: number } | null;
}

/** Whole millionths of a dollar a token, so that sums are exact. */
export const MODEL_PRICE: ListedPrice = {
  provider: 'crash',
  model: 'test-model',
  input: 2,
  cachedInput: null,
  cacheWrite: null,
  output: 8,
  upToInputTokens: null,
  asOf: '2026-12-01',
  dated: 'the test says so',
  address: 'https://example.com/test-model',
};

/** Each makes a table with one row: a migration that ran twice, or half, shows. */
export function moreMigrations(count: number): readonly Migration[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `crash-${index + 1}`,
    sql: `CREATE TABLE ${moreTable(index + 1)} (notes INTEGER NOT NULL) STRICT;
INSERT INTO ${moreTable(index + 1)} (notes) SELECT count(*) FROM notes;`,
  }));
}

export function moreTable(number: number): string {
  return `crash_${number}`;
}
