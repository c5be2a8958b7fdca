import { createFakeClock } from '@vos/base/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createCalculator } from './calculator.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function open() {
  const clock = createFakeClock();
  const calculator = createCalculator({ timeoutMs: 5_000, clock });
  ends.push(() => calculator.dispose());
  return { calculator, clock };
}

const untilTheEnd = new AbortController().signal;

describe('the calculator', () => {
  it('answers in its own thread', async () => {
    const { calculator } = open();
    const answer = await calculator.evaluate({ name: 'basic_calculation', expression: '15% of 80' }, untilTheEnd);
    expect(answer).toMatchObject({ ok: true, value: { result: 12, formattedResult: '12' } });
  });

  it('passes on why there is no answer', async () => {
    const { calculator } = open();
    const answer = await calculator.evaluate({ name: 'basic_calculation', expression: '1 / 0' }, untilTheEnd);
    expect(answer).toMatchObject({ ok: false, error: { retryable: false } });
  });

  it('stops at once when the request is stopped, and goes on with the next', async () => {
    const { calculator } = open();
    const stop = new AbortController();
    const stopped = expect(calculator.evaluate({ name: 'basic_calculation', expression: '1 + 1' }, stop.signal)).rejects.toThrow(
      'stopped by you',
    );
    stop.abort(new Error('stopped by you'));
    await stopped;
    const answer = await calculator.evaluate({ name: 'basic_calculation', expression: '2 + 2' }, untilTheEnd);
    expect(answer).toMatchObject({ ok: true, value: { result: 4 } });
  });

  it('says that it is unavailable once it was disposed', async () => {
    const { calculator } = open();
    await calculator.dispose();
    expect(await calculator.evaluate({ name: 'basic_calculation', expression: '1 + 1' }, untilTheEnd)).toMatchObject({
      ok: false,
      error: { code: 'calculator-unavailable' },
    });
  });
});
