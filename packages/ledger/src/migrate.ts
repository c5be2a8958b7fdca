// Brings a database to the version this program knows: a backup first, then one transaction a migration.
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, isoInstant } from '@vos/base';
import type Database from 'better-sqlite3';
import { ledgerError, storageError } from './errors.ts';
import type { Migration } from './migrations/index.ts';
import type { LedgerStepName } from './step.ts';

export interface Migrating {
  readonly folder: string;
  readonly clock: Clock;
  readonly migrations: readonly Migration[];
  /** Told of each step. */
  readonly pass: (name: LedgerStepName) => void;
}

/**
 * Throws `migration-failed` or `disk-full`; the database is then as it was after the last migration that succeeded.
 * Expects foreign keys to be off.
 */
export function migrate(database: Database.Database, { folder, clock, migrations, pass }: Migrating): void {
  const fromVersion = Number(database.pragma('user_version', { simple: true }));
  if (fromVersion >= migrations.length) return;
  const backup = fromVersion === 0 ? undefined : backUp(database, { folder, version: fromVersion, clock, pass });
  if (backup !== undefined) pass('backed-up');
  for (const [index, migration] of migrations.entries()) {
    if (index >= fromVersion) runMigration(database, migration, { version: index + 1, backup, pass });
  }
}

/** Path of the newest backup in the folder, or undefined. */
export function newestBackup(folder: string): string | undefined {
  try {
    const names = readdirSync(backupFolder(folder)).filter((name) => /^vos-\d+-.+\.sqlite$/.test(name));
    const newest = names.sort((left, right) => timeOf(left).localeCompare(timeOf(right))).at(-1);
    return newest === undefined ? undefined : join(backupFolder(folder), newest);
  } catch {
    return undefined;
  }
}

function runMigration(
  database: Database.Database,
  migration: Migration,
  { version, backup, pass }: { version: number; backup: string | undefined; pass: Migrating['pass'] },
): void {
  try {
    database.exec('BEGIN IMMEDIATE');
    pass('migration-begun');
    database.exec(migration.sql);
    const broken = database.pragma('foreign_key_check') as readonly unknown[];
    if (broken.length > 0) throw new Error(`${broken.length} references lead nowhere after it`);
    database.pragma(`user_version = ${version}`);
    pass('migration-written');
    database.exec('COMMIT');
    pass('migration-kept');
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    const storage = storageError(error);
    if (storage !== error) throw storage;
    const kept = backup === undefined ? '' : ` A backup is at ${backup}.`;
    throw ledgerError(
      'migration-failed',
      `VOS could not bring its database to version ${version} (${migration.name}). It was left as it was before that step.${kept} Please report this and go on with the previous version of VOS.`,
      { cause: error },
    );
  }
}

/** A complete copy under its final name, on disk before this returns; a copy cut short never has that name. */
function backUp(
  database: Database.Database,
  { folder, version, clock, pass }: Omit<Migrating, 'migrations'> & { readonly version: number },
): string {
  const path = join(backupFolder(folder), `vos-${version}-${isoInstant(clock.now()).replaceAll(':', '-')}.sqlite`);
  const draft = `${path}.tmp`;
  try {
    mkdirSync(backupFolder(folder), { recursive: true, mode: 0o700 });
    removeDrafts(folder);
    closeSync(openSync(draft, 'w', 0o600));
    database.prepare('VACUUM INTO ?').run(draft);
    syncToDisk(draft);
    pass('backup-written');
    renameSync(draft, path);
    syncFolder(backupFolder(folder));
    return path;
  } catch (error) {
    rmSync(draft, { force: true });
    const storage = storageError(error);
    if (storage !== error) throw storage;
    throw ledgerError(
      'folder-unwritable',
      `VOS could not write a backup into ${backupFolder(folder)} and so left its database as it was. Check the rights of that folder.`,
      {
        cause: error,
      },
    );
  }
}

/** A process that was killed while it copied left one behind, as large as the database. The host's lock is held, so nobody is at work on it. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(backupFolder(folder))) {
    if (/^vos-\d+-.+\.sqlite\.tmp$/.test(name)) rmSync(join(backupFolder(folder), name), { force: true });
  }
}

function backupFolder(folder: string): string {
  return join(folder, 'backups');
}

function timeOf(name: string): string {
  return name.replace(/^vos-\d+-/, '');
}

function syncToDisk(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes names in the folder durable. Windows has no such call and keeps names in its own journal. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
