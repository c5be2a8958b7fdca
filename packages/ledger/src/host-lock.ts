// One host a data folder. The lock is a transaction held open on `host.lock`: the system frees it the moment the process ends, however it ends.
// `host.json` beside it only says who holds it; a stale one means nothing.
import { readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, isoInstant } from '@vos/base';
import Database from 'better-sqlite3';
import { errorCode, ledgerError } from './errors.ts';

/**
 * Two starters can get in each other's way for an instant while both are refused or one wins; SQLite retries this long.
 * It is also what a second start waits before it hears that the folder is taken.
 */
const LOCK_TIMEOUT_MS = 250;

export interface Host {
  readonly pid: number;
  /** Where it can be reached, null before it listens or when it is a desktop that does not. */
  readonly address: string | null;
  readonly startedAt: string;
}

export interface HostLock {
  /** Writes the address into host.json for a second start to name. */
  announce(address: string): void;
  release(): void;
}

/**
 * Takes the lock, or throws `folder-in-use` with the running host as `detail`, or `folder-unwritable`.
 * Nothing in this process may open and close `host.lock` by other means while it is held: on POSIX that would drop the lock.
 */
export function takeHostLock(folder: string, clock: Clock): HostLock {
  const lock = openLock(folder);
  const startedAt = isoInstant(clock.now());
  writeHost(folder, { pid: process.pid, address: null, startedAt });
  return {
    announce: (address) => writeHost(folder, { pid: process.pid, address, startedAt }),
    release() {
      // While the lock is still held, so that it cannot be the next host's file.
      rmSync(hostFile(folder), { force: true });
      lock.close();
    },
  };
}

function openLock(folder: string): Database.Database {
  const path = join(folder, 'host.lock');
  try {
    return lockExclusively(path);
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE_BUSY')) throw folderInUse(folder, error);
    try {
      // A damaged lock file holds nothing and cannot be locked by anyone: empty, it is good again.
      if (errorCode(error) === 'SQLITE_NOTADB') {
        truncateSync(path);
        return lockExclusively(path);
      }
    } catch (secondError) {
      if (errorCode(secondError).startsWith('SQLITE_BUSY')) throw folderInUse(folder, secondError);
    }
    throw ledgerError(
      'folder-unwritable',
      `VOS cannot write in its data folder ${folder}. Nothing was changed. Give your account the right to write there, or choose another folder.`,
      {
        cause: error,
      },
    );
  }
}

function lockExclusively(path: string): Database.Database {
  const lock = new Database(path, { timeout: LOCK_TIMEOUT_MS });
  try {
    // Nothing is ever written, so no journal file is wanted beside it.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

function folderInUse(folder: string, cause: unknown): Error {
  const host = readHost(folder);
  const where = host?.address === undefined || host.address === null ? '' : ` at ${host.address}`;
  const advice = where === '' ? 'Use the window that is already open' : 'Open that address';
  return ledgerError(
    'folder-in-use',
    `VOS is already running on this data folder${where}. ${advice}, or choose another data folder.`,
    {
      cause,
      ...(host === undefined ? {} : { detail: host }),
    },
  );
}

function hostFile(folder: string): string {
  return join(folder, 'host.json');
}

function readHost(folder: string): Host | undefined {
  try {
    const host: unknown = JSON.parse(readFileSync(hostFile(folder), 'utf8'));
    if (typeof host !== 'object' || host === null) return undefined;
    const { pid, address, startedAt } = host as Record<string, unknown>;
    if (typeof pid !== 'number' || typeof startedAt !== 'string') return undefined;
    return { pid, address: typeof address === 'string' ? address : null, startedAt };
  } catch {
    return undefined;
  }
}

/** Only a courtesy to a second start: a full disk must not keep the first from running. */
function writeHost(folder: string, host: Host): void {
  const file = hostFile(folder);
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, `${JSON.stringify(host)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    rmSync(draft, { force: true });
    rmSync(file, { force: true });
  }
}
