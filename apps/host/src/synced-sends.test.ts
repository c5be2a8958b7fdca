// A kill cannot show that something was only in the memory of the computer. The system calls of a real host can.
import { randomIds } from '@vos/base';
import { waitUntil } from '@vos/base/testing';
import { temporaryFolder } from '@vos/ledger/testing';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectClient, startHost } from './testing/host-process.ts';
import { followTexts } from './testing/read-trace.ts';

/** Some one after the other, and then some at once, which share a write. */
const ALONE = 10;
const AT_ONCE = 30;

/** More than a page of the log, so that each page is in the trace as a whole. */
const SHOWN_BYTES = 5_000;

it.skipIf(!canTrace())(
  'has the log on the disk between the write of a message and the word to the desk that it was sent (needs strace)',
  { timeout: 120_000 },
  async () => {
    const ids = randomIds();
    const data = await temporaryFolder();
    const trace = join(data.folder, 'trace.txt');
    const host = await startHost(join(data.folder, 'data'), { environment: { VOS_WEIGHTS: '/nowhere' } });
    const client = await connectClient(host.address);
    const calls = 'trace=pwrite64,fsync,fdatasync,write,writev,sendto,sendmsg';
    const tracer = spawn('strace', ['-f', '-y', '-s', `${SHOWN_BYTES}`, '-e', calls, '-o', trace, '-p', `${host.pid}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const traced = once(tracer, 'close');
    let said = '';
    tracer.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    await waitUntil('strace to look on', () => said.includes('attached'));

    const send = async (number: number): Promise<string> => {
      const id = ids.next('msg');
      const { conversationId } = client;
      await client.ask('message/send', { id, conversationId, text: `hello, number ${number}`, timeZone: 'Europe/Amsterdam' });
      return id;
    };
    const acknowledged: string[] = [];
    for (let number = 0; number < ALONE; number += 1) acknowledged.push(await send(number));
    acknowledged.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => send(ALONE + number)))));
    client.close();
    await host.stop();
    await traced;

    const followed = followTexts(await readFile(trace, 'utf8'), acknowledged);
    await data.dispose();
    const early = followed.filter(
      ({ written, synced, left }) =>
        written === undefined || synced === undefined || left === undefined || !(written < synced && synced < left),
    );
    expect(early).toEqual([]);
    expect(followed).toHaveLength(ALONE + AT_ONCE);
  },
);

function canTrace(): boolean {
  return process.platform === 'linux' && spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
}
