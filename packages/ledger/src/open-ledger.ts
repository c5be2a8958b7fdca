// Opens the database of a data folder: takes the host's lock, looks at the file, migrates it, and hands out the one writer.
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Clock, type CodedError, createDisposer, systemClock } from '@vos/base';
import Database from 'better-sqlite3';
import { startCheckpointThread } from './checkpoint-thread.ts';
import { createCheckpoints } from './checkpoints.ts';
import { checkDatabaseFile } from './database-file.ts';
import { ledgerError, storageError } from './errors.ts';
import { createGroupCommit } from './group-commit.ts';
import { takeHostLock } from './host-lock.ts';
import type { Ledger } from './ledger.ts';
import { migrate, syncFolder } from './migrate.ts';
import { type Migration, migrations as allMigrations } from './migrations/index.ts';
import { createStatements, type SlowStatement } from './statements.ts';
import type { LedgerStepName, OnLedgerStep } from './step.ts';
import type { RecordChange } from './transaction.ts';

/** How long a commit waits for another program that writes to the database by itself, such as a person's SQLite shell. No part of VOS does. */
const BUSY_TIMEOUT_MS = 2_000;

/** What every connection that writes is given, so that what it acknowledged is on the disk. */
const DURABLE: readonly string[] = [
  'synchronous = FULL',
  // There a plain fsync leaves the data in the drive's own cache.
  ...(process.platform === 'darwin' ? ['fullfsync = ON', 'checkpoint_fullfsync = ON'] : []),
];

/** After a burst the write-ahead log is cut back to this; in quiet use it stays near 4 MB. */
const LOG_SIZE_LIMIT_BYTES = 16 * 1024 * 1024;

export interface LedgerOptions {
  /** The data folder; made with mode 0700 if it is missing. */
  readonly folder: string;
  readonly clock?: Clock;
  /** Told of every statement over 8 ms. */
  readonly onSlowStatement?: (slow: SlowStatement) => void;
  /** Told of every change to a record, whoever made it, once it is on disk: the one place from which news of records goes out. */
  readonly onRecordChange?: (change: RecordChange) => void;
  /** Told when the log can no longer be copied into the database, as on a full disk. Nothing is lost; the log grows until it can be again. */
  readonly onCheckpointProblem?: (error: unknown) => void;
  /** Told after each piece of work that was written, and with the reason after each that the disk refused. */
  readonly onStorage?: ((problem: CodedError | undefined) => void) | undefined;
  /** All of them unless a test says otherwise. */
  readonly migrations?: readonly Migration[] | undefined;
  /** Told of every step of opening and writing, before the next one: for a test that ends the process there. */
  readonly onStep?: OnLedgerStep | undefined;
}

export interface OpenLedger extends Ledger {
  /** The database file, for readers with a connection of their own (backups, scans in a worker thread). */
  readonly path: string;
  /** Tells a second start on this folder where this host can be reached. */
  announceAddress(address: string): void;
}

/**
 * Throws CodedErrors: `folder-in-use` (names the running host's address), `folder-unwritable`, `database-newer`, `database-damaged`,
 * `migration-failed`, `disk-full`. After any of them the database is as it was and nothing is left open.
 */
export async function openLedger({
  folder,
  clock = systemClock,
  onSlowStatement,
  onRecordChange,
  onCheckpointProblem = () => {},
  onStorage,
  migrations = allMigrations,
  onStep,
}: LedgerOptions): Promise<OpenLedger> {
  const disposer = createDisposer();
  const pass = (name: LedgerStepName): void => onStep?.({ name, statements: [] });
  try {
    makeFolder(folder);
    const lock = takeHostLock(folder, clock);
    disposer.add(() => lock.release());
    pass('lock-taken');
    const path = join(folder, 'vos.sqlite');
    checkRights(path);
    checkDatabaseFile(path, folder, migrations.length);
    pass('file-checked');
    const database = connect(path);
    disposer.add(() => void database.close());
    pass('connected');
    migrate(database, { folder, clock, migrations, pass });
    database.pragma('foreign_keys = ON');
    pass('migrated');
    const checkpoints = createCheckpoints({
      clock,
      startThread: () => startCheckpointThread(path, DURABLE),
      logSizeBytes: () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      passInWriter: () => void database.pragma('wal_checkpoint(PASSIVE)'),
      pauseWriter: () => group.pause(),
      onProblem: onCheckpointProblem,
    });
    disposer.add(() => checkpoints.close());
    const group = createGroupCommit(database, createStatements(database, clock, onSlowStatement), clock, {
      onRecordChange,
      onCommitted() {
        checkpoints.committed();
        onStorage?.(undefined);
      },
      onRefused: onStorage,
      onStep,
    });
    disposer.add(() => group.close());
    return {
      path,
      commit: group.commit,
      read: group.read,
      commitCount: group.commitCount,
      announceAddress: lock.announce,
      close: () => disposer.dispose(),
    };
  } catch (error) {
    await disposer.dispose();
    throw error;
  }
}

function makeFolder(folder: string): void {
  try {
    if (existsSync(folder)) {
      if (!statSync(folder).isDirectory()) {
        throw ledgerError(
          'folder-unwritable',
          `The data folder ${folder} is a file. Nothing was changed. Move that file away, or choose another folder.`,
        );
      }
      return;
    }
    makeWithParents(folder);
    syncFolder(dirname(folder));
  } catch (error) {
    throw unwritable(error, `VOS cannot make its data folder ${folder}. Choose a folder in which your account may write.`);
  }
}

/** Not `recursive: true`: where a parent can neither be made nor be found, as below /proc, Node then tries for ever. */
function makeWithParents(folder: string): void {
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeWithParents(parent);
  mkdirSync(folder, { mode: 0o700 });
}

/** Before SQLite looks: it would open the file without a word and leave a log beside it that nobody can use. */
function checkRights(path: string): void {
  try {
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw unwritable(error, unwritableSentence(path));
  }
}

function connect(path: string): Database.Database {
  let database: Database.Database | undefined;
  try {
    // Made here because SQLite would let everyone on the machine read it.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
    database.pragma('journal_mode = WAL');
    // After the journal mode: this build of SQLite would sync only at checkpoints in WAL mode.
    for (const pragma of DURABLE) database.pragma(pragma);
    // A thread does that; see checkpoints.ts.
    database.pragma('wal_autocheckpoint = 0');
    database.pragma(`journal_size_limit = ${LOG_SIZE_LIMIT_BYTES}`);
    // What a piece of work would be undone with is kept in memory: beyond 64 KB SQLite would write it to a file, page by page, which made 540
    // write calls of the 310 that a request needs.
    database.pragma('temp_store = MEMORY');
    // Off while migrating; openLedger turns them on.
    database.pragma('foreign_keys = OFF');
    // A file that cannot be written after all is found out here and not by the first commit: nothing else in opening it writes.
    database.exec('BEGIN IMMEDIATE; PRAGMA user_version = 0; ROLLBACK');
    return database;
  } catch (error) {
    database?.close();
    throw unwritable(error, unwritableSentence(path));
  }
}

function unwritableSentence(path: string): string {
  return `VOS cannot read and write its database ${path}. Nothing was changed. Give your account the right to use that file and its folder.`;
}

function unwritable(error: unknown, sentence: string): unknown {
  const storage = storageError(error);
  const isOurs =
    storage instanceof Error &&
    'code' in storage &&
    (storage.code === 'disk-full' || storage.code === 'folder-unwritable' || storage.code === 'database-damaged');
  return isOurs ? storage : ledgerError('folder-unwritable', sentence, { cause: error });
}
