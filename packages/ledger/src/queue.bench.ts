// The durable queue on this machine's disk: how many messages a second, and how long one takes to its handler.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createDisposer, randomIds, systemClock } from '@vos/base';
import type { BenchRow } from '@vos/base/testing';
import { openLedger } from './open-ledger.ts';
import type { Lane } from './lanes.ts';
import { type OutgoingMessage, queue } from './queue.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const SENDERS = 64;
const MESSAGES_PER_SENDER = 500;
const HOPS = 2_000;
const LEASE = { owner: 'bench', durationMs: 60_000 };

export async function bench(): Promise<readonly BenchRow[]> {
  const disposer = createDisposer();
  try {
    const { folder, dispose } = await temporaryFolder();
    disposer.add(dispose);
    const ledger = await openLedger({ folder });
    disposer.add(() => ledger.close());
    const ids = randomIds();

    function message(lane: Lane): OutgoingMessage {
      const id = ids.next('message');
      return { ...lane, id, idempotencyKey: id, type: 'user_message', payload: { content: 'x'.repeat(200) }, traceId: 'trace' };
    }

    /** Three commits a message, each awaited: sent, leased, acknowledged. */
    async function sender(number: number): Promise<void> {
      const lane = { agentId: 'primary_agent', conversationId: `conversation_${number}` };
      for (let sent = 0; sent < MESSAGES_PER_SENDER; sent += 1) {
        await ledger.commit((transaction) => queue.send(transaction, message(lane)));
        const leased = await ledger.commit((transaction) => queue.lease(transaction, lane, LEASE, 1));
        await ledger.commit((transaction) =>
          queue.acknowledge(
            transaction,
            leased.map(({ id }) => id),
          ),
        );
      }
    }

    const loopDelay = monitorEventLoopDelay({ resolution: 1 });
    loopDelay.enable();
    const startMs = systemClock.monotonicMs();
    await Promise.all(Array.from({ length: SENDERS }, (_, number) => sender(number)));
    const perSecond = (SENDERS * MESSAGES_PER_SENDER * 1_000) / (systemClock.monotonicMs() - startMs);
    loopDelay.disable();

    /** A send to an idle agent carries the lease in its own commit, as a turn's does. */
    const hopMs: number[] = [];
    const lane = { agentId: 'weather_agent', conversationId: 'hop' };
    for (let hop = 0; hop < HOPS; hop += 1) {
      const sentMs = systemClock.monotonicMs();
      const id = await new Promise<string>((enterHandler, reject) => {
        ledger
          .commit((transaction) => {
            queue.send(transaction, message(lane));
            const [leased] = queue.lease(transaction, lane, LEASE, 1);
            if (leased !== undefined) transaction.afterCommit(() => enterHandler(leased.id));
          })
          .catch(reject);
      });
      hopMs.push(systemClock.monotonicMs() - sentMs);
      await ledger.commit((transaction) => queue.acknowledge(transaction, [id]));
    }

    return [
      {
        name: 'this disk, now: append 16 KB and fsync, without a database',
        figure: `${diskMs(folder).toFixed(2)} ms p50`,
        target: 'for comparison',
      },
      {
        name: `durable queue, ${SENDERS} senders, send + lease + ack, fsynced`,
        figure: `${Math.round(perSecond).toLocaleString('en')}/s`,
        target: '≥ 10,000/s',
      },
      {
        name: 'delay of the event loop under that load',
        figure: `${(loopDelay.percentile(99) / 1e6).toFixed(1)} ms p99`,
        target: '≤ 16 ms p99',
      },
      {
        name: 'hop, one sender, durable first: send call → handler entered',
        figure: `${median(hopMs).toFixed(2)} ms p50`,
        target: '≤ 0.4 ms p50',
      },
    ];
  } finally {
    await disposer.dispose();
  }
}

/** What the hop cannot be faster than: about as many bytes as its commit writes, and the same wait. */
function diskMs(folder: string): number {
  const file = openSync(join(folder, 'disk'), 'a');
  const page = Buffer.alloc(16_384, 1);
  try {
    const durations = Array.from({ length: 300 }, () => {
      const startMs = systemClock.monotonicMs();
      writeSync(file, page);
      fsyncSync(file);
      return systemClock.monotonicMs() - startMs;
    });
    return median(durations);
  } finally {
    closeSync(file);
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
