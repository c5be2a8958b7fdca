// What a person waits for: the start with a long conversation stored, and a sum answered by the built-in provider.
import { randomIds, systemClock } from '@vos/base';
import type { BenchRow } from '@vos/base/testing';
import { changeSets, openLedger } from '@vos/ledger';
import { temporaryFolder } from '@vos/ledger/testing';
import { conversationKind, messageKind } from '@vos/records';
import { readFile } from 'node:fs/promises';
import { connectClient, startHost } from './testing/host-process.ts';

const STORED_MESSAGES = 10_000;
const STARTS = 5;
const REQUESTS = 60;

export async function bench(): Promise<readonly BenchRow[]> {
  const { folder, dispose } = await temporaryFolder();
  try {
    await fill(folder);
    const startsMs: number[] = [];
    const answersMs: number[] = [];
    let residentMegabytes = 0;
    for (let start = 0; start < STARTS; start += 1) {
      const startMs = systemClock.monotonicMs();
      const host = await startHost(folder);
      const client = await connectClient(host.address);
      await client.ask('conversation/read', { conversationId: client.conversationId, limit: 50 });
      startsMs.push(systemClock.monotonicMs() - startMs);
      if (start === STARTS - 1) {
        await client.say('what is 1% of 80');
        for (let request = 0; request < REQUESTS; request += 1) {
          const askedMs = systemClock.monotonicMs();
          await client.say(`what is ${request % 2 === 0 ? 15 : 20}% of 80`);
          answersMs.push(systemClock.monotonicMs() - askedMs);
        }
        residentMegabytes = await readResidentMegabytes(host.pid);
      }
      client.close();
      await host.stop();
    }
    return [
      {
        name: `serve: process start → first command answered, ${STORED_MESSAGES.toLocaleString('en')} messages, median`,
        figure: `${(median(startsMs) / 1000).toFixed(2)} s`,
        target: '≤ 1.0 s',
      },
      {
        name: 'built-in turn, “what is 15% of 80” → reply at the window, p50',
        figure: `${median(answersMs).toFixed(1)} ms`,
        target: '≤ 150 ms',
      },
      { name: 'serve: resident memory with embeddings', figure: `${residentMegabytes.toFixed(0)} MB`, target: '≤ 220 MB' },
    ];
  } finally {
    await dispose();
  }
}

async function fill(folder: string): Promise<void> {
  const ledger = await openLedger({ folder });
  const ids = randomIds();
  const conversationId = ids.next('conversation');
  const traceId = ids.next('trace');
  const at = new Date().toISOString();
  await ledger.commit((transaction) => {
    const changes = changeSets.begin(transaction, { actor: 'user', cause: 'bench' });
    changes.put(conversationKind, { id: conversationId, title: 'Long', createdAt: at, updatedAt: at });
  });
  let parentId: string | null = null;
  for (let batch = 0; batch < STORED_MESSAGES / 500; batch += 1) {
    await ledger.commit((transaction) => {
      const changes = changeSets.begin(transaction, { actor: 'user', cause: 'bench' });
      for (let index = 0; index < 500; index += 1) {
        const id = ids.next('msg');
        const text = `Message ${batch * 500 + index}: about as long as the sentences that people write to each other all day.`;
        changes.put(messageKind, {
          id,
          conversationId,
          parentId,
          author: { kind: 'user' },
          text,
          sentAt: at,
          traceId,
          turnId: null,
        });
        parentId = id;
      }
    });
  }
  await ledger.close();
}

/** Linux only; NaN elsewhere. */
async function readResidentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
