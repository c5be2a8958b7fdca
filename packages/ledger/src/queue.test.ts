import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lane, type OutgoingMessage, type QueuedMessage, queue } from './queue.ts';
import { openTestLedger, type TestLedger } from './testing/index.ts';

const lane: Lane = { agentId: 'primary_agent', conversationId: 'conversation_1' };
const lease = { owner: 'host', durationMs: 60_000 };

function message(name: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    ...lane,
    id: name,
    idempotencyKey: `key of ${name}`,
    type: 'user_message',
    payload: { content: name },
    traceId: 'trace',
    ...more,
  };
}

const idsOf = (messages: readonly QueuedMessage[]): string[] => messages.map(({ id }) => id);

let test: TestLedger;
beforeEach(async () => {
  test = await openTestLedger();
});
afterEach(() => test.dispose());

const send = (...messages: OutgoingMessage[]) =>
  test.ledger.commit((transaction) => messages.map((each) => queue.send(transaction, each)));
const take = (limit = 10, from: Lane = lane) =>
  test.ledger.commit((transaction) => idsOf(queue.lease(transaction, from, lease, limit)));

describe('the queue', () => {
  it('hands a message over exactly as it was sent', async () => {
    await send(message('first', { payload: { content: 'Grüße, 你好 👋', nested: [1, null] } }));
    const leased = await test.ledger.commit((transaction) => queue.lease(transaction, lane, lease, 10));
    expect(leased).toEqual([
      {
        ...lane,
        id: 'first',
        type: 'user_message',
        payload: '{"content":"Grüße, 你好 👋","nested":[1,null]}',
        traceId: 'trace',
        sentAt: '2026-01-05T09:00:00.000Z',
        attempts: 0,
      },
    ]);
    expect(queue.read(test.ledger.read, ['first'])).toEqual(leased);
  });

  it('keeps one message however often it is sent under the same key', async () => {
    expect(
      await send(message('first'), message('first again', { idempotencyKey: 'key of first', payload: { content: 'first' } })),
    ).toEqual([
      { id: 'first', isNew: true },
      { id: 'first', isNew: false },
    ]);
    expect(await take()).toEqual(['first']);
  });

  it.each([
    ['type', { type: 'agent_message' }],
    ['agent', { agentId: 'notes_agent' }],
    ['conversation', { conversationId: 'conversation_2' }],
    ['payload', { payload: { content: 'other' } }],
  ])('refuses the same key with another %s and keeps the first message', async (_what, difference) => {
    await send(message('first'));
    await expect(
      send(message('second', { payload: { content: 'first' }, ...difference, idempotencyKey: 'key of first' })),
    ).rejects.toMatchObject({
      code: 'key-conflict',
    });
    expect(await take()).toEqual(['first']);
  });

  it('refuses a used id under another key', async () => {
    await send(message('first'));
    await expect(send(message('first', { idempotencyKey: 'another' }))).rejects.toMatchObject({ code: 'key-conflict' });
  });

  it('hands out nothing more of a lane while a lease on it lives, and other lanes go on', async () => {
    const other: Lane = { agentId: 'notes_agent', conversationId: 'conversation_1' };
    await send(message('first'), message('second'), message('elsewhere', other));
    expect(await take(1)).toEqual(['first']);
    expect(await take()).toEqual([]);
    expect(queue.dueLanes(test.ledger.read, test.clock.now())).toEqual([other]);
    expect(await take(10, other)).toEqual(['elsewhere']);
    await test.ledger.commit((transaction) => queue.acknowledge(transaction, ['first']));
    expect(await take()).toEqual(['second']);
  });

  it('hands out one request at a time, in the order sent', async () => {
    await send(message('a1'), message('a2'), message('b1', { traceId: 'other trace' }), message('a3'));
    expect(await take()).toEqual(['a1', 'a2']);
    await test.ledger.commit((transaction) => queue.acknowledge(transaction, ['a1', 'a2']));
    expect(await take()).toEqual(['b1']);
    await test.ledger.commit((transaction) => queue.acknowledge(transaction, ['b1']));
    expect(await take()).toEqual(['a3']);
  });

  it('lets others pass a message that is sent for later, and hands it out when its time has come', async () => {
    const laterMs = test.clock.now() + 3_600_000;
    await send(message('wake up', { availableAtMs: laterMs }), message('now'));
    expect(await take()).toEqual(['now']);
    await test.ledger.commit((transaction) => queue.acknowledge(transaction, ['now']));
    expect(queue.dueLanes(test.ledger.read, laterMs - 1)).toEqual([]);
    expect(queue.nextDueMs(test.ledger.read)).toBe(laterMs);
    await test.clock.advance(3_600_000);
    expect(queue.dueLanes(test.ledger.read, laterMs)).toEqual([lane]);
    expect(await take()).toEqual(['wake up']);
  });

  it('keeps what was sent after a failed message behind it', async () => {
    await send(message('first'));
    await take();
    await test.ledger.commit((transaction) => queue.requeue(transaction, ['first'], transaction.atMs + 5_000));
    await send(message('second'));
    expect(await take()).toEqual([]);
    expect(queue.dueLanes(test.ledger.read, test.clock.now())).toEqual([]);
    expect(queue.nextDueMs(test.ledger.read)).toBe(test.clock.now() + 5_000);
    await test.clock.advance(5_000);
    expect(await take()).toEqual(['first', 'second']);
  });

  // The earlier system raised the count on a copy in memory and put the original back, so its limit of three was never reached.
  it('remembers over a restart how often handling a message has failed', async () => {
    await send(message('first'));
    for (let failure = 1; failure <= 3; failure += 1) {
      await take();
      await test.ledger.commit((transaction) => queue.requeue(transaction, ['first'], transaction.atMs));
      const ledger = await test.reopen();
      expect(queue.read(ledger.read, ['first']).map(({ attempts }) => attempts)).toEqual([failure]);
    }
  });

  // The earlier system failed the whole batch for one message that could not be read.
  it('goes on with the rest of the lane when one message is set aside or buried', async () => {
    await send(message('broken'), message('hopeless'), message('fine'));
    await take();
    await test.ledger.commit((transaction) => {
      queue.setAside(transaction, 'broken', 'no content');
      queue.bury(transaction, ['hopeless'], 'failed three times');
      queue.requeue(transaction, ['broken', 'hopeless', 'fine'], transaction.atMs);
    });
    expect(await take()).toEqual(['fine']);
    expect(test.ledger.read.all('SELECT id, state, reason, attempts FROM queue ORDER BY position')).toEqual([
      { id: 'broken', state: 'set_aside', reason: 'no content', attempts: 0 },
      { id: 'hopeless', state: 'dead', reason: 'failed three times', attempts: 0 },
      { id: 'fine', state: 'leased', reason: null, attempts: 1 },
    ]);
  });

  it('keeps a lease that is renewed and hands an expired one out again', async () => {
    await send(message('first'));
    await take();
    await test.clock.advance(50_000);
    await test.ledger.commit((transaction) => queue.renew(transaction, lease));
    await test.clock.advance(59_999);
    expect(await take()).toEqual([]);
    expect(queue.nextDueMs(test.ledger.read)).toBe(test.clock.now() + 1);
    await test.clock.advance(1);
    expect(await take()).toEqual(['first']);
  });

  it('frees every lease after a restart without counting a failure', async () => {
    await send(message('first'), message('second'));
    await take();
    const ledger = await test.reopen();
    expect(await ledger.commit((transaction) => queue.releaseAll(transaction))).toBe(2);
    const leased = await ledger.commit((transaction) => queue.lease(transaction, lane, lease, 10));
    expect(leased.map(({ id, attempts }) => [id, attempts])).toEqual([
      ['first', 0],
      ['second', 0],
    ]);
  });

  it('undoes an acknowledgement together with the work it belongs to', async () => {
    await send(message('first'));
    await take();
    const failing = test.ledger.commit((transaction) => {
      queue.acknowledge(transaction, ['first']);
      throw new Error('the outcome cannot be stored');
    });
    await expect(failing).rejects.toThrow('the outcome cannot be stored');
    await test.ledger.commit((transaction) => queue.releaseAll(transaction));
    expect(await take()).toEqual(['first']);
  });

  it('names an unknown message instead of passing over it', async () => {
    await expect(test.ledger.commit((transaction) => queue.acknowledge(transaction, ['nobody']))).rejects.toMatchObject({
      code: 'message-unknown',
    });
  });

  it('names the lane that has waited longest first', async () => {
    const lanes = ['one', 'two', 'three'].map((conversationId) => ({ agentId: 'primary_agent', conversationId }));
    for (const each of [...lanes].reverse()) {
      await send(message(`in ${each.conversationId}`, each));
      await test.clock.advance(10);
    }
    expect(queue.dueLanes(test.ledger.read, test.clock.now())).toEqual([...lanes].reverse());
  });
});

interface Modelled {
  readonly id: string;
  readonly lane: number;
  readonly trace: string;
  state: 'waiting' | 'leased' | 'done' | 'set_aside' | 'dead';
  attempts: number;
  availableAtMs: number;
  leaseUntilMs: number;
}

/** The queue as a list in memory, written to be obvious. */
function leasable(messages: readonly Modelled[], laneNumber: number, nowMs: number, limit: number): Modelled[] {
  const inLane = messages.filter((each) => each.lane === laneNumber && (each.state === 'waiting' || each.state === 'leased'));
  if (inLane.some((each) => each.state === 'leased' && each.leaseUntilMs > nowMs)) return [];
  const handed: Modelled[] = [];
  for (const each of inLane) {
    const isDue = each.state === 'leased' || each.availableAtMs <= nowMs;
    if (!isDue && each.attempts > 0) break;
    if (!isDue) continue;
    if (handed.length === limit || (handed[0] !== undefined && handed[0].trace !== each.trace)) break;
    handed.push(each);
  }
  return handed;
}

const LANES: readonly Lane[] = [0, 1, 2].map((number) => ({
  agentId: 'primary_agent',
  conversationId: `conversation_${number}`,
}));

const operation = fc.oneof(
  fc.record({
    do: fc.constant('send' as const),
    lane: fc.nat(2),
    delayMs: fc.constantFrom(0, 0, 30, 100),
    trace: fc.constantFrom('t', 't', 'u'),
  }),
  fc.record({ do: fc.constant('repeat' as const), pick: fc.nat() }),
  fc.record({
    do: fc.constant('lease' as const),
    lane: fc.nat(2),
    limit: fc.integer({ min: 1, max: 3 }),
    durationMs: fc.constantFrom(20, 80),
  }),
  fc.record({ do: fc.constantFrom('acknowledge' as const, 'setAside' as const, 'bury' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('requeue' as const), pick: fc.nat(), delayMs: fc.constantFrom(0, 40) }),
  fc.record({ do: fc.constant('renew' as const), durationMs: fc.constantFrom(20, 80) }),
  fc.record({ do: fc.constantFrom('releaseAll' as const, 'restart' as const) }),
  fc.record({ do: fc.constant('advance' as const), byMs: fc.integer({ min: 1, max: 60 }) }),
);

describe('the queue against a model', () => {
  it('loses nothing, hands nothing out twice and keeps every lane in order, whatever happens in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 40 }), async (operations) => {
        let ledger = await test.reopen();
        await ledger.commit((transaction) => transaction.run('DELETE FROM queue'));
        const model: Modelled[] = [];
        const { clock } = test;
        const outgoing = (each: Modelled): OutgoingMessage => ({
          ...(LANES[each.lane] as Lane),
          id: each.id,
          idempotencyKey: each.id,
          type: 'user_message',
          payload: each.id,
          traceId: each.trace,
          availableAtMs: each.availableAtMs,
        });
        const takeFrom = async (number: number, limit: number, durationMs: number): Promise<void> => {
          const expected = leasable(model, number, clock.now(), limit);
          const leased = await ledger.commit((transaction) =>
            queue.lease(transaction, LANES[number] as Lane, { owner: 'host', durationMs }, limit),
          );
          expect(leased.map(({ id, attempts }) => [id, attempts])).toEqual(expected.map(({ id, attempts }) => [id, attempts]));
          for (const each of expected) Object.assign(each, { state: 'leased', leaseUntilMs: clock.now() + durationMs });
        };

        for (const each of operations) {
          const leased = model.filter(({ state }) => state === 'leased');
          const picked = 'pick' in each ? leased[each.pick % Math.max(1, leased.length)] : undefined;
          if (each.do === 'send') {
            const fresh: Modelled = {
              id: `message_${model.length}`,
              lane: each.lane,
              trace: each.trace,
              state: 'waiting',
              attempts: 0,
              availableAtMs: clock.now() + each.delayMs,
              leaseUntilMs: 0,
            };
            model.push(fresh);
            expect(await ledger.commit((transaction) => queue.send(transaction, outgoing(fresh)))).toEqual({
              id: fresh.id,
              isNew: true,
            });
          } else if (each.do === 'repeat') {
            const earlier = model[each.pick % Math.max(1, model.length)];
            if (earlier === undefined) continue;
            expect(await ledger.commit((transaction) => queue.send(transaction, outgoing(earlier)))).toEqual({
              id: earlier.id,
              isNew: false,
            });
          } else if (each.do === 'lease') {
            await takeFrom(each.lane, each.limit, each.durationMs);
          } else if (each.do === 'renew') {
            await ledger.commit((transaction) => queue.renew(transaction, { owner: 'host', durationMs: each.durationMs }));
            for (const held of leased) held.leaseUntilMs = clock.now() + each.durationMs;
          } else if (each.do === 'releaseAll') {
            expect(await ledger.commit((transaction) => queue.releaseAll(transaction))).toBe(leased.length);
            for (const held of leased) held.state = 'waiting';
          } else if (each.do === 'restart') {
            ledger = await test.reopen();
          } else if (each.do === 'advance') {
            await clock.advance(each.byMs);
          } else if (picked !== undefined) {
            await ledger.commit((transaction) => {
              if (each.do === 'acknowledge') queue.acknowledge(transaction, [picked.id]);
              if (each.do === 'setAside') queue.setAside(transaction, picked.id, 'unreadable');
              if (each.do === 'bury') queue.bury(transaction, [picked.id], 'failed');
              if (each.do === 'requeue') queue.requeue(transaction, [picked.id], clock.now() + each.delayMs);
            });
            if (each.do === 'acknowledge') picked.state = 'done';
            if (each.do === 'setAside') picked.state = 'set_aside';
            if (each.do === 'bury') picked.state = 'dead';
            if (each.do === 'requeue') {
              Object.assign(picked, {
                state: 'waiting',
                attempts: picked.attempts + 1,
                availableAtMs: clock.now() + each.delayMs,
              });
            }
          }

          const dueAt = (atMs: number): number[] => [0, 1, 2].filter((number) => leasable(model, number, atMs, 1).length > 0);
          const named = queue
            .dueLanes(ledger.read, clock.now())
            .map((found) => LANES.findIndex((known) => known.conversationId === found.conversationId));
          expect([...named].sort()).toEqual(dueAt(clock.now()));
          const nextMs = queue.nextDueMs(ledger.read);
          const instants = model
            .flatMap((known) => [known.availableAtMs, known.leaseUntilMs])
            .filter((atMs) => atMs > clock.now());
          const expectedMs = instants.sort((left, right) => left - right).find((atMs) => dueAt(atMs).length > 0);
          if (named.length > 0) expect(nextMs).toBeLessThanOrEqual(clock.now());
          else expect(nextMs).toBe(expectedMs);
        }

        // In the end everything that was neither handled nor given up comes out, lane by lane in the order sent.
        await clock.advance(1_000);
        await ledger.commit((transaction) => queue.releaseAll(transaction));
        for (const number of [0, 1, 2]) {
          const open = model.filter((known) => known.lane === number && (known.state === 'waiting' || known.state === 'leased'));
          const drained: string[] = [];
          for (;;) {
            const leased = await ledger.commit((transaction) => {
              const handed = idsOf(queue.lease(transaction, LANES[number] as Lane, lease, 2));
              queue.acknowledge(transaction, handed);
              return handed;
            });
            if (leased.length === 0) break;
            drained.push(...leased);
          }
          expect(drained).toEqual(open.map(({ id }) => id));
        }
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
