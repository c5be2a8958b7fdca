import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly folder: string;
  /** Removes the folder and everything in it. */
  dispose(): Promise<void>;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'vos-test-'));
  return { folder, dispose: () => rm(folder, { recursive: true, force: true }) };
}
