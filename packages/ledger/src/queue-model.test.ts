// The queue against a list in memory, written to be obvious, under whatever happens in whatever order.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lane, type OutgoingMessage, queue } from './queue.ts';
import { openTestLedger, type TestLedger } from './testing/index.ts';

const LANES: readonly Lane[] = ['one', 'two'].map((conversationId) => ({ agentId: 'primary_agent', conversationId }));

// Few lanes and few instants, so that things meet: a lease ends in the millisecond in which something is asked.
const lane = fc.constantFrom(...LANES);
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      lane,
      delayMs: fc.constantFrom(0, 0, 0, 20, 100),
      trace: fc.constantFrom('t', 't', 'u'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('lease' as const),
      lane,
      limit: fc.integer({ min: 1, max: 3 }),
      durationMs: fc.constantFrom(20, 80),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('acknowledge' as const, 'setAside' as const, 'bury' as const), pick: fc.nat() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('requeue' as const), pick: fc.nat(), delayMs: fc.constantFrom(0, 40, 40) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('advance' as const), byMs: fc.constantFrom(1, 20, 40) }) },
  fc.record({ do: fc.constant('send again' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('renew' as const), durationMs: fc.constantFrom(20, 80) }),
  fc.record({ do: fc.constantFrom('releaseAll' as const, 'restart' as const) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

interface Modelled {
  readonly message: OutgoingMessage;
  state: 'waiting' | 'leased' | 'done' | 'set_aside' | 'dead';
  attempts: number;
  availableAtMs: number;
  leaseUntilMs: number;
}

let test: TestLedger;
beforeEach(async () => {
  test = await openTestLedger();
});
afterEach(() => test.dispose());

describe('the queue against a model', () => {
  it('loses nothing, hands nothing out twice and keeps every lane in order, whatever happens in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 40 }), async (operations) => {
        await test.ledger.commit((transaction) => transaction.run('DELETE FROM queue'));
        const model: Modelled[] = [];
        for (const each of operations) {
          const { actual, expected } = await perform(each, model);
          expect(actual).toEqual(expected);
          expect(outlook()).toEqual(expectedOutlook(model));
        }
        // In the end everything that was neither handled nor given up comes out, lane by lane in the order sent.
        await test.clock.advance(1_000);
        await test.ledger.commit((transaction) => queue.releaseAll(transaction));
        for (const from of LANES) expect(await drain(from)).toEqual(openIn(model, from).map(({ message }) => message.id));
      }),
      { numRuns: 120 },
    );
  }, 120_000);
});

/** Does it to both, and returns what each says about it. */
async function perform(each: Operation, model: Modelled[]): Promise<{ actual: unknown; expected: unknown }> {
  const { ledger, clock } = test;
  const nowMs = clock.now();
  const leased = model.filter(({ state }) => state === 'leased');
  const nothing = { actual: undefined, expected: undefined };
  switch (each.do) {
    case 'send': {
      const id = `message_${model.length}`;
      const availableAtMs = nowMs + each.delayMs;
      const message = {
        ...each.lane,
        id,
        idempotencyKey: id,
        type: 'user_message',
        payload: id,
        traceId: each.trace,
        availableAtMs,
      };
      model.push({ message, state: 'waiting', attempts: 0, availableAtMs, leaseUntilMs: 0 });
      return { actual: await ledger.commit((transaction) => queue.send(transaction, message)), expected: { id, isNew: true } };
    }
    case 'send again': {
      const earlier = model[each.pick % Math.max(1, model.length)];
      if (earlier === undefined) return nothing;
      const actual = await ledger.commit((transaction) => queue.send(transaction, { ...earlier.message, id: 'another id' }));
      return { actual, expected: { id: earlier.message.id, isNew: false } };
    }
    case 'lease': {
      const handed = leasable(model, each.lane, nowMs, each.limit);
      const expected = handed.map(({ message, attempts }) => ({ id: message.id, attempts }));
      for (const taken of handed) Object.assign(taken, { state: 'leased', leaseUntilMs: nowMs + each.durationMs });
      const actual = await ledger.commit((transaction) =>
        queue.lease(transaction, each.lane, { owner: 'host', durationMs: each.durationMs }, each.limit),
      );
      return { actual: actual.map(({ id, attempts }) => ({ id, attempts })), expected };
    }
    case 'renew': {
      await ledger.commit((transaction) => queue.renew(transaction, { owner: 'host', durationMs: each.durationMs }));
      for (const held of leased) held.leaseUntilMs = nowMs + each.durationMs;
      return nothing;
    }
    case 'releaseAll': {
      for (const held of leased) held.state = 'waiting';
      return { actual: await ledger.commit((transaction) => queue.releaseAll(transaction)), expected: leased.length };
    }
    case 'restart':
      await test.reopen();
      return nothing;
    case 'advance':
      await clock.advance(each.byMs);
      return nothing;
    default: {
      const picked = leased[each.pick % Math.max(1, leased.length)];
      if (picked === undefined) return nothing;
      const { id } = picked.message;
      await ledger.commit((transaction) => {
        if (each.do === 'acknowledge') queue.acknowledge(transaction, [id]);
        else if (each.do === 'setAside') queue.setAside(transaction, id, 'unreadable');
        else if (each.do === 'bury') queue.bury(transaction, [id], 'failed');
        else if (each.do === 'requeue') queue.requeue(transaction, [id], nowMs + each.delayMs);
      });
      if (each.do === 'acknowledge') picked.state = 'done';
      else if (each.do === 'setAside') picked.state = 'set_aside';
      else if (each.do === 'bury') picked.state = 'dead';
      else if (each.do === 'requeue') {
        Object.assign(picked, { state: 'waiting', attempts: picked.attempts + 1, availableAtMs: nowMs + each.delayMs });
      }
      return nothing;
    }
  }
}

function openIn(model: readonly Modelled[], { conversationId }: Lane): Modelled[] {
  return model.filter(
    (each) => each.message.conversationId === conversationId && (each.state === 'waiting' || each.state === 'leased'),
  );
}

function leasable(model: readonly Modelled[], from: Lane, nowMs: number, limit: number): Modelled[] {
  const open = openIn(model, from);
  if (open.some((each) => each.state === 'leased' && each.leaseUntilMs > nowMs)) return [];
  const handed: Modelled[] = [];
  for (const each of open) {
    const isDue = each.state === 'leased' || each.availableAtMs <= nowMs;
    if (!isDue && each.attempts > 0) break;
    if (!isDue) continue;
    if (handed.length === limit || (handed[0] !== undefined && handed[0].message.traceId !== each.message.traceId)) break;
    handed.push(each);
  }
  return handed;
}

/** What the queue says about what is due: the lanes by name, and the next instant if none is due now. */
function outlook(): { due: string[]; nextMs: number | 'now' | undefined } {
  const nowMs = test.clock.now();
  const due = queue.dueLanes(test.ledger.read, nowMs).map(({ conversationId }) => conversationId);
  const nextMs = queue.nextDueMs(test.ledger.read);
  return {
    due: due.toSorted((left, right) => left.localeCompare(right)),
    nextMs: nextMs !== undefined && nextMs <= nowMs ? 'now' : nextMs,
  };
}

function expectedOutlook(model: readonly Modelled[]): { due: string[]; nextMs: number | 'now' | undefined } {
  const nowMs = test.clock.now();
  const dueAt = (atMs: number) =>
    LANES.filter((each) => leasable(model, each, atMs, 1).length > 0)
      .map(({ conversationId }) => conversationId)
      .toSorted((left, right) => left.localeCompare(right));
  const due = dueAt(nowMs);
  const instants = model.flatMap((each) => [each.availableAtMs, each.leaseUntilMs]).toSorted((left, right) => left - right);
  return { due, nextMs: due.length > 0 ? 'now' : instants.find((atMs) => atMs > nowMs && dueAt(atMs).length > 0) };
}

async function drain(from: Lane): Promise<string[]> {
  const drained: string[] = [];
  for (;;) {
    const handed = await test.ledger.commit((transaction) => {
      const ids = queue.lease(transaction, from, { owner: 'host', durationMs: 1_000 }, 2).map(({ id }) => id);
      queue.acknowledge(transaction, ids);
      return ids;
    });
    if (handed.length === 0) return drained;
    drained.push(...handed);
  }
}
