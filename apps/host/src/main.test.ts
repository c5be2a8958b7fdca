import { temporaryFolder } from '@vos/ledger/testing';
import Database from 'better-sqlite3';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectClient, type HostProcess, runHost, startHost } from './testing/host-process.ts';

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
let running: HostProcess[];

beforeEach(async () => {
  temporary = await temporaryFolder();
  folder = join(temporary.folder, 'data');
  running = [];
});

afterEach(async () => {
  for (const host of running) await host.kill();
  await temporary.dispose();
});

async function start(options?: readonly string[]): Promise<HostProcess> {
  const host = await startHost(folder, options === undefined ? {} : { options });
  running.push(host);
  return host;
}

describe('npm start', () => {
  it('says where the desk is and where the data lives, and ends cleanly when it is asked to', async () => {
    const host = await start();
    const client = await connectClient(host.address);
    expect(await client.say('what is 15% of 80')).toBe('15% of 80 is 12.');
    client.close();
    expect(await host.stop()).toBe(0);
    running = [];
    const again = await start();
    expect(again.address.split('#')[1]).toBe(host.address.split('#')[1]);
  });

  it('on a folder in use names the first one’s address and stops', async () => {
    const first = await start();
    const second = await runHost(folder);
    expect(second.exitCode).toBe(1);
    expect(second.output).toContain(first.address.split('#')[0]);
    expect(second.output).not.toMatch(/^\s+at /m);
    const client = await connectClient(first.address);
    expect(await client.say('2+2')).toContain('4');
    client.close();
  });

  it('takes another port by itself when the usual one is taken, and says so plainly when a chosen one is', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const ended = await runHost(folder, ['--port', String(port)]);
    other.close();
    expect(ended).toEqual({
      exitCode: 1,
      output: `VOS did not start. Port ${port} is in use by another program. Choose another with --port, or leave it out.\n`,
    });
  });

  it.each([
    [['--port', 'http'], '“http” is no port'],
    [['--port', '70000'], '“70000” is no port'],
    [['--colour', 'blue'], '--colour'],
  ])('refuses the options %j with a sentence', async (options, sentence) => {
    const ended = await runHost(folder, options);
    expect(ended.exitCode).toBe(1);
    expect(ended.output).toContain(sentence);
    expect(ended.output).not.toMatch(/^\s+at /m);
  });
});

describe('a database that cannot be used', () => {
  it('because it is no database is left as it is, and named', async () => {
    await mkdir(folder);
    const garbage = Buffer.from('this is a shopping list, not a database\n'.repeat(200));
    await writeFile(join(folder, 'vos.sqlite'), garbage);
    const ended = await runHost(folder);
    expect(ended.exitCode).toBe(1);
    expect(ended.output).toContain(join(folder, 'vos.sqlite'));
    expect(ended.output).not.toMatch(/^\s+at /m);
    expect(await readFile(join(folder, 'vos.sqlite'))).toEqual(garbage);
  });

  it('because a newer VOS wrote it is not touched', async () => {
    await mkdir(folder);
    const database = new Database(join(folder, 'vos.sqlite'));
    database.exec('CREATE TABLE future (id INTEGER); PRAGMA user_version = 9999;');
    database.close();
    const before = await readFile(join(folder, 'vos.sqlite'));
    const ended = await runHost(folder);
    expect(ended.exitCode).toBe(1);
    expect(ended.output).toMatch(/newer/);
    expect(await readFile(join(folder, 'vos.sqlite'))).toEqual(before);
  });

  it.each(['vos.sqlite', 'serve-token'])('because %s is a folder gets a sentence that names it', async (name) => {
    await mkdir(join(folder, name), { recursive: true });
    const ended = await runHost(folder);
    expect(ended.exitCode).toBe(1);
    expect(ended.output).toContain(join(folder, name));
    expect(ended.output).not.toMatch(/^\s+at /m);
  });

  it('because its folder cannot be written to gets a sentence', async () => {
    const ended = await runHost('/proc/vos');
    expect(ended.exitCode).toBe(1);
    expect(ended.output).toMatch(/VOS did not start\. .*\/proc\/vos/);
    expect(ended.output).not.toMatch(/^\s+at /m);
  });
});
