// The list of migrations. A migration is never edited once released: a change of the database is a new number.
import { foundation } from './0001-foundation.ts';

export interface Migration {
  readonly name: string;
  /** Runs in one transaction with foreign keys unenforced; they are checked before it ends. No deferred constraints: they would fail others' commits. */
  readonly sql: string;
}

/** In order: the first one makes version 1. */
export const migrations: readonly Migration[] = [{ name: 'foundation', sql: foundation }];
