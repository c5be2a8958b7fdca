// Real processes, really killed. A kill cannot show a missing fsync, so the last test reads the system calls.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLedger } from './open-ledger.ts';
import { temporaryFolder, type TemporaryFolder } from './testing/index.ts';
import { type HostProcess, startHostProcess } from './testing/start-host-process.ts';

let data: TemporaryFolder;
let started: HostProcess[];
beforeEach(async () => {
  data = await temporaryFolder();
  started = [];
});
afterEach(async () => {
  for (const each of started) await each.kill();
  await data.dispose();
});

function start(...parameters: Parameters<typeof startHostProcess>): HostProcess {
  const each = startHostProcess(...parameters);
  started.push(each);
  return each;
}

const hasStrace = process.platform === 'linux' && spawnSync('strace', ['-V']).status === 0;

describe('a data folder', { timeout: 60_000 }, () => {
  it('belongs to one host: a second start names the address of the first and changes nothing', async () => {
    const first = start('hold', data.folder, 'http://127.0.0.1:4310');
    await first.said(1);
    await expect(openLedger({ folder: data.folder })).rejects.toMatchObject({
      code: 'folder-in-use',
      message: expect.stringMatching(/^VOS is already running on this data folder at http:\/\/127\.0\.0\.1:4310\. /),
      detail: { address: 'http://127.0.0.1:4310' },
    });
    const second = start('open', data.folder);
    await second.said(1);
    expect(JSON.parse(second.lines[0] ?? '')).toMatchObject({
      code: 'folder-in-use',
      detail: { address: 'http://127.0.0.1:4310' },
    });
  });

  it('is free at once when its host is killed, and what the dead host left about itself means nothing', async () => {
    const first = start('hold', data.folder, 'http://127.0.0.1:4310');
    await first.said(1);
    await first.kill();
    expect(existsSync(join(data.folder, 'host.json'))).toBe(true);
    const ledger = await openLedger({ folder: data.folder });
    expect(JSON.parse(readFileSync(join(data.folder, 'host.json'), 'utf8'))).toMatchObject({ pid: process.pid, address: null });
    await ledger.close();
    expect(existsSync(join(data.folder, 'host.json'))).toBe(false);
  });

  it('has every message that was acknowledged after its host is killed in the middle of writing, again and again', async () => {
    const acknowledged: string[] = [];
    for (const lines of [1, 173, 1_500]) {
      const host = start('write', data.folder, `round_${lines}`);
      await host.said(lines);
      await host.kill();
      acknowledged.push(...host.lines.filter((line) => line.startsWith('kept ')).map((line) => line.slice('kept '.length)));
      const ledger = await openLedger({ folder: data.folder });
      try {
        const stored = new Set(ledger.read.all<{ id: string }>('SELECT id FROM queue').map(({ id }) => id));
        expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
        expect(ledger.read.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
      } finally {
        await ledger.close();
      }
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(1 + 173 + 1_500);
  });

  it.skipIf(!hasStrace)(
    'has the log on disk before a message is acknowledged, and the writer never waits for its database file (needs strace)',
    () => {
      const program = fileURLToPath(new URL('./testing/host-process.ts', import.meta.url));
      const trace = join(data.folder, 'trace.txt');
      const calls = 'trace=openat,pwrite64,fsync,fdatasync,write';
      // The writer never ends by itself; the reader of its output goes away after so many acknowledgements, more than the log holds, and the
      // next one kills it.
      const script = `strace -f -y -s 12 -e ${calls} -o "$1" "$2" --disable-warning=ExperimentalWarning "$3" write "$4" traced | head -n 2000 > /dev/null`;
      spawnSync('sh', ['-c', script, 'sh', trace, process.execPath, program, join(data.folder, 'data')], { timeout: 50_000 });
      let unsynced = false;
      let acknowledgements = 0;
      let writer = '';
      const early: string[] = [];
      /** Writes and waits for the database file itself while messages are acknowledged, by thread. */
      const copiers = new Map<string, number>();
      for (const call of readFileSync(trace, 'utf8').split('\n')) {
        const [, thread = '', does = ''] = /^(\d+)\s+(.*)$/.exec(call) ?? [];
        if (/^pwrite64\(\d+<[^>]*vos\.sqlite-wal>/.test(does)) unsynced = true;
        else if (/^(fsync|fdatasync)\(\d+<[^>]*vos\.sqlite-wal>/.test(does) && (thread === writer || writer === ''))
          unsynced = false;
        else if (/^(pwrite64|fsync|fdatasync)\(\d+<[^>]*vos\.sqlite>/.test(does) && writer !== '') {
          copiers.set(thread, (copiers.get(thread) ?? 0) + 1);
        } else if (/^write\(1<[^>]*>, "kept /.test(does)) {
          writer = thread;
          acknowledgements += 1;
          if (unsynced) early.push(call);
        }
      }
      expect(early).toEqual([]);
      expect(acknowledgements).toBeGreaterThanOrEqual(2_000);
      expect([copiers.has(writer), copiers.size]).toEqual([false, 1]);
    },
    60_000,
  );
});
