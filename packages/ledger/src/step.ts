// The places that opening and writing pass, in order. A crash test ends the process at one of them; nothing else listens.

/** Named for what has just happened. Opening passes the first ones once, each migration and each shared transaction passes its own. */
export type LedgerStepName =
  | 'lock-taken'
  | 'file-checked'
  | 'connected'
  /** A copy is there, not yet under its name. */
  | 'backup-written'
  | 'backed-up'
  | 'migration-begun'
  | 'migration-written'
  | 'migration-kept'
  | 'migrated'
  | 'commit-begun'
  /** Everything is written and nothing is kept. */
  | 'commit-written'
  /** It is on the disk and nobody knows. */
  | 'commit-kept'
  /** Callbacks have run and promises are resolved; whoever waits for one goes on after this. */
  | 'commit-told';

export interface LedgerStep {
  readonly name: LedgerStepName;
  /** What has been run in the shared transaction and changed something, as SQL; empty outside of one. */
  readonly statements: readonly string[];
}

export type OnLedgerStep = (step: LedgerStep) => void;
