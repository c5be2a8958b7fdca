// What a piece of work sees of the database: reads anywhere, writes only inside `ledger.commit`.

export type SqlValue = string | number | bigint | null | Uint8Array;
export type SqlParameters = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

export interface Reader {
  /**
   * The first row, or undefined. Statements are prepared once and kept, by their text: build no values into it. SQLite plans one anew for
   * every call if a bare `?` stands beside ORDER BY or as a LIMIT (12 µs instead of 2); where that counts, write `= +?` and `LIMIT ? + 0`.
   */
  get<Row>(sql: string, parameters?: SqlParameters): Row | undefined;
  all<Row>(sql: string, parameters?: SqlParameters): Row[];
}

export interface Transaction extends Reader {
  run(sql: string, parameters?: SqlParameters): { readonly changes: number };
  /** The commit's time, ISO 8601. */
  readonly at: string;
  /** The same instant as milliseconds since the epoch. */
  readonly atMs: number;
  /** Runs `callback` once the commit is on disk, in the order registered, before the commit's promise resolves; never if this piece of work is rolled back. For telling others what happened. */
  afterCommit(callback: () => void): void;
  /** For change sets alone: the ledger's `onRecordChange` hears of it once the commit is on disk, in order with the callbacks. */
  recordChanged(change: RecordChange): void;
}

/** What a commit did to one record. */
export interface RecordChange {
  readonly changeSetId: number;
  /** `user` or an agent's id. */
  readonly actor: string;
  readonly kind: string;
  readonly recordId: string;
  /** The record as JSON; null where there was none. */
  readonly before: string | null;
  /** The record as JSON; null where there is none any more. */
  readonly after: string | null;
}
