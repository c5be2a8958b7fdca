// A real ledger that writes far more than its log may hold.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createDisposer, type Disposer } from '@vos/base';
import { waitUntil } from '@vos/base/testing';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCheckpointThread } from './checkpoint-thread.ts';
import { openLedger, type OpenLedger } from './open-ledger.ts';
import { temporaryFolder, type TemporaryFolder } from './testing/index.ts';

const MEGABYTE = 1024 * 1024;

let data: TemporaryFolder;
let disposer: Disposer;
beforeEach(async () => {
  data = await temporaryFolder();
  disposer = createDisposer();
  disposer.add(data.dispose);
});
afterEach(() => disposer.dispose());

async function open(folder = data.folder, problems: unknown[] = []): Promise<OpenLedger> {
  const ledger = await openLedger({ folder, onCheckpointProblem: (error) => void problems.push(error) });
  disposer.add(() => ledger.close());
  return ledger;
}

/** One commit of about a tenth of a megabyte. */
async function add(ledger: OpenLedger, id: string): Promise<void> {
  await ledger.commit((transaction) =>
    transaction.run(`INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?, ?, '', '')`, [
      id,
      'x'.repeat(100_000),
    ]),
  );
}

async function addMany(ledger: OpenLedger, name: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await add(ledger, `${name} ${number}`);
}

const countOf = (ledger: OpenLedger): number =>
  ledger.read.get<{ count: number }>('SELECT count(*) AS count FROM conversations')?.count ?? 0;
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

describe('a ledger that is written to without a pause', () => {
  it('keeps its log short, everything in its database, and leaves no log behind when it is closed', async () => {
    const ledger = await open();
    await addMany(ledger, 'a', 350);
    // Thirty-five megabytes went through the log.
    expect(sizeOf(`${ledger.path}-wal`)).toBeLessThan(25 * MEGABYTE);
    expect(sizeOf(ledger.path)).toBeGreaterThan(15 * MEGABYTE);
    await ledger.close();
    expect([existsSync(`${ledger.path}-wal`), sizeOf(ledger.path) > 33 * MEGABYTE]).toEqual([false, true]);
    const again = await open();
    expect([countOf(again), again.read.get('PRAGMA integrity_check')]).toEqual([350, { integrity_check: 'ok' }]);
  });

  it('goes on while another program reads for a long time, and its log is short again afterwards', async () => {
    const ledger = await open();
    await add(ledger, 'first');
    const reader = new Database(ledger.path, { readonly: true });
    disposer.add(() => void reader.close());
    reader.exec('BEGIN');
    const seen = reader.prepare('SELECT count(*) AS count FROM conversations');
    expect(seen.get()).toEqual({ count: 1 });
    await addMany(ledger, 'a', 160);
    expect(seen.get()).toEqual({ count: 1 });
    reader.exec('COMMIT');
    const longest = sizeOf(`${ledger.path}-wal`);
    expect(longest).toBeGreaterThan(15 * MEGABYTE);
    await addMany(ledger, 'b', 160);
    // It would have grown to twice that; starting over it is cut back.
    expect(sizeOf(`${ledger.path}-wal`)).toBeLessThanOrEqual(longest);
    expect(countOf(ledger)).toBe(321);
  });
});

describe('the checkpoint thread', () => {
  it('says what is wrong when the database cannot be opened, and ends', async () => {
    const thread = startCheckpointThread(join(data.folder, 'nothing.sqlite'), []);
    await expect(thread.pass()).rejects.toMatchObject({ message: 'unable to open database file', code: 'SQLITE_CANTOPEN' });
    await thread.close();
    await expect(thread.pass()).rejects.toThrow('The checkpoint thread has ended.');
  });
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && tryMount();

describe.skipIf(!canMount)('a disk that is full when the log is to be copied (needs a small file system of its own)', () => {
  it('costs nothing that was acknowledged: it is told once, and copying goes on when there is room', async () => {
    const folder = join(data.folder, 'small');
    mkdirSync(folder);
    const mount = (options: string): void =>
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status).toBe(0);
    mount('size=12m');
    disposer.add(() => void spawnSync('umount', [folder]));
    const problems: unknown[] = [];
    const ledger = await open(folder, problems);
    const kept: string[] = [];
    let failure: unknown;
    for (let number = 0; failure === undefined && number < 1_000; number += 1) {
      await add(ledger, `a ${number}`).then(
        () => kept.push(`a ${number}`),
        (error: unknown) => (failure = error),
      );
    }
    expect(failure).toMatchObject({ code: 'disk-full', retryable: true });
    await waitUntil('the full disk to be told', () => problems.length > 0);
    expect(countOf(ledger)).toBe(kept.length);
    mount('remount,size=100m');
    await addMany(ledger, 'b', 50);
    await ledger.close();
    const again = await open(folder);
    expect([countOf(again), again.read.get('PRAGMA integrity_check')]).toEqual([kept.length + 50, { integrity_check: 'ok' }]);
    expect(problems).toMatchObject([{ code: 'SQLITE_FULL' }]);
  });
});

function tryMount(): boolean {
  return spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/tmp']).status === 0;
}
