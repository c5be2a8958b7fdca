// A real ledger in a folder of its own, on a clock that the test owns.
import { createFakeClock, type FakeClock } from '@vos/base/testing';
import { type LedgerOptions, openLedger, type OpenLedger } from '../open-ledger.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface TestLedger {
  /** The one open now. */
  readonly ledger: OpenLedger;
  readonly clock: FakeClock;
  readonly folder: string;
  /** Closes the ledger and opens the same folder again, as a restart does. */
  reopen(): Promise<OpenLedger>;
  /** Closes the ledger, whichever is open, and removes the folder. */
  dispose(): Promise<void>;
}

export async function openTestLedger(
  options: Omit<LedgerOptions, 'folder' | 'clock'> & { readonly clock?: FakeClock } = {},
): Promise<TestLedger> {
  const { folder, dispose } = await temporaryFolder();
  const clock = options.clock ?? createFakeClock();
  let open = await openLedger({ ...options, folder, clock });
  return {
    get ledger() {
      return open;
    },
    clock,
    folder,
    async reopen() {
      await open.close();
      open = await openLedger({ ...options, folder, clock });
      return open;
    },
    async dispose() {
      await open.close();
      await dispose();
    },
  };
}
