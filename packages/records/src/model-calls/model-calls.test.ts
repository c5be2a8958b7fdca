import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import { changeSets } from '@vos/ledger';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../settings/settings.ts';
import {
  conversationUseMicroUsd,
  dayUseMicroUsd,
  localDay,
  loseModelCall,
  type ModelCall,
  reserveModelCall,
  settleModelCall,
} from './model-calls.ts';
import { readSpendings, readUsage } from './usage.ts';

let test: TestLedger;
beforeEach(async () => {
  test = await openTestLedger();
});
afterEach(() => test.dispose());

const conversation = (letter: string): string => `conversation_${letter.repeat(32)}`;
const call = (id: string, worstCaseMicroUsd: number, conversationId: string | null = conversation('a')): ModelCall => ({
  id,
  agentId: 'primary_agent',
  conversationId,
  traceId: 'trace_1',
  turnId: `turn_${id}`,
  service: 'OpenAI',
  model: 'small',
  worstCaseMicroUsd,
});

const reserve = (each: ModelCall) => test.ledger.commit((transaction) => reserveModelCall(transaction, each));
const settle = (id: string, costMicroUsd: number | null) =>
  test.ledger.commit((transaction) => settleModelCall(transaction, id, { inputTokens: 10, outputTokens: 2, costMicroUsd }));
const lose = (id: string) => test.ledger.commit((transaction) => loseModelCall(transaction, id));
const allow = (dayLimitUsd: number | null, conversationLimitUsd: number | null) =>
  test.ledger.commit((transaction) =>
    changeSettings(transaction, changeSets.begin(transaction, { actor: 'user', cause: 'test' }), {
      dayLimitUsd,
      conversationLimitUsd,
    }),
  );
const dayUse = (): number => dayUseMicroUsd(test.ledger.read, localDay(test.clock.now()));

describe('a limit on what models cost', () => {
  // An earlier system looked first and booked later, so two calls at once both fitted into what was left for one.
  it('holds at every moment, in whatever order calls are made, paid, lost and cut off by a restart', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('reserve' as const),
        worst: fc.integer({ min: 0, max: 400 }),
        where: fc.constantFrom('a', 'b'),
      }),
      fc.record({
        do: fc.constant('settle' as const),
        which: fc.nat(),
        part: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      }),
      fc.record({ do: fc.constant('lose' as const), which: fc.nat() }),
      fc.record({ do: fc.constant('restart' as const) }),
    );
    let made = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 6 }),
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 0, max: 600 }),
        async (rounds, dayMicroUsd, conversationMicroUsd) => {
          await test.ledger.commit((transaction) => transaction.run('DELETE FROM model_calls'));
          await allow(dayMicroUsd / 1_000_000, conversationMicroUsd / 1_000_000);
          /** What each call counts as, by a rule of this test's own. */
          const counted = new Map<string, { where: string; charge: number; isOpen: boolean }>();
          const sum = (where?: string): number =>
            [...counted.values()].reduce(
              (total, each) => total + (where === undefined || each.where === where ? each.charge : 0),
              0,
            );
          for (const round of rounds) {
            // All steps of a round are under way at once; the ledger decides their order.
            await Promise.all(
              round.map(async (each) => {
                const open = [...counted].filter(([, { isOpen }]) => isOpen);
                if (each.do === 'reserve') {
                  const id = `call_${(made += 1)}`;
                  const short = await reserve(call(id, each.worst, conversation(each.where)));
                  const left = Math.min(dayMicroUsd - sum(), conversationMicroUsd - sum(each.where));
                  expect(short === undefined, `${each.worst} of ${left} left`).toBe(each.worst === 0 || each.worst <= left);
                  if (short === undefined) counted.set(id, { where: each.where, charge: each.worst, isOpen: true });
                } else if (each.do === 'restart') {
                  return;
                } else if (open.length > 0) {
                  const [id, record] = open[each.which % open.length] ?? ['', undefined];
                  if (record === undefined) return;
                  record.isOpen = false;
                  const cost = each.do === 'lose' || each.part === null ? null : Math.floor(each.part * record.charge);
                  if (each.do === 'lose') await lose(id);
                  else await settle(id, cost);
                  record.charge = cost ?? record.charge;
                }
              }),
            );
            if (round.some((each) => each.do === 'restart')) await test.reopen();
            expect(dayUse()).toBe(sum());
            expect(sum()).toBeLessThanOrEqual(dayMicroUsd);
            for (const where of ['a', 'b']) {
              expect(conversationUseMicroUsd(test.ledger.read, conversation(where))).toBe(sum(where));
              expect(sum(where)).toBeLessThanOrEqual(conversationMicroUsd);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('says which one is too short and how much of it is left, and what does not fit is not written down', async () => {
    await allow(1, 0.5);
    expect(await reserve(call('one', 400_000))).toBeUndefined();
    expect(await reserve(call('two', 200_000))).toEqual({ scope: 'conversation', limitMicroUsd: 500_000, leftMicroUsd: 100_000 });
    expect(await reserve(call('two', 700_000, conversation('b')))).toEqual({
      scope: 'day',
      limitMicroUsd: 1_000_000,
      leftMicroUsd: 600_000,
    });
    expect(dayUse()).toBe(400_000);
  });

  it('is given back what a call did not cost, and not what nobody knows', async () => {
    await allow(null, 0.5);
    await reserve(call('one', 400_000));
    await settle('one', 1_000);
    await reserve(call('two', 400_000));
    await settle('two', null);
    await lose('two');
    expect(conversationUseMicroUsd(test.ledger.read, conversation('a'))).toBe(401_000);
    expect(await reserve(call('three', 99_001))).toMatchObject({ leftMicroUsd: 99_000 });
  });

  it('that was lowered below what is spent has nothing left, and what is free goes on', async () => {
    await reserve(call('one', 1_000_000));
    await allow(0.1, null);
    expect(await reserve(call('two', 1))).toMatchObject({ leftMicroUsd: 0 });
    expect(await reserve(call('three', 0))).toBeUndefined();
  });

  it('begins anew the next day, though not for the conversation', async () => {
    await allow(1, 2);
    await reserve(call('one', 1_000_000));
    expect(await reserve(call('two', 1_000_000))).toMatchObject({ scope: 'day' });
    await test.clock.advance(86_400_000);
    expect(await reserve(call('two', 1_000_000))).toBeUndefined();
    await test.clock.advance(86_400_000);
    expect(await reserve(call('three', 1))).toMatchObject({ scope: 'conversation', leftMicroUsd: 0 });
  });

  it('may be none', async () => {
    await allow(null, null);
    expect(await reserve(call('one', 1_000_000_000))).toBeUndefined();
  });
});

describe('what models used', () => {
  it('is told by turn, day, model, agent and conversation; what is not known is counted and never taken for nothing', async () => {
    await reserve(call('one', 500));
    await settle('one', 300);
    await test.clock.advance(86_400_000);
    await reserve({ ...call('two', 500), agentId: 'weather_agent', turnId: 'turn_one' });
    await lose('two');
    await reserve({
      ...call('three', 0, null),
      agentId: 'trial',
      service: 'Built in',
      model: 'built in',
      traceId: null,
      turnId: null,
    });
    await lose('three');
    await reserve(call('under way', 700));
    const known = { callCount: 1, inputTokens: 10, outputTokens: 2, knownCostMicroUsd: 300, unknownCostCount: 0 };
    const lost = { callCount: 1, inputTokens: null, outputTokens: null, knownCostMicroUsd: 0, unknownCostCount: 1 };
    const free = { ...lost, unknownCostCount: 0 };
    const both = { callCount: 2, inputTokens: 10, outputTokens: 2, knownCostMicroUsd: 300, unknownCostCount: 1 };
    const usage = readUsage(test.ledger.read, test.clock.now());
    expect(usage).toEqual({
      today: { day: '2026-01-06', limitMicroUsd: 5_000_000, usedMicroUsd: 1_200 },
      days: [
        { day: '2026-01-06', ...lost, callCount: 2 },
        { day: '2026-01-05', ...known },
      ],
      models: [
        { model: 'OpenAI · small', ...both },
        { model: 'Built in · built in', ...free },
      ],
      agents: [
        { agentId: 'primary_agent', ...known },
        { agentId: 'weather_agent', ...lost },
        { agentId: 'trial', ...free },
      ],
      conversations: [{ conversationId: conversation('a'), title: '', ...both }],
    });
    expect(readSpendings(test.ledger.read, ['trace_1', 'trace_2'])).toEqual([
      {
        turnId: 'turn_one',
        traceId: 'trace_1',
        conversationId: conversation('a'),
        agentId: expect.any(String) as string,
        model: 'OpenAI · small',
        ...both,
      },
    ]);
  });
});
