// The queue against a list in memory, written to be obvious, under whatever happens in whatever order.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeSets } from './change-sets.ts';
import { deadLetters } from './dead-letters.ts';
import { HOLD_LIMIT_MS, type Lane } from './lanes.ts';
import { type OutgoingMessage, queue } from './queue.ts';
import { openTestLedger, type TestLedger } from './testing/index.ts';

const LANES: readonly Lane[] = [
  { agentId: 'primary_agent', conversationId: 'one' },
  { agentId: 'primary_agent', conversationId: 'two' },
  { agentId: 'notes_agent', conversationId: 'two' },
];
const REASON = { code: 'odd', message: 'It is odd.' };

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
    arbitrary: fc.record({ do: fc.constant('requeue' as const), pick: fc.nat(), pauseMs: fc.constantFrom(0, 40, 40) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('advance' as const), byMs: fc.constantFrom(1, 20, 40) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('retry' as const, 'drop' as const), pick: fc.nat() }) },
  fc.record({ do: fc.constant('jump' as const), byMs: fc.constantFrom(60, -60, -2 * HOLD_LIMIT_MS) }),
  fc.record({ do: fc.constant('send again' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('renew' as const), lane, durationMs: fc.constantFrom(20, 80) }),
  fc.record({ do: fc.constantFrom('releaseAll' as const, 'restart' as const, 'prune' as const) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

interface ModelledMessage {
  readonly message: OutgoingMessage;
  state: 'waiting' | 'leased' | 'done' | 'set_aside' | 'dead' | 'dropped';
  attempts: number;
  /** 0 once it was due when its lane was looked at. */
  availableAtMs: number;
}

interface Model {
  readonly messages: ModelledMessage[];
  readonly leasedUntilMs: Map<Lane, number>;
  readonly heldUntilMs: Map<Lane, number>;
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
        await test.ledger.commit((transaction) => {
          for (const table of ['queue', 'lanes', 'dropped_letters']) transaction.run(`DELETE FROM ${table}`);
        });
        const model: Model = { messages: [], leasedUntilMs: new Map(), heldUntilMs: new Map() };
        for (const each of operations) {
          const { actual, expected } = await perform(each, model);
          expect(actual).toEqual(expected);
          expect(outlook()).toEqual(expectedOutlook(model));
        }
        // In the end everything that was neither handled nor given up comes out, lane by lane in the order sent.
        test.clock.jump(86_400_000);
        await test.ledger.commit((transaction) => queue.releaseAll(transaction));
        for (const from of LANES) expect(await drain(from)).toEqual(openIn(model, from).map(({ message }) => message.id));
      }),
      { numRuns: 120 },
    );
  }, 120_000);
});

const SAME = { actual: undefined, expected: undefined };

/** Does it to both, and returns what each says about it. */
async function perform(each: Operation, model: Model): Promise<{ actual: unknown; expected: unknown }> {
  const { ledger, clock } = test;
  const nowMs = clock.now();
  const { messages } = model;
  switch (each.do) {
    case 'send': {
      const id = `message_${messages.length}`;
      const availableAtMs = nowMs + each.delayMs;
      const sent = { idempotencyKey: id, type: 'user_message', payload: id, traceId: each.trace, availableAtMs };
      const message = { ...each.lane, ...sent, id };
      messages.push({ message, state: 'waiting', attempts: 0, availableAtMs: each.delayMs === 0 ? 0 : availableAtMs });
      return { actual: await ledger.commit((transaction) => queue.send(transaction, message)), expected: { id, isNew: true } };
    }
    case 'send again': {
      const earlier = messages[each.pick % Math.max(1, messages.length)];
      if (earlier === undefined) return SAME;
      const actual = await ledger.commit((transaction) => queue.send(transaction, { ...earlier.message, id: 'another id' }));
      return { actual, expected: { id: earlier.message.id, isNew: false } };
    }
    case 'lease': {
      const handed = leasable(model, each.lane, nowMs, each.limit);
      const expected = handed.map(({ message, attempts }) => ({ id: message.id, attempts }));
      if (handed.length > 0) {
        for (const open of openIn(model, each.lane)) {
          open.state = handed.includes(open) ? 'leased' : 'waiting';
          if (open.availableAtMs <= nowMs) open.availableAtMs = 0;
        }
        model.leasedUntilMs.set(each.lane, nowMs + each.durationMs);
        model.heldUntilMs.delete(each.lane);
      }
      const actual = await ledger.commit((transaction) =>
        queue.lease(transaction, each.lane, { owner: 'host', durationMs: each.durationMs }, each.limit),
      );
      return { actual: actual.map(({ id, attempts }) => ({ id, attempts })), expected };
    }
    case 'renew':
      await ledger.commit((transaction) => queue.renew(transaction, [each.lane], { owner: 'host', durationMs: each.durationMs }));
      if (isLeased(model, each.lane)) model.leasedUntilMs.set(each.lane, nowMs + each.durationMs);
      return SAME;
    case 'releaseAll': {
      const leased = messages.filter(({ state }) => state === 'leased');
      for (const held of leased) held.state = 'waiting';
      return { actual: await ledger.commit((transaction) => queue.releaseAll(transaction)), expected: leased.length };
    }
    case 'restart':
      await test.reopen();
      return SAME;
    case 'prune':
      await ledger.commit((transaction) => queue.prune(transaction, '9999', 100));
      return SAME;
    case 'advance':
      await clock.advance(each.byMs);
      return SAME;
    case 'jump':
      clock.jump(each.byMs);
      return SAME;
    case 'retry':
    case 'drop': {
      const letters = messages.filter(({ state }) => state === 'dead' || state === 'set_aside');
      const picked = letters[each.pick % Math.max(1, letters.length)];
      if (picked === undefined) return SAME;
      const { id } = picked.message;
      if (each.do === 'retry') {
        Object.assign(picked, { state: 'waiting', attempts: 0, availableAtMs: 0 });
        await ledger.commit((transaction) => deadLetters.retry(transaction, id));
      } else {
        picked.state = 'dropped';
        await ledger.commit((transaction) =>
          deadLetters.drop(transaction, changeSets.begin(transaction, { actor: 'user', cause: 'test' }), id),
        );
      }
      return SAME;
    }
    default: {
      const leased = messages.filter(({ state }) => state === 'leased');
      const picked = leased[each.pick % Math.max(1, leased.length)];
      if (picked === undefined) return SAME;
      const { id } = picked.message;
      await ledger.commit((transaction) => {
        if (each.do === 'acknowledge') queue.acknowledge(transaction, [id]);
        else if (each.do === 'setAside') queue.setAside(transaction, id, REASON);
        else if (each.do === 'bury') queue.bury(transaction, [id], REASON);
        else if (each.do === 'requeue') queue.requeue(transaction, [id], each.pauseMs);
      });
      if (each.do === 'acknowledge') picked.state = 'done';
      else if (each.do === 'setAside') picked.state = 'set_aside';
      else picked.state = each.do === 'bury' ? 'dead' : 'waiting';
      if (each.do === 'bury' || each.do === 'requeue') picked.attempts += 1;
      const from = LANES.find((known) => isIn(known, picked));
      if (each.do === 'requeue' && each.pauseMs > 0 && from !== undefined) {
        model.heldUntilMs.set(from, Math.max(model.heldUntilMs.get(from) ?? 0, nowMs + each.pauseMs));
      }
      for (const known of LANES) if (openIn(model, known).length === 0) model.heldUntilMs.delete(known);
      return SAME;
    }
  }
}

function isIn({ agentId, conversationId }: Lane, { message }: ModelledMessage): boolean {
  return message.agentId === agentId && message.conversationId === conversationId;
}

function openIn({ messages }: Model, from: Lane): ModelledMessage[] {
  return messages.filter((each) => isIn(from, each) && (each.state === 'waiting' || each.state === 'leased'));
}

function isLeased({ messages }: Model, from: Lane): boolean {
  return messages.some((each) => isIn(from, each) && each.state === 'leased');
}

function leasable(model: Model, from: Lane, nowMs: number, limit: number): ModelledMessage[] {
  const heldUntilMs = model.heldUntilMs.get(from) ?? 0;
  if (heldUntilMs > nowMs && heldUntilMs <= nowMs + HOLD_LIMIT_MS && !isLeased(model, from)) return [];
  if (isLeased(model, from) && (model.leasedUntilMs.get(from) ?? 0) > nowMs) return [];
  const due = openIn(model, from).filter((each) => each.state === 'leased' || each.availableAtMs <= nowMs);
  const end = due.findIndex((each) => each.message.traceId !== due[0]?.message.traceId);
  return (end === -1 ? due : due.slice(0, end)).slice(0, limit);
}

interface Outlook {
  /** Names of the lanes that are due. */
  readonly due: readonly string[];
  /** The next instant if none is due now. */
  readonly nextMs: number | 'now' | undefined;
  readonly letters: number;
}

const nameOf = ({ agentId, conversationId }: Lane): string => `${agentId} in ${conversationId}`;

/** What the queue says about what is due and what was given up. */
function outlook(): Outlook {
  const nowMs = test.clock.now();
  const nextMs = queue.nextDueMs(test.ledger.read, nowMs);
  return {
    due: queue.dueLanes(test.ledger.read, nowMs, 10).map(nameOf).toSorted(),
    nextMs: nextMs === nowMs ? 'now' : nextMs,
    letters: deadLetters.count(test.ledger.read),
  };
}

function expectedOutlook(model: Model): Outlook {
  const nowMs = test.clock.now();
  const dueAt = (atMs: number) => LANES.filter((each) => leasable(model, each, atMs, 1).length > 0);
  const due = dueAt(nowMs).map(nameOf).toSorted();
  const instants = [
    ...model.messages.map(({ availableAtMs }) => availableAtMs),
    ...model.leasedUntilMs.values(),
    ...model.heldUntilMs.values(),
  ].toSorted((left, right) => left - right);
  return {
    due,
    nextMs: due.length > 0 ? 'now' : instants.find((atMs) => atMs > nowMs && dueAt(atMs).length > 0),
    letters: model.messages.filter(({ state }) => state === 'dead' || state === 'set_aside').length,
  };
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
