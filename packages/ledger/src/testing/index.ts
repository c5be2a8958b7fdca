export { loadContender } from './contender.ts';
export { migrations } from '../migrations/index.ts';
export type { Migration } from '../migrations/index.ts';
export { holdDatabase } from './hold-database.ts';
export { openTestLedger } from './open-test-ledger.ts';
export type { TestLedger } from './open-test-ledger.ts';
export { writeWhole } from './write-whole.ts';
export { temporaryFolder } from './temporary-folder.ts';
export type { TemporaryFolder } from './temporary-folder.ts';
