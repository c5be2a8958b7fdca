// Looks at a database file before anything may write to it: is it new, ours and whole, damaged, or of a newer VOS?
import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { ledgerError, storageError } from './errors.ts';
import { newestBackup } from './migrate.ts';

/**
 * Up to this size every start has SQLite walk all pages (`quick_check`): 64 MB take about 0.1 s, the budget for a start is 1 s.
 * Above it a start only reads the header and the schema; a damaged page is then met when it is read.
 */
const QUICK_CHECK_LIMIT_BYTES = 64 * 1024 * 1024;

const HEADER_SIZE_BYTES = 100;

/** Where the header keeps `user_version`, a big-endian 32-bit number. */
const USER_VERSION_OFFSET_BYTES = 60;

/** Throws `database-newer` or `database-damaged`, leaving file, write-ahead log and folder as they were. A missing or empty file is fine: a new database. */
export function checkDatabaseFile(path: string, folder: string, latestVersion: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw damaged(path, folder, 'it is a folder');
  }
  const sizeBytes = fileSize(path);
  const logSizeBytes = fileSize(`${path}-wal`);
  if (sizeBytes === 0) {
    // SQLite would throw away a log without its database, and with it what was acknowledged.
    if (logSizeBytes > 0) throw damaged(path, folder, 'it is empty or missing while its write-ahead log is not');
    return;
  }
  const header = readHeader(path);
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') throw damaged(path, folder, 'it is not a SQLite database');
  // The log may hold a newer header, never an older one: what is newer here needs no closer look.
  refuseNewer(header.readInt32BE(USER_VERSION_OFFSET_BYTES), latestVersion);
  const hadSharedMemory = existsSync(`${path}-shm`);
  let isAccepted = false;
  try {
    lookInside(path, folder, latestVersion, sizeBytes);
    isAccepted = true;
  } finally {
    // Even a reader makes these; after a refusal only what was there before may be there.
    if (!isAccepted && !hadSharedMemory) rmSync(`${path}-shm`, { force: true });
    if (!isAccepted && logSizeBytes === 0) rmSync(`${path}-wal`, { force: true });
  }
}

function lookInside(path: string, folder: string, latestVersion: number, sizeBytes: number): void {
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true });
    const version = Number(database.pragma('user_version', { simple: true }));
    refuseNewer(version, latestVersion);
    const { tables } = database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number };
    if (version <= 0 && tables > 0) throw damaged(path, folder, 'it is the database of another program');
    if (sizeBytes > QUICK_CHECK_LIMIT_BYTES) return;
    const verdict = database.pragma('quick_check(1)', { simple: true });
    if (verdict !== 'ok') throw damaged(path, folder, String(verdict).split('\n')[0] ?? '');
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    if (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
      throw damaged(path, folder, error.message, error);
    throw storageError(error);
  } finally {
    database?.close();
  }
}

function refuseNewer(version: number, latestVersion: number): void {
  if (version <= latestVersion) return;
  throw ledgerError(
    'database-newer',
    `This data folder was last used by a newer VOS (database version ${version}; this one knows versions up to ${latestVersion}). Nothing was changed. Start the newer VOS, or choose another data folder.`,
    { detail: { version, latestVersion } },
  );
}

function damaged(path: string, folder: string, reason: string, cause?: unknown): Error {
  const backup = newestBackup(folder);
  const way =
    backup === undefined
      ? 'There is no backup in this folder; keep the file and ask for help before deleting it.'
      : `The newest backup is ${backup}: put a copy of it in the place of the damaged file.`;
  return ledgerError('database-damaged', `The database ${path} is damaged (${reason}). Nothing was changed. ${way}`, {
    detail: { path, backup: backup ?? null },
    ...(cause === undefined ? {} : { cause }),
  });
}

function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_SIZE_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, HEADER_SIZE_BYTES, 0);
  } finally {
    closeSync(file);
  }
  return header;
}
