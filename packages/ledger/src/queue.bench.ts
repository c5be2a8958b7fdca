// The durable queue on this machine's disk, and RabbitMQ on the same one: how many messages a second, how long one takes to its handler,
// and how much processor time it costs.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createDisposer, randomIds, systemClock } from '@vos/base';
import type { BenchRow } from '@vos/base/testing';
import { type Rabbit, startRabbit } from './contenders/rabbitmq.ts';
import type { Lane } from './lanes.ts';
import type { Ledger } from './ledger.ts';
import { openLedger } from './open-ledger.ts';
import { type OutgoingMessage, queue } from './queue.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const SENDERS = 64;
/** The two take turns, so that what else the machine does meets both; what is printed is the median of the rounds. */
const ROUNDS = 5;
const MESSAGES_PER_SENDER = 100;
const HOPS_PER_ROUND = 400;
const CONTENT = 'x'.repeat(200);
const LEASE = { owner: 'bench', durationMs: 60_000 };

/** One queue, ours or another. */
interface Contender {
  /** Sends a message of one sender, hands it to its handler and acknowledges it; each step is kept before the next. */
  roundTrip(sender: number): Promise<void>;
  /** From the call that sends to an idle handler until that is entered and the message is kept; acknowledges it afterwards. */
  hopMs(): Promise<number>;
  /** Processor time so far, in milliseconds. */
  cpuMs(): number;
}

interface Figures {
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
  readonly hopMs: number;
}

export async function bench(): Promise<readonly BenchRow[]> {
  const disposer = createDisposer();
  try {
    const { folder, dispose } = await temporaryFolder();
    disposer.add(dispose);
    const ledger = await openLedger({ folder });
    disposer.add(() => ledger.close());
    const vos = vosQueue(ledger);
    const rabbit = await startRabbit(folder, disposer);
    const deliveredMs: number[] = [];
    const other = typeof rabbit === 'string' ? undefined : await rabbitQueue(rabbit, deliveredMs);

    const loopDelay = monitorEventLoopDelay({ resolution: 1 });
    const ours: Figures[] = [];
    const theirs: Figures[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (typeof rabbit !== 'string') await rabbit.atRest();
      ours.push(await measure(vos, loopDelay));
      if (other !== undefined) theirs.push(await measure(other));
    }
    const { perSecond, cpuMicroseconds, hopMs } = medians(ours);
    const rows: BenchRow[] = [
      {
        name: 'this disk, now: append 16 KB and fsync, without a database',
        figure: `${diskMs(folder).toFixed(2)} ms p50`,
        target: 'for comparison',
      },
      { name: `durable queue, ${SENDERS} senders, send + lease + ack, fsynced`, figure: rate(perSecond), target: '≥ 10,000/s' },
      {
        name: 'delay of the event loop under that load',
        figure: `${(loopDelay.percentile(99) / 1e6).toFixed(1)} ms p99`,
        target: '≤ 16 ms p99',
      },
      { name: 'processor time a message under that load', figure: `${cpuMicroseconds.toFixed(0)} µs`, target: '—' },
      {
        name: 'hop, one sender, durable first: send call → handler entered',
        figure: `${hopMs.toFixed(2)} ms p50`,
        target: '≤ 0.4 ms p50',
      },
    ];
    if (typeof rabbit === 'string') return [...rows, { name: 'RabbitMQ', figure: 'skipped', target: rabbit }];
    const its = medians(theirs);
    return [
      ...rows,
      {
        name: `RabbitMQ ${rabbit.version}, durable queue, persistent, one confirm channel a sender, ${SENDERS} senders`,
        figure: rate(its.perSecond),
        target: `ours ${(perSecond / its.perSecond).toFixed(2)} × as many`,
      },
      {
        name: 'RabbitMQ, processor time a message, its client included',
        figure: `${its.cpuMicroseconds.toFixed(0)} µs`,
        target: `ours ${(cpuMicroseconds / its.cpuMicroseconds).toFixed(2)} × as much`,
      },
      {
        name: 'RabbitMQ, hop, one sender: send call → handler entered and kept (confirmed)',
        figure: `${its.hopMs.toFixed(2)} ms p50`,
        target: `ours ${(hopMs / its.hopMs).toFixed(2)} × as long`,
      },
      {
        name: 'RabbitMQ, hop, one sender: send call → handler entered, before it is kept',
        figure: `${median(deliveredMs).toFixed(2)} ms p50`,
        target: `ours ${(hopMs / median(deliveredMs)).toFixed(2)} × as long`,
      },
    ];
  } finally {
    await disposer.dispose();
  }
}

/** One round: all senders side by side, then one alone. */
async function measure(contender: Contender, loopDelay?: { enable(): unknown; disable(): unknown }): Promise<Figures> {
  const startCpuMs = contender.cpuMs();
  const startMs = systemClock.monotonicMs();
  loopDelay?.enable();
  await Promise.all(
    Array.from({ length: SENDERS }, async (_, sender) => {
      for (let sent = 0; sent < MESSAGES_PER_SENDER; sent += 1) await contender.roundTrip(sender);
    }),
  );
  loopDelay?.disable();
  const messages = SENDERS * MESSAGES_PER_SENDER;
  const perSecond = (messages * 1_000) / (systemClock.monotonicMs() - startMs);
  const cpuMicroseconds = ((contender.cpuMs() - startCpuMs) * 1_000) / messages;
  const hopsMs: number[] = [];
  for (let hop = 0; hop < HOPS_PER_ROUND; hop += 1) hopsMs.push(await contender.hopMs());
  return { perSecond, cpuMicroseconds, hopMs: median(hopsMs) };
}

function vosQueue(ledger: Ledger): Contender {
  const ids = randomIds();
  const hopLane = { agentId: 'weather_agent', conversationId: 'hop' };

  function message(lane: Lane): OutgoingMessage {
    const id = ids.next('message');
    return { ...lane, id, idempotencyKey: id, type: 'user_message', payload: { content: CONTENT }, traceId: 'trace' };
  }

  return {
    /** Three commits a message, each awaited: sent, leased, acknowledged. */
    async roundTrip(sender) {
      const lane = { agentId: 'primary_agent', conversationId: `conversation_${sender}` };
      await ledger.commit((transaction) => queue.send(transaction, message(lane)));
      const leased = await ledger.commit((transaction) => queue.lease(transaction, lane, LEASE, 1));
      await ledger.commit((transaction) =>
        queue.acknowledge(
          transaction,
          leased.map(({ id }) => id),
        ),
      );
    },
    /** A send to an idle agent carries the lease in its own commit, as a turn's does. */
    async hopMs() {
      const sentMs = systemClock.monotonicMs();
      const id = await new Promise<string>((enterHandler, reject) => {
        ledger
          .commit((transaction) => {
            queue.send(transaction, message(hopLane));
            const [leased] = queue.lease(transaction, hopLane, LEASE, 1);
            if (leased !== undefined) transaction.afterCommit(() => enterHandler(leased.id));
          })
          .catch(reject);
      });
      const takenMs = systemClock.monotonicMs() - sentMs;
      await ledger.commit((transaction) => queue.acknowledge(transaction, [id]));
      return takenMs;
    },
    cpuMs: ownCpuMs,
  };
}

/** `deliveredMs` is given how long each hop took to its handler, whether it was kept by then or not. */
async function rabbitQueue(rabbit: Rabbit, deliveredMs: number[]): Promise<Contender> {
  const senders = await Promise.all(Array.from({ length: SENDERS }, (_, sender) => rabbit.openSender(`queue_${sender}`)));
  const hopSender = await rabbit.openSender('hop');
  const content = Buffer.from(JSON.stringify({ content: CONTENT }));
  return {
    async roundTrip(sender) {
      await senders[sender]?.send(content);
    },
    async hopMs() {
      const sent = await hopSender.send(content);
      deliveredMs.push(sent.deliveredMs);
      return Math.max(sent.deliveredMs, sent.confirmedMs);
    },
    cpuMs: () => ownCpuMs() + rabbit.cpuMs(),
  };
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function medians(rounds: readonly Figures[]): Figures {
  const of = (key: keyof Figures): number => median(rounds.map((round) => round[key]));
  return { perSecond: of('perSecond'), cpuMicroseconds: of('cpuMicroseconds'), hopMs: of('hopMs') };
}

function rate(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString('en')}/s`;
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
