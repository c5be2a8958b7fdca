import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Lane } from './lanes.ts';
import { type OutgoingMessage, type QueuedMessage, queue } from './queue.ts';
import { openTestLedger, type TestLedger } from './testing/index.ts';

const lane: Lane = { agentId: 'primary_agent', conversationId: 'conversation_1' };
const lease = { owner: 'host', durationMs: 60_000 };
const LOOK_AHEAD = 10;

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

  it('hands over what goes on with a message before what was sent meanwhile, step by step', async () => {
    await send(message('first', { traceId: 'a' }));
    expect(await take()).toEqual(['first']);
    await send(message('second', { traceId: 'b' }), message('third', { traceId: 'c' }));
    for (const [step, before] of [
      ['first, step 1', 'first'],
      ['first, step 2', 'first, step 1'],
    ] as const) {
      await test.ledger.commit((transaction) => {
        queue.send(transaction, message(step, { traceId: 'a', continues: before }));
        queue.acknowledge(transaction, [before]);
      });
      expect(await take()).toEqual([step]);
    }
    await test.ledger.commit((transaction) => queue.acknowledge(transaction, ['first, step 2']));
    expect(await take()).toEqual(['second']);
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
    expect(queue.dueLanes(test.ledger.read, test.clock.now(), LOOK_AHEAD)).toEqual([other]);
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
    expect(queue.dueLanes(test.ledger.read, laterMs - 1, LOOK_AHEAD)).toEqual([]);
    expect(queue.nextDueMs(test.ledger.read, test.clock.now())).toBe(laterMs);
    await test.clock.advance(3_600_000);
    expect(queue.dueLanes(test.ledger.read, laterMs, LOOK_AHEAD)).toEqual([lane]);
    expect(await take()).toEqual(['wake up']);
  });

  it('keeps what was sent after a failed message behind it', async () => {
    await send(message('first'));
    await take();
    await test.ledger.commit((transaction) => queue.requeue(transaction, ['first'], 5_000));
    await send(message('second'));
    expect(await take()).toEqual([]);
    expect(queue.dueLanes(test.ledger.read, test.clock.now(), LOOK_AHEAD)).toEqual([]);
    expect(queue.nextDueMs(test.ledger.read, test.clock.now())).toBe(test.clock.now() + 5_000);
    await test.clock.advance(5_000);
    expect(await take()).toEqual(['first', 'second']);
  });

  // The earlier system raised the count on a copy in memory and put the original back, so its limit of three was never reached.
  it('remembers over a restart how often handling a message has failed', async () => {
    await send(message('first'));
    for (let failure = 1; failure <= 3; failure += 1) {
      await take();
      await test.ledger.commit((transaction) => queue.requeue(transaction, ['first'], 0));
      const ledger = await test.reopen();
      expect(queue.read(ledger.read, ['first']).map(({ attempts }) => attempts)).toEqual([failure]);
    }
  });

  // The earlier system failed the whole batch for one message that could not be read.
  it('goes on with the rest of the lane when one message is set aside or buried', async () => {
    await send(message('broken'), message('hopeless'), message('fine'));
    await take();
    await test.ledger.commit((transaction) => {
      queue.setAside(transaction, 'broken', { code: 'message-unreadable', message: 'It has no content.' });
      queue.bury(transaction, ['hopeless'], { code: 'model-unknown', message: 'There is no such model.' });
      queue.requeue(transaction, ['broken', 'hopeless', 'fine'], 0);
    });
    expect(await take()).toEqual(['fine']);
    expect(test.ledger.read.all('SELECT id, state, reason_code, reason, attempts FROM queue ORDER BY position')).toEqual([
      { id: 'broken', state: 'set_aside', reason_code: 'message-unreadable', reason: 'It has no content.', attempts: 0 },
      { id: 'hopeless', state: 'dead', reason_code: 'model-unknown', reason: 'There is no such model.', attempts: 1 },
      { id: 'fine', state: 'leased', reason_code: null, reason: null, attempts: 1 },
    ]);
  });

  it('keeps a lease that is renewed and hands an expired one out again', async () => {
    await send(message('first'));
    await take();
    await test.clock.advance(50_000);
    await test.ledger.commit((transaction) => queue.renew(transaction, [lane], lease));
    await test.clock.advance(59_999);
    expect(await take()).toEqual([]);
    expect(queue.nextDueMs(test.ledger.read, test.clock.now())).toBe(test.clock.now() + 1);
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

  // The earlier system reset a state after 300 s, also while a slow tool was still at work, and the work was then done twice.
  it('never hands out twice what is renewed in time, and renews nothing that another one holds', async () => {
    await send(message('first'));
    await take();
    for (let minute = 0; minute < 20; minute += 1) {
      await test.clock.advance(50_000);
      await test.ledger.commit((transaction) => queue.renew(transaction, [lane], lease));
      expect(await take()).toEqual([]);
    }
    await test.ledger.commit((transaction) => queue.renew(transaction, [lane], { owner: 'another', durationMs: 1 }));
    expect(await take()).toEqual([]);
    await test.ledger.commit((transaction) => queue.acknowledge(transaction, ['first']));
    await test.ledger.commit((transaction) => queue.renew(transaction, [lane], lease));
    expect(queue.nextDueMs(test.ledger.read, test.clock.now())).toBeUndefined();
  });

  it('hands out at once what is due at once, however far the clock is set back', async () => {
    await send(message('first'));
    test.clock.jump(-86_400_000);
    expect(queue.dueLanes(test.ledger.read, test.clock.now(), LOOK_AHEAD)).toEqual([lane]);
    expect(await take()).toEqual(['first']);
  });

  it('goes by the wall clock for a message sent for later, forwards and backwards, over a restart, and hands it out once', async () => {
    const dueMs = test.clock.now() + 3_600_000;
    await send(message('alarm', { availableAtMs: dueMs }));
    test.clock.jump(-7_200_000);
    await test.reopen();
    expect([await take(), queue.nextDueMs(test.ledger.read, test.clock.now())]).toEqual([[], dueMs]);
    test.clock.jump(10_800_000);
    expect(queue.dueLanes(test.ledger.read, test.clock.now(), LOOK_AHEAD)).toEqual([lane]);
    expect(await take()).toEqual(['alarm']);
    // It was due once, so a clock that is set back does not make it wait again after a failure.
    await test.ledger.commit((transaction) => queue.requeue(transaction, ['alarm'], 0));
    test.clock.jump(-10_800_000);
    expect(await take()).toEqual(['alarm']);
    await test.ledger.commit((transaction) => queue.acknowledge(transaction, ['alarm']));
    test.clock.jump(10_800_000);
    expect(await take()).toEqual([]);
  });

  it('holds a lane after a failure for its pause and never for longer, also when the clock is set back meanwhile', async () => {
    await send(message('first'), message('second'));
    await take(1);
    await test.ledger.commit((transaction) => queue.requeue(transaction, ['first'], 16_000));
    await test.clock.advance(15_999);
    expect(await take()).toEqual([]);
    test.clock.jump(-3_600_000);
    expect(queue.dueLanes(test.ledger.read, test.clock.now(), LOOK_AHEAD)).toEqual([lane]);
    expect(await take()).toEqual(['first', 'second']);
  });

  it('serves the lanes of an agent by turns, and agents by turns, however much waits in one of them', async () => {
    const flood = { agentId: 'notes_agent', conversationId: 'flood' };
    await send(
      ...Array.from({ length: 300 }, (_, number) => message(`flood ${number}`, { ...flood, traceId: `trace ${number}` })),
    );
    const quiet = ['one', 'two'].map((conversationId) => ({ agentId: 'notes_agent', conversationId }));
    const other = { agentId: 'weather_agent', conversationId: 'three' };
    await send(...[...quiet, other].map((each) => message(`in ${each.conversationId}`, each)));
    const served: string[] = [];
    for (;;) {
      const [next] = queue.dueLanes(test.ledger.read, test.clock.now(), 1).filter(({ agentId }) => agentId === 'notes_agent');
      if (next === undefined || served.length === 5) break;
      const [id = ''] = await take(1, next);
      await test.ledger.commit((transaction) => queue.acknowledge(transaction, [id]));
      served.push(id);
    }
    expect(served).toEqual(['flood 0', 'in one', 'in two', 'flood 1', 'flood 2']);
    expect(queue.dueLanes(test.ledger.read, test.clock.now(), 1)).toEqual([flood, other]);
  });

  it('gives a lane whose time has come the place it got when it began to wait', async () => {
    const at = (conversationId: string): Lane => ({ agentId: 'primary_agent', conversationId });
    await send(message('a', at('a')));
    await send(message('later', { ...at('later'), availableAtMs: test.clock.now() + 10 }));
    await send(message('b', at('b')));
    await test.clock.advance(10);
    const named = queue.dueLanes(test.ledger.read, test.clock.now(), 3).map(({ conversationId }) => conversationId);
    expect(named).toEqual(['a', 'later', 'b']);
  });

  describe('long after a message was handled', () => {
    const prune = (before: string, limit = 10): Promise<number> =>
      test.ledger.commit((transaction) => queue.prune(transaction, before, limit));

    it('forgets what it said and still takes its key for the same message, and for no other', async () => {
      const sent = message('first', { payload: { content: 'a long story' } });
      await send(sent, message('second'), message('dead'));
      await take();
      await test.ledger.commit((transaction) => {
        queue.acknowledge(transaction, ['first']);
        queue.bury(transaction, ['dead'], { code: 'model-unknown', message: 'There is no such model.' });
      });
      const handledAt = test.ledger.read.get<{ ended_at: string }>('SELECT ended_at FROM queue WHERE id = ?', [
        'first',
      ])?.ended_at;
      await test.clock.advance(1_000);
      const now = new Date(test.clock.now()).toISOString();
      expect([queue.isPrunable(test.ledger.read, handledAt ?? ''), await prune(handledAt ?? '')]).toEqual([false, 0]);
      expect([queue.isPrunable(test.ledger.read, now), await prune(now), await prune(now)]).toEqual([true, 1, 0]);
      expect(queue.read(test.ledger.read, ['first', 'second', 'dead']).map(({ payload }) => payload)).toEqual([
        '',
        '{"content":"second"}',
        '{"content":"dead"}',
      ]);

      await test.reopen();
      expect(await send({ ...sent, id: 'sent again' })).toEqual([{ id: 'first', isNew: false }]);
      const conflict = { code: 'key-conflict' };
      await expect(send({ ...sent, id: 'x', payload: { content: 'another story' } })).rejects.toMatchObject(conflict);
      await expect(send({ ...sent, id: 'x', type: 'agent_message' })).rejects.toMatchObject(conflict);
      await expect(send({ ...sent, idempotencyKey: 'another' })).rejects.toMatchObject(conflict);
      expect(queue.dueLanes(test.ledger.read, test.clock.now(), LOOK_AHEAD)).toEqual([]);
    });

    it('works through what is old in small pieces, the oldest first', async () => {
      await send(...['a', 'b', 'c'].map((name) => message(name)));
      await take();
      for (const id of ['b', 'a', 'c']) {
        await test.ledger.commit((transaction) => queue.acknowledge(transaction, [id]));
        await test.clock.advance(10);
      }
      expect(await prune('9999', 2)).toBe(2);
      expect(queue.read(test.ledger.read, ['a', 'b', 'c']).map(({ payload }) => payload.length > 0)).toEqual([
        false,
        false,
        true,
      ]);
    });
  });

  it('names the lane that has waited longest first', async () => {
    const lanes = ['one', 'two', 'three'].map((conversationId) => ({ agentId: 'primary_agent', conversationId }));
    for (const each of [...lanes].reverse()) {
      await send(message(`in ${each.conversationId}`, each));
      await test.clock.advance(10);
    }
    expect(queue.dueLanes(test.ledger.read, test.clock.now(), LOOK_AHEAD)).toEqual([...lanes].reverse());
  });
});
