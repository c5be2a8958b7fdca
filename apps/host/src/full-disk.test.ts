// The disk runs full under a host at work: a file system of its own, a few megabytes in memory, is filled and emptied again.
import type { ModelProvider, ModelReply } from '@vos/agents';
import { randomIds } from '@vos/base';
import { temporaryFolder, type TemporaryFolder } from '@vos/ledger/testing';
import { PROTOCOL_VERSION } from '@vos/protocol';
import { portPair } from '@vos/protocol/testing';
import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Host, openHost } from './host.ts';
import { readHostSettings } from './host-settings.ts';
import { createLog } from './log.ts';
import { clientOver } from './testing/host-client.ts';

const SIZE = '6m';

let disk: TemporaryFolder;
let host: Host | undefined;
beforeEach(async () => {
  disk = await temporaryFolder();
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk.folder]);
});
afterEach(async () => {
  await host?.close();
  host = undefined;
  spawnSync('umount', [disk.folder]);
  await disk.dispose();
});

it.skipIf(!canMount())(
  'says that the disk is full, keeps what was acknowledged, and answers what waits once there is room, without a restart (needs a small file system of its own)',
  { timeout: 60_000 },
  async () => {
    let calls = 0;
    const asked = Promise.withResolvers<void>();
    const reply = Promise.withResolvers<ModelReply>();
    host = await openHost({
      ...readHostSettings({
        environment: { VOS_WEIGHTS: '/nowhere' },
        platform: process.platform,
        resourcesFolder: fileURLToPath(new URL('../../../resources', import.meta.url)),
        dataFolder: join(disk.folder, 'data'),
      }),
      // That the turn could not be written is logged, and tried again.
      log: createLog(() => undefined),
      model: answeringLater(() => {
        calls += 1;
        asked.resolve();
        return reply.promise;
      }),
    });
    const [desk, port] = portPair();
    host.connect(port);
    const client = await clientOver(desk);
    const ids = randomIds();
    const { conversationId } = client;
    const send = (text: string) =>
      client.ask('message/send', { id: ids.next('msg'), conversationId, text, timeZone: 'Europe/Amsterdam' });

    const { message } = await send('hello');
    await asked.promise;
    const filler = join(disk.folder, 'filler');
    fill(filler);
    // The log may still have room of its own.
    const kept = [message.id];
    let refusal: unknown;
    while (refusal === undefined) {
      const sent = await send('x'.repeat(30_000)).catch((error: unknown) => void (refusal = error));
      if (sent !== undefined) kept.push(sent.message.id);
    }
    expect(refusal).toMatchObject({
      code: 'disk-full',
      message: 'The disk is full. The last change was not saved; everything before it is. Free some space and try again.',
      retryable: true,
    });

    // The answer comes, was paid for, and cannot be written down.
    reply.resolve({
      toolCalls: [{ id: 'call_1', name: 'send_user_message', arguments: { content: 'y'.repeat(30_000) } }],
      usage: { inputTokens: 1, outputTokens: 1, costMicroUsd: 0 },
    });
    await expect(send('z'.repeat(30_000))).rejects.toMatchObject({ code: 'disk-full' });
    await client.next(({ name, payload }) => name === 'notice/changed' && payload.notices.some(isAboutTheDisk));
    const [otherDesk, otherPort] = portPair();
    host.connect(otherPort);
    const other = await clientOver(otherDesk);
    expect((await other.ask('session/open', { protocolVersion: PROTOCOL_VERSION })).notices.some(isAboutTheDisk)).toBe(true);
    other.close();
    const before = await client.ask('conversation/read', { conversationId, limit: 200 });
    expect(before.messages.map(({ id }) => id)).toEqual(kept);
    expect(calls).toBe(1);

    rmSync(filler);
    await client.next(
      ({ name, payload }) =>
        name === 'message/added' && payload.message.traceId === message.traceId && payload.message.author.kind === 'agent',
    );
    await send('goodbye');
    const after = await client.ask('conversation/read', { conversationId, limit: 200 });
    expect(
      after.messages
        .filter(({ author }) => author.kind === 'user')
        .map(({ id }) => id)
        .slice(0, kept.length),
    ).toEqual(kept);
    client.close();
  },
);

const isAboutTheDisk = (notice: string): boolean => notice.startsWith('The disk is full. What was saved is kept');

/** Free until the last byte. */
function fill(path: string): void {
  for (let sizeBytes = 1024 * 1024; sizeBytes >= 1; ) {
    try {
      appendFileSync(path, Buffer.alloc(sizeBytes));
    } catch {
      sizeBytes = Math.floor(sizeBytes / 2);
    }
  }
}

function answeringLater(answer: () => Promise<ModelReply>): ModelProvider {
  return {
    id: 'later',
    label: 'Later',
    description: 'Answers when it is told to.',
    model: 'later',
    worstCaseMicroUsd: () => 0,
    call: answer,
  };
}

function canMount(): boolean {
  return (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/tmp']).status === 0
  );
}
