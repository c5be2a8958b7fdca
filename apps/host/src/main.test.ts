import { CodedError } from '@vos/base';
import { temporaryFolder } from '@vos/ledger/testing';
import Database from 'better-sqlite3';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectClient, type HostProcess, runHost, startHost } from './testing/host-process.ts';
import { openTestHost } from './testing/open-test-host.ts';

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

  it('refuses options that it does not know with a sentence', async () => {
    const ended = await runHost(folder, ['--colour', 'blue']);
    expect(ended.exitCode).toBe(1);
    expect(ended.output).toMatch(/^VOS did not start\. .*'--colour'/);
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

  it('because serve-token is a folder gets a sentence that names it', async () => {
    await mkdir(join(folder, 'serve-token'), { recursive: true });
    const ended = await runHost(folder);
    expect(ended.exitCode).toBe(1);
    expect(ended.output).toContain(join(folder, 'serve-token'));
    expect(ended.output).not.toMatch(/^\s+at /m);
  });

  // What is said is the error's message, as the two above show; so these need no process of their own.
  it('because a newer VOS wrote it is not touched', async () => {
    await mkdir(folder);
    const database = new Database(join(folder, 'vos.sqlite'));
    database.exec('CREATE TABLE future (id INTEGER); PRAGMA user_version = 9999;');
    database.close();
    const before = await readFile(join(folder, 'vos.sqlite'));
    expect(await refusal(folder)).toMatch(/newer/);
    expect(await readFile(join(folder, 'vos.sqlite'))).toEqual(before);
  });

  it('because vos.sqlite is a folder gets a sentence that names it', async () => {
    await mkdir(join(folder, 'vos.sqlite'), { recursive: true });
    expect(await refusal(folder)).toContain(join(folder, 'vos.sqlite'));
  });

  it('because its folder cannot be written to gets a sentence', async () => {
    expect(await refusal('/proc/vos')).toContain('/proc/vos');
  });
});

/** The sentence with which a host does not open a folder: that of an error which is expected, so that no stack is shown. */
async function refusal(dataFolder: string): Promise<string> {
  const opened: unknown = await openTestHost(dataFolder).catch((error: unknown) => error);
  if (opened instanceof CodedError) return opened.message;
  throw new Error(`${dataFolder} was not refused with a sentence`, { cause: opened });
}
