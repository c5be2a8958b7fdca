// Group commit: pieces of work wait for each other for less than a turn of the event loop and share one transaction and one fsync.
// One piece's failure undoes that piece alone; a failure of the disk undoes them all.
import { type Clock, CodedError, isoInstant } from '@vos/base';
import type Database from 'better-sqlite3';
import { ledgerError, storageError } from './errors.ts';
import type { Statements } from './statements.ts';
import type { LedgerStepName, OnLedgerStep } from './step.ts';
import type { Reader, RecordChange, SqlParameters, Transaction } from './transaction.ts';

/**
 * No further piece starts in a shared transaction after this long; the rest go into the next one, a turn of the event loop later.
 * Of the 8 ms a synchronous slice may take: the rest is for the fsync (0.2 ms here, up to 5 on a slow disk) and the callbacks. Measured with two
 * hundred requests at once and with 64 senders: with 4 ms the loop was late by 22 ms, with 2 the queue lost a sixth of its throughput.
 */
const WORK_BUDGET_MS = 2.5;

export interface GroupCommit {
  commit<Value>(work: (transaction: Transaction) => Value): Promise<Value>;
  readonly read: Reader;
  commitCount(): number;
  /** Starts no further shared transaction until the returned function is called; what is asked for meanwhile waits. Closing does not wait for it. */
  pause(): () => void;
  /** Writes what waits, now, and refuses whatever comes later with `ledger-closed`. */
  close(): void;
}

export interface GroupCommitListener {
  readonly onRecordChange?: ((change: RecordChange) => void) | undefined;
  /** After each shared transaction that wrote. */
  readonly onCommitted?: () => void;
  /** After each shared transaction that the disk refused. */
  readonly onRefused?: ((problem: CodedError) => void) | undefined;
  /** Told at each step of each shared transaction; see step.ts. */
  readonly onStep?: OnLedgerStep | undefined;
}

interface Piece {
  readonly work: (transaction: Transaction) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome =
  | { readonly isKept: true; readonly value: unknown; readonly callbacks: readonly (() => void)[]; readonly hasWritten: boolean }
  | { readonly isKept: false; readonly error: unknown };

export function createGroupCommit(
  database: Database.Database,
  statements: Statements,
  clock: Clock,
  { onRecordChange = () => {}, onCommitted = () => {}, onRefused, onStep }: GroupCommitListener = {},
): GroupCommit {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const end = database.prepare('COMMIT');
  const undoAll = database.prepare('ROLLBACK');
  const savepoint = database.prepare('SAVEPOINT piece');
  const keepPiece = database.prepare('RELEASE piece');
  const undoPiece = database.prepare('ROLLBACK TO piece');

  let waiting: Piece[] = [];
  let isScheduled = false;
  let isRunning = false;
  let isClosed = false;
  let isPaused = false;
  let commits = 0;
  /** What the shared transaction has written; kept only for a listener. */
  let written: string[] = [];

  function pass(name: LedgerStepName): void {
    onStep?.({ name, statements: written });
  }

  // setImmediate and not a microtask: everything asked for in this turn of the event loop shares the transaction, and a lone
  // commit still starts within microseconds (measured: 4 µs p50), since the loop does not wait while an immediate is due.
  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(flush);
  }

  function flush(): void {
    isScheduled = false;
    if (isPaused) return;
    if (waiting.length > 0) writeBatch();
    if (waiting.length > 0) schedule();
  }

  function writeBatch(): void {
    const startMs = clock.monotonicMs();
    const outcomes: Outcome[] = [];
    let hasWritten = false;
    let failure: { readonly error: unknown } | undefined;
    // If not even BEGIN succeeds, everyone who waits is told: the next transaction would fail in the same way.
    let startedCount = waiting.length;
    isRunning = true;
    written = [];
    try {
      begin.run();
      pass('commit-begun');
      startedCount = 0;
      const instant = instantOf(clock.now());
      do {
        const piece = waiting[startedCount];
        if (piece === undefined) break;
        startedCount += 1;
        const outcome = runPiece(piece, instant);
        hasWritten ||= outcome.isKept && outcome.hasWritten;
        outcomes.push(outcome);
      } while (clock.monotonicMs() - startMs < WORK_BUDGET_MS);
      pass('commit-written');
      end.run();
      pass('commit-kept');
    } catch (error) {
      failure = { error: storageError(error) };
      // SQLite ends the transaction by itself after some failures and not after others.
      if (database.inTransaction) undoAll.run();
    } finally {
      isRunning = false;
    }
    const settled = waiting.slice(0, startedCount);
    waiting = waiting.slice(startedCount);
    if (failure === undefined && hasWritten) commits += 1;
    settle(settled, outcomes, failure);
    pass('commit-told');
    if (failure === undefined && hasWritten) onCommitted();
    if (failure?.error instanceof CodedError) onRefused?.(failure.error);
  }

  function runPiece(piece: Piece, instant: Instant): Outcome {
    savepoint.run();
    const onWrite = onStep === undefined ? undefined : (sql: string) => void written.push(sql);
    const open = openTransaction(database, statements, instant, { onRecordChange, onWrite });
    let outcome: Outcome;
    try {
      const value = piece.work(open.transaction);
      if (isThenable(value)) throw new Error('Broken assumption: work given to commit is synchronous, it returned a promise');
      outcome = { isKept: true, value, callbacks: open.callbacks, hasWritten: open.hasWritten() };
    } catch (error) {
      outcome = { isKept: false, error };
    }
    open.end();
    // The disk failed in the middle of the work and SQLite has undone the whole transaction, earlier pieces included.
    if (!database.inTransaction) throw transactionLost(open.failure());
    if (!outcome.isKept) undoPiece.run();
    keepPiece.run();
    return outcome;
  }

  const refuseInsideWork = (): void => {
    if (isRunning)
      throw new Error('Broken assumption: inside commit, read through the transaction; ledger.read shows only what is kept');
  };
  const refuseWriting = (sql: string): void => {
    if (!statements.isReadOnly(sql)) throw new Error(`Broken assumption: ledger.read only reads (in: ${sql.trim()})`);
  };

  return {
    commit: <Value>(work: (transaction: Transaction) => Value) =>
      new Promise<Value>((resolve, reject) => {
        if (isClosed) {
          reject(ledgerError('ledger-closed', 'VOS is shutting down. This change was not saved; start VOS again and repeat it.'));
          return;
        }
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        schedule();
      }),
    read: {
      get: <Row>(sql: string, parameters?: SqlParameters) => {
        refuseInsideWork();
        refuseWriting(sql);
        return statements.get<Row>(sql, parameters);
      },
      all: <Row>(sql: string, parameters?: SqlParameters) => {
        refuseInsideWork();
        refuseWriting(sql);
        return statements.all<Row>(sql, parameters);
      },
    },
    commitCount: () => commits,
    pause() {
      isPaused = true;
      return () => {
        isPaused = false;
        schedule();
      };
    },
    close() {
      if (isRunning) throw new Error('Broken assumption: a ledger is not closed from inside its own commit');
      isClosed = true;
      while (waiting.length > 0) writeBatch();
    },
  };
}

function transactionLost(cause: unknown): unknown {
  if (cause instanceof CodedError && (cause.code === 'disk-full' || cause.code === 'database-unwritable')) return cause;
  return ledgerError(
    'database-unwritable',
    'The database gave up the last change and did not save it; everything before it is kept. Check the disk.',
    {
      retryable: true,
      ...(cause === undefined ? {} : { cause }),
    },
  );
}

/** The time of a shared transaction: written out once for all who ask. */
interface Instant {
  readonly atMs: number;
  at(): string;
}

function instantOf(atMs: number): Instant {
  let at: string | undefined;
  return { atMs, at: () => (at ??= isoInstant(atMs)) };
}

interface OpenTransaction {
  readonly transaction: Transaction;
  readonly callbacks: readonly (() => void)[];
  hasWritten(): boolean;
  /** What SQLite reported last, also when the work has hidden it. */
  failure(): unknown;
  end(): void;
}

function openTransaction(
  database: Database.Database,
  statements: Statements,
  instant: Instant,
  {
    onRecordChange,
    onWrite,
  }: { readonly onRecordChange: (change: RecordChange) => void; readonly onWrite: ((sql: string) => void) | undefined },
): OpenTransaction {
  const callbacks: (() => void)[] = [];
  let isOpen = true;
  let hasWritten = false;
  let failure: unknown;

  function check(): void {
    if (!isOpen) throw new Error('Broken assumption: a transaction is used only inside its own work');
    // Without this, a statement after SQLite gave the transaction up, as it does only when one fails, would be committed on its own.
    if (failure !== undefined && !database.inTransaction) throw transactionLost(failure);
  }

  function execute<Value>(statement: () => Value): Value {
    check();
    try {
      return statement();
    } catch (error) {
      failure = error;
      throw error;
    }
  }

  return {
    callbacks,
    hasWritten: () => hasWritten,
    failure: () => failure,
    end: () => void (isOpen = false),
    transaction: {
      get: <Row>(sql: string, parameters?: SqlParameters) =>
        execute(() => {
          const row = statements.get<Row>(sql, parameters);
          hasWritten ||= !statements.isReadOnly(sql);
          return row;
        }),
      all: <Row>(sql: string, parameters?: SqlParameters) =>
        execute(() => {
          const rows = statements.all<Row>(sql, parameters);
          hasWritten ||= !statements.isReadOnly(sql);
          return rows;
        }),
      run: (sql, parameters) =>
        execute(() => {
          const { changes } = statements.run(sql, parameters);
          hasWritten ||= changes > 0;
          if (changes > 0) onWrite?.(sql);
          return { changes };
        }),
      get at() {
        return instant.at();
      },
      atMs: instant.atMs,
      afterCommit(callback) {
        check();
        callbacks.push(callback);
      },
      recordChanged(change) {
        check();
        callbacks.push(() => onRecordChange(change));
      },
    },
  };
}

/** Callbacks of all kept pieces in order first, then the promises. Whoever waits on a promise finds every callback done. */
function settle(pieces: readonly Piece[], outcomes: readonly Outcome[], failure: { readonly error: unknown } | undefined): void {
  if (failure !== undefined) {
    for (const piece of pieces) piece.reject(failure.error);
    return;
  }
  for (const outcome of outcomes) if (outcome.isKept) for (const callback of outcome.callbacks) tell(callback);
  for (const [index, piece] of pieces.entries()) {
    const outcome = outcomes[index];
    if (outcome?.isKept === true) piece.resolve(outcome.value);
    else piece.reject(outcome?.error);
  }
}

/** What a callback throws is its own bug: it surfaces as an uncaught exception and spoils neither the commit nor other callbacks. */
function tell(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
