import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createDisposer } from '@vos/base';
import { createFakeClock } from '@vos/base/testing';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Migration, migrations } from './migrations/index.ts';
import { openLedger } from './open-ledger.ts';
import { temporaryFolder, type TemporaryFolder } from './testing/index.ts';
import { startHostProcess } from './testing/start-host-process.ts';

const VERSION = migrations.length;
const addsDrafts: Migration = { name: 'drafts', sql: 'CREATE TABLE drafts (id TEXT PRIMARY KEY) STRICT;' };

let data: TemporaryFolder;
let folder: string;
let file: string;
beforeEach(async () => {
  data = await temporaryFolder();
  folder = join(data.folder, 'data');
  file = join(folder, 'vos.sqlite');
});
afterEach(() => data.dispose());

/** A folder with a conversation in it, closed. */
async function fill(use: readonly Migration[] = migrations): Promise<void> {
  const ledger = await openLedger({ folder, clock: createFakeClock(), migrations: use });
  await ledger.commit((transaction) =>
    transaction.run(`INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('c1', 'First', '', '')`),
  );
  await ledger.close();
}

/** Every file by its content, but for the lock, which holds nothing. */
function contents(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.name !== 'host.lock') found[path] = createHash('sha256').update(readFileSync(path)).digest('hex');
  }
  return found;
}

const titles = (database: Database.Database) => database.prepare('SELECT title FROM conversations').pluck().all();

describe('opening a data folder', () => {
  it('makes it, for its owner only, and finds everything again later', async () => {
    await fill();
    expect((statSync(folder).mode & 0o777).toString(8)).toBe(process.platform === 'win32' ? '666' : '700');
    expect((statSync(file).mode & 0o777).toString(8)).toBe(process.platform === 'win32' ? '666' : '600');
    expect(readdirSync(folder).sort()).toEqual(['host.lock', 'vos.sqlite']);
    const ledger = await openLedger({ folder });
    expect(ledger.read.all('SELECT title FROM conversations')).toEqual([{ title: 'First' }]);
    await ledger.close();
  });

  it('keeps the log in step with the disk and checks references', async () => {
    const ledger = await openLedger({ folder });
    const pragmas = ['journal_mode', 'synchronous', 'foreign_keys', 'user_version'];
    const values = await ledger.commit((transaction) =>
      pragmas.map((pragma) => Object.values(transaction.get<Record<string, unknown>>(`PRAGMA ${pragma}`) ?? {})[0]),
    );
    expect(values).toEqual(['wal', 2, 1, VERSION]);
    await expect(
      ledger.commit((transaction) =>
        transaction.run(
          `INSERT INTO messages (id, conversation_id, author_kind, text, sent_at, trace_id) VALUES ('m', 'nowhere', 'user', '', '', '')`,
        ),
      ),
    ).rejects.toThrow('FOREIGN KEY');
    await ledger.close();
  });

  it('treats an empty file like a missing one', async () => {
    mkdirSync(folder);
    writeFileSync(file, '');
    await fill();
    expect(existsSync(join(folder, 'backups'))).toBe(false);
  });

  it('does without a lock file that was damaged', async () => {
    await fill();
    writeFileSync(join(folder, 'host.lock'), 'not a database, but long enough to be taken for one'.repeat(50));
    const ledger = await openLedger({ folder });
    await expect(openLedger({ folder })).rejects.toMatchObject({ code: 'folder-in-use' });
    await ledger.close();
  });
});

describe('bringing a database up to date', () => {
  it('makes a complete backup first', async () => {
    await fill();
    const ledger = await openLedger({ folder, clock: createFakeClock(), migrations: [...migrations, addsDrafts] });
    expect(ledger.read.get('SELECT count(*) AS count FROM drafts')).toEqual({ count: 0 });
    await ledger.close();
    expect(readdirSync(join(folder, 'backups'))).toEqual([`vos-${VERSION}-2026-01-05T09-00-00.000Z.sqlite`]);
    const backup = new Database(join(folder, 'backups', `vos-${VERSION}-2026-01-05T09-00-00.000Z.sqlite`), { readonly: true });
    expect(backup.pragma('user_version', { simple: true })).toBe(VERSION);
    expect(backup.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(titles(backup)).toEqual(['First']);
    backup.close();
  });

  it.each([
    ['has a mistake', 'CREATE TABLE half (id TEXT); CREATE TABLE half (id TEXT);'],
    [
      'would leave a reference to nowhere',
      `INSERT INTO messages (id, conversation_id, author_kind, text, sent_at, trace_id) VALUES ('m', 'nowhere', 'user', '', '', '');`,
    ],
  ])('stops before a step that %s, keeps those before it and names the backup', async (_what, sql) => {
    await fill();
    const opening = openLedger({
      folder,
      clock: createFakeClock(),
      migrations: [...migrations, addsDrafts, { name: 'broken', sql }],
    });
    await expect(opening).rejects.toMatchObject({
      code: 'migration-failed',
      message: expect.stringContaining(join(folder, 'backups', `vos-${VERSION}-2026-01-05T09-00-00.000Z.sqlite`)),
    });
    const ledger = await openLedger({ folder, migrations: [...migrations, addsDrafts] });
    expect(ledger.read.all(`SELECT name FROM sqlite_schema WHERE name IN ('drafts', 'half')`)).toEqual([{ name: 'drafts' }]);
    expect(ledger.read.all('SELECT title FROM conversations')).toEqual([{ title: 'First' }]);
    expect(ledger.read.all('SELECT id FROM messages')).toEqual([]);
    await ledger.close();
  });

  it('refuses the database of a newer VOS and leaves every byte of it', async () => {
    await fill([...migrations, addsDrafts]);
    const before = contents();
    await expect(openLedger({ folder })).rejects.toMatchObject({
      code: 'database-newer',
      message: expect.stringContaining(`database version ${VERSION + 1}; this one knows versions up to ${VERSION}`),
    });
    expect(contents()).toEqual(before);
  });

  it('refuses it also when the newer version stands only in the log of a host that was killed', async () => {
    const ledger = await openLedger({ folder: join(data.folder, 'living'), migrations: [...migrations, addsDrafts] });
    mkdirSync(folder);
    for (const name of ['vos.sqlite', 'vos.sqlite-wal']) copyFileSync(join(data.folder, 'living', name), join(folder, name));
    await ledger.close();
    expect(readFileSync(file).readInt32BE(60)).toBeLessThan(VERSION + 1);
    const before = contents();
    await expect(openLedger({ folder })).rejects.toMatchObject({ code: 'database-newer' });
    expect(contents()).toEqual(before);
  });
});

describe('a damaged database', () => {
  const damages: readonly [string, () => void][] = [
    ['is another kind of file', () => writeFileSync(file, 'Dear diary, '.repeat(1_000))],
    ['ends within its header', () => truncateSync(file, 50)],
    ['has lost its second half', () => truncateSync(file, 4_096 * Math.floor(statSync(file).size / 4_096 / 2))],
    ['has garbage in a page', () => overwrite(file, 4_096 * 3, 4_096)],
    ['has garbage in its schema', () => overwrite(file, 100, 3_000)],
    [
      'is empty beside a log that is not',
      () => {
        writeFileSync(file, '');
        writeFileSync(`${file}-wal`, 'frames');
      },
    ],
    [
      'belongs to another program',
      () => {
        rmSync(file);
        const other = new Database(file);
        other.exec('CREATE TABLE theirs (id TEXT)');
        other.close();
      },
    ],
  ];

  it.each(damages)('that %s is left as it is, and the newest backup is named', async (_what, damage) => {
    await fill();
    await (await openLedger({ folder, clock: createFakeClock(), migrations: [...migrations, addsDrafts] })).close();
    const newest = join(folder, 'backups', 'vos-1-2026-02-01T00-00-00.000Z.sqlite');
    writeFileSync(newest, 'a later one');
    damage();
    const before = contents();
    await expect(openLedger({ folder, migrations: [...migrations, addsDrafts] })).rejects.toMatchObject({
      code: 'database-damaged',
      message: expect.stringMatching(new RegExp(`^The database ${file} is damaged .*Nothing was changed.*${newest}`)),
      detail: { path: file, backup: newest },
    });
    expect(contents()).toEqual(before);
  });

  it('is named also when there is no backup', async () => {
    mkdirSync(folder);
    writeFileSync(file, 'garbage'.repeat(1_000));
    await expect(openLedger({ folder })).rejects.toMatchObject({
      code: 'database-damaged',
      detail: { path: file, backup: null },
    });
  });
});

describe('a folder that cannot be written', { timeout: 60_000 }, () => {
  it('is named when a file is in its place', async () => {
    writeFileSync(folder, 'a file');
    await expect(openLedger({ folder })).rejects.toMatchObject({
      code: 'folder-unwritable',
      message: expect.stringContaining('is a file'),
    });
    await expect(openLedger({ folder: join(folder, 'below') })).rejects.toMatchObject({ code: 'folder-unwritable' });
    expect(readFileSync(folder, 'utf8')).toBe('a file');
  });

  // Root may write everywhere, so as root another account is tried, in a process that gives up its rights.
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? '65534' : '';
  const hasAccounts = process.platform !== 'win32';

  it.skipIf(!hasAccounts)(
    'is named, and nothing in it is touched, whatever it is that may not be written (needs accounts)',
    async () => {
      const cases: Readonly<Record<string, (at: string) => void>> = {
        'read-only folder': (at) => chmodSync(at, 0o555),
        'read-only database': (at) => {
          chmodSync(at, 0o777);
          chmodSync(join(at, 'vos.sqlite'), 0o444);
          chmodSync(join(at, 'host.lock'), 0o666);
        },
        "someone else's database": (at) => {
          chmodSync(at, 0o777);
          chmodSync(join(at, 'vos.sqlite'), isRoot ? 0o600 : 0o000);
          chmodSync(join(at, 'host.lock'), 0o666);
        },
        'nothing there yet': (at) => rmSync(at, { recursive: true }),
      };
      await fill();
      const folders = Object.entries(cases).map(([name, lockUp]) => {
        const at = join(data.folder, name);
        cpSync(folder, at, { recursive: true });
        lockUp(at);
        return at;
      });
      const before = new Map(folders.map((at) => [at, filesOf(at)]));
      chmodSync(data.folder, 0o555);
      const [first = '', ...others] = folders;
      const opener = startHostProcess('open', first, account, ...others);
      await opener.ended();
      chmodSync(data.folder, 0o755);
      expect(opener.lines.map((line) => JSON.parse(line) as unknown)).toMatchObject(
        folders.map((at) => ({ code: 'folder-unwritable', message: expect.stringContaining(at) })),
      );
      for (const at of folders) expect(filesOf(at)).toEqual(before.get(at));
    },
  );

  const filesOf = (at: string) =>
    existsSync(at)
      ? readdirSync(at)
          .filter((name) => name !== 'host.lock')
          .map((name) => [name, statSync(join(at, name)).size, statSync(join(at, name)).mtimeMs])
      : 'none';
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && tryMount();

describe.skipIf(!canMount)('a full disk (needs a small file system of its own)', () => {
  it('refuses what no longer fits, keeps what was acknowledged and goes on when there is room', async () => {
    mkdirSync(folder);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]).status).toBe(0);
    const disposer = createDisposer();
    disposer.add(() => void spawnSync('umount', [folder]));
    try {
      const ledger = await openLedger({ folder });
      disposer.add(() => ledger.close());
      const add = (id: string) =>
        ledger.commit((transaction) =>
          transaction.run(`INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?, ?, '', '')`, [
            id,
            'x'.repeat(20_000),
          ]),
        );
      const kept: string[] = [];
      let failure: unknown;
      for (let number = 0; failure === undefined && number < 1_000; number += 1) {
        const pair = await Promise.allSettled([add(`a${number}`), add(`b${number}`)]);
        for (const [index, outcome] of pair.entries()) {
          if (outcome.status === 'fulfilled') kept.push(`${index === 0 ? 'a' : 'b'}${number}`);
          else failure = outcome.reason;
        }
      }
      expect(failure).toMatchObject({ code: 'disk-full', retryable: true });
      const stored = () =>
        ledger.read
          .all<{ id: string }>('SELECT id FROM conversations')
          .map(({ id }) => id)
          .sort();
      expect(stored()).toEqual([...kept].sort());
      expect(spawnSync('mount', ['-o', 'remount,size=20m', folder]).status).toBe(0);
      await add('afterwards');
      expect(stored()).toEqual([...kept, 'afterwards'].sort());
      await ledger.close();
      const again = await openLedger({ folder });
      expect(again.read.get('SELECT count(*) AS count FROM conversations')).toEqual({ count: kept.length + 1 });
      await again.close();
    } finally {
      await disposer.dispose();
    }
  });
});

function tryMount(): boolean {
  const place = '/tmp';
  return spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0;
}

function overwrite(path: string, offset: number, length: number): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, offset, offset + length);
  writeFileSync(path, bytes);
}
