// Every error code of this package, and the translation of what SQLite and the file system report into them.
import { CodedError, type CodedErrorOptions } from '@vos/base';
import Database from 'better-sqlite3';

export type LedgerErrorCode =
  | 'change-set-unknown'
  | 'database-damaged'
  | 'database-newer'
  | 'database-unwritable'
  | 'dead-letter-unknown'
  | 'disk-full'
  | 'effect-settled'
  | 'effect-unknown'
  | 'folder-in-use'
  | 'folder-unwritable'
  | 'key-conflict'
  | 'ledger-closed'
  | 'message-unknown'
  | 'migration-failed'
  | 'undo-conflict';

export function ledgerError(code: LedgerErrorCode, message: string, options?: CodedErrorOptions): CodedError<LedgerErrorCode> {
  return new CodedError(code, message, options);
}

/** A storage failure as a coded error; anything else, such as a violated constraint, comes back as it was. */
export function storageError(error: unknown): unknown {
  const code = errorCode(error);
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT') {
    return ledgerError(
      'disk-full',
      'The disk is full. The last change was not saved; everything before it is. Free some space and try again.',
      {
        retryable: true,
        cause: error,
      },
    );
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return ledgerError(
      'database-damaged',
      'A damaged place was met in the database. The last change was not saved. Stop VOS and restore the newest backup.',
      { cause: error },
    );
  }
  if (/^SQLITE_(IOERR|READONLY|CANTOPEN|PERM|BUSY|LOCKED|NOLFS|PROTOCOL|NOMEM)/.test(code)) {
    return ledgerError(
      'database-unwritable',
      'The database could not be written. The last change was not saved; everything before it is. Check the disk and the rights of the data folder.',
      { retryable: true, cause: error },
    );
  }
  return error;
}

/** The code SQLite or Node gave an error, or an empty text. */
export function errorCode(error: unknown): string {
  if (error instanceof Database.SqliteError) return error.code;
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return '';
}
