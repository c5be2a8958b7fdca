// Prepared statements, kept by their SQL text, and the two views of the database built on them. Errors name the SQL, never its values.
import type { Clock } from '@vos/base';
import Database from 'better-sqlite3';
import { storageError } from './errors.ts';
import type { SqlParameters } from './transaction.ts';

/** Far above the number of different texts in the product; it bounds what SQL put together at run time can pile up. */
const KEPT_STATEMENTS = 1_000;

/** Above a shared transaction's budget for work, so that what is reported is an outlier. */
const SLOW_STATEMENT_MS = 8;

export interface SlowStatement {
  readonly sql: string;
  readonly durationMs: number;
}

export interface Statements {
  get<Row>(sql: string, parameters: SqlParameters | undefined): Row | undefined;
  all<Row>(sql: string, parameters: SqlParameters | undefined): Row[];
  run(sql: string, parameters: SqlParameters | undefined): { readonly changes: number };
  /** Whether the SQL only reads. */
  isReadOnly(sql: string): boolean;
}

interface KeptStatement {
  readonly statement: Database.Statement;
  readonly isReadOnly: boolean;
}

export function createStatements(database: Database.Database, clock: Clock, onSlow?: (slow: SlowStatement) => void): Statements {
  const kept = new Map<string, KeptStatement>();

  function prepare(sql: string): KeptStatement {
    let prepared = kept.get(sql);
    if (prepared === undefined) {
      const statement = database.prepare(sql);
      prepared = { statement, isReadOnly: statement.readonly };
      kept.set(sql, prepared);
      if (kept.size > KEPT_STATEMENTS) for (const oldest of kept.keys()) if (kept.delete(oldest)) break;
    }
    return prepared;
  }

  function timed<Value>(sql: string, execute: (statement: Database.Statement) => Value): Value {
    const startMs = onSlow === undefined ? 0 : clock.monotonicMs();
    try {
      return execute(prepare(sql).statement);
    } catch (error) {
      if (error instanceof Database.SqliteError) error.message += ` (in: ${sql.trim()})`;
      throw storageError(error);
    } finally {
      if (onSlow !== undefined) {
        const durationMs = clock.monotonicMs() - startMs;
        if (durationMs > SLOW_STATEMENT_MS) onSlow({ sql, durationMs });
      }
    }
  }

  return {
    get: <Row>(sql: string, parameters: SqlParameters | undefined) =>
      timed(sql, (statement) => (parameters === undefined ? statement.get() : statement.get(parameters)) as Row | undefined),
    all: <Row>(sql: string, parameters: SqlParameters | undefined) =>
      timed(sql, (statement) => (parameters === undefined ? statement.all() : statement.all(parameters)) as Row[]),
    run: (sql, parameters) => timed(sql, (statement) => (parameters === undefined ? statement.run() : statement.run(parameters))),
    isReadOnly: (sql) => kept.get(sql)?.isReadOnly ?? timed(sql, (statement) => statement.readonly),
  };
}
