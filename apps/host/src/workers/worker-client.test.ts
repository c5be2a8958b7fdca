import { CodedError } from '@vos/base';
import { createFakeClock } from '@vos/base/testing';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorkerClient, type WorkerClient } from './worker-client.ts';

/** Answers with the question; `crash` ends the thread, `hang` never returns, `refuse` is turned down. */
const program = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ kind, question }) => {
    if (kind === 'close') return parentPort.close();
    if (question === 'crash') process.exit(3);
    if (question === 'hang') for (;;) {}
    if (question === 'refuse') parentPort.postMessage({ kind: 'refused', error: { code: 'too-odd', message: 'No.', retryable: false } });
    else parentPort.postMessage({ kind: 'answer', answer: question });
  });
  parentPort.postMessage({ kind: 'ready' });
`;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function open(
  source = program,
  canBeCutOff = true,
): {
  client: WorkerClient<string, string>;
  clock: ReturnType<typeof createFakeClock>;
  started: () => number;
} {
  const clock = createFakeClock();
  let started = 0;
  const client = createWorkerClient<string, string>({
    clock,
    canBeCutOff,
    start: () => {
      started += 1;
      return new Worker(source, { eval: true });
    },
    lost: (reason) => new CodedError('lost', reason),
    timedOut: (timeoutMs) => new CodedError('late', `${timeoutMs}`),
  });
  ends.push(() => client.dispose());
  return { client, clock, started: () => started };
}

describe('a worker client', () => {
  it('answers in order, with one thread that starts with the first question', async () => {
    const { client, started } = open();
    expect(started()).toBe(0);
    expect(await Promise.all([client.ask('one'), client.ask('two'), client.ask('three')])).toEqual(['one', 'two', 'three']);
    expect(started()).toBe(1);
  });

  it('passes on the code of a refusal', async () => {
    const { client } = open();
    await expect(client.ask('refuse')).rejects.toMatchObject({ code: 'too-odd', message: 'No.', retryable: false });
  });

  it('loses only the question that crashed the thread', async () => {
    const { client, started } = open();
    const outcomes = await Promise.allSettled([client.ask('one'), client.ask('crash'), client.ask('two')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(started()).toBe(2);
  });

  it('ends a thread that takes too long, and answers the next question with a new one', async () => {
    const { client, clock, started } = open();
    await client.ask('one');
    const late = expect(client.ask('hang', { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'late', message: '5000' });
    const next = client.ask('two', { timeoutMs: 5_000 });
    await clock.advance(4_999);
    expect(clock.pending()).toBe(1);
    await clock.advance(1);
    await late;
    expect(await next).toBe('two');
    expect(started()).toBe(2);
    expect(clock.pending()).toBe(0);
  });

  it('ends the thread when the question it works on is aborted, and drops one that only waits', async () => {
    const { client, started } = open();
    await client.ask('one');
    const [working, waiting] = [new AbortController(), new AbortController()];
    const outcomes = Promise.allSettled([
      client.ask('hang', { signal: working.signal }),
      client.ask('never asked', { signal: waiting.signal }),
      client.ask('two'),
    ]);
    waiting.abort('no longer wanted');
    working.abort('stopped');
    expect(await outcomes).toEqual([
      { status: 'rejected', reason: 'stopped' },
      { status: 'rejected', reason: 'no longer wanted' },
      { status: 'fulfilled', value: 'two' },
    ]);
    expect(started()).toBe(2);
  });

  it('rejects every waiting question when the thread cannot be loaded, once, without starting it over and over', async () => {
    const { client, started } = open('throw new Error("no such model")');
    const outcomes = await Promise.allSettled([client.ask('one'), client.ask('two')]);
    expect(
      outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as Error).message : outcome.value)),
    ).toEqual(['no such model', 'no such model']);
    expect(started()).toBe(1);
  });

  it('lets a thread that cannot be cut off end by itself', async () => {
    const source = `${program}\nrequire('node:process').on('exit', () => require('node:worker_threads').workerData.ended[0] = 1);`;
    const ended = new Uint8Array(new SharedArrayBuffer(1));
    const client = createWorkerClient<string, string>({
      canBeCutOff: false,
      start: () => new Worker(source, { eval: true, workerData: { ended } }),
      lost: (reason) => new CodedError('lost', reason),
    });
    await client.ask('one');
    await client.dispose();
    expect([...ended]).toEqual([1]);
  });

  it('rejects what waits when it is disposed', async () => {
    const { client } = open();
    const waiting = expect(client.ask('hang')).rejects.toMatchObject({ code: 'lost', message: 'VOS is closing' });
    await client.dispose();
    await waiting;
    await expect(client.ask('one')).rejects.toMatchObject({ code: 'lost' });
  });
});
