import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { effects } from './effects.ts';
import { openTestLedger, type TestLedger } from './testing/index.ts';

let test: TestLedger;
beforeEach(async () => {
  test = await openTestLedger();
});
afterEach(() => test.dispose());

const call = { key: 'turn_1/model/1', kind: 'model-call', turnId: 'turn_1', request: '{"messages":[]}' };
/** The test clock's start. */
const INTENDED_AT = '2026-01-05T09:00:00.000Z';
const intend = (effect = call) => test.ledger.commit((transaction) => effects.intend(transaction, effect));

describe('an effect', () => {
  it('is intended once; asked for again after a restart it shows its receipt instead of happening twice', async () => {
    expect(await intend()).toEqual({ ...call, intendedAt: INTENDED_AT, state: 'intended' });
    await test.reopen();
    expect(effects.unsettled(test.ledger.read)).toEqual([{ ...call, intendedAt: INTENDED_AT, state: 'intended' }]);
    await test.ledger.commit((transaction) =>
      effects.settle(transaction, call.key, { state: 'done', receipt: '{"reply":"hello"}' }),
    );
    await test.reopen();
    expect(await intend()).toEqual({ ...call, intendedAt: INTENDED_AT, state: 'done', receipt: '{"reply":"hello"}' });
    expect(effects.unsettled(test.ledger.read)).toEqual([]);
  });

  it('is refused when its key stands for another request or kind', async () => {
    await intend();
    await expect(intend({ ...call, request: '{"messages":["other"]}' })).rejects.toMatchObject({ code: 'key-conflict' });
    await expect(intend({ ...call, kind: 'sms' })).rejects.toMatchObject({ code: 'key-conflict' });
    expect(effects.find(test.ledger.read, call.key)).toEqual({ ...call, intendedAt: INTENDED_AT, state: 'intended' });
  });

  it('keeps its first outcome', async () => {
    await intend();
    const settle = (outcome: Parameters<typeof effects.settle>[2]) =>
      test.ledger.commit((transaction) => effects.settle(transaction, call.key, outcome));
    await settle({ state: 'failed', receipt: 'no credit' });
    await settle({ state: 'failed', receipt: 'no credit' });
    await expect(settle({ state: 'done', receipt: 'no credit' })).rejects.toMatchObject({ code: 'effect-settled' });
    await expect(settle({ state: 'failed', receipt: 'other' })).rejects.toMatchObject({ code: 'effect-settled' });
    await expect(settle({ state: 'uncertain' })).rejects.toMatchObject({ code: 'effect-settled' });
    expect(effects.find(test.ledger.read, call.key)).toEqual({
      ...call,
      intendedAt: INTENDED_AT,
      state: 'failed',
      receipt: 'no credit',
    });
  });

  it('may be uncertain first and known later', async () => {
    await intend();
    await test.ledger.commit((transaction) => effects.settle(transaction, call.key, { state: 'uncertain' }));
    await test.ledger.commit((transaction) => effects.settle(transaction, call.key, { state: 'uncertain' }));
    expect(await intend()).toEqual({ ...call, intendedAt: INTENDED_AT, state: 'uncertain' });
    expect(effects.unsettled(test.ledger.read)).toEqual([]);
    await test.ledger.commit((transaction) => effects.settle(transaction, call.key, { state: 'done', receipt: 'found it' }));
    expect(effects.find(test.ledger.read, call.key)).toEqual({
      ...call,
      intendedAt: INTENDED_AT,
      state: 'done',
      receipt: 'found it',
    });
  });

  it('needs an intent before an outcome', async () => {
    await expect(
      test.ledger.commit((transaction) => effects.settle(transaction, 'nothing', { state: 'done', receipt: '' })),
    ).rejects.toMatchObject({ code: 'effect-unknown' });
    expect(effects.find(test.ledger.read, 'nothing')).toBeUndefined();
  });

  it('is listed while nobody knows its outcome, and found by its turn', async () => {
    await intend();
    await intend({ ...call, key: 'other', turnId: 'turn_2' });
    await test.ledger.commit((transaction) => effects.settle(transaction, call.key, { state: 'uncertain' }));
    const uncertain = { ...call, intendedAt: INTENDED_AT, state: 'uncertain' };
    expect(effects.uncertain(test.ledger.read, call.kind)).toEqual([uncertain]);
    expect(effects.uncertain(test.ledger.read, 'sms')).toEqual([]);
    expect(effects.ofTurn(test.ledger.read, 'turn_1')).toEqual([uncertain]);
  });

  it('waits for recovery in the order intended', async () => {
    for (const key of ['c', 'a', 'b']) {
      await intend({ ...call, key });
      await test.clock.advance(1);
    }
    expect(effects.unsettled(test.ledger.read).map(({ key }) => key)).toEqual(['c', 'a', 'b']);
  });
});
