// The database of one data folder: one writer, group commit, everything acknowledged is on disk.
import type { Reader, Transaction } from './transaction.ts';

export interface Ledger {
  /**
   * Runs `work` under its own savepoint in the next shared transaction and resolves with its value after the fsync.
   * `work` is synchronous; if it throws, only its own writes are undone and the promise rejects with what it threw.
   * Pieces of work run in the order of their calls, and each sees the writes of those before it.
   * Rejects with `disk-full`, `database-unwritable` or `ledger-closed`; then nothing of it was kept.
   */
  commit<Value>(work: (transaction: Transaction) => Value): Promise<Value>;
  /** The state as of the last commit, plus nothing: reads never see work that may still be undone. */
  readonly read: Reader;
  /** How many shared transactions have reached the disk since opening; for tests and benchmarks. */
  commitCount(): number;
  /** Finishes waiting commits, then closes the database and frees the lock. */
  close(): Promise<void>;
}
