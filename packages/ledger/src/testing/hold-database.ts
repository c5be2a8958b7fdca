import Database from 'better-sqlite3';

/** Keeps everybody else from writing to a database, as a person's own SQLite shell can. The returned function lets go. */
export function holdDatabase(path: string): () => void {
  const other = new Database(path);
  other.exec('BEGIN IMMEDIATE');
  return () => {
    other.exec('ROLLBACK');
    other.close();
  };
}
