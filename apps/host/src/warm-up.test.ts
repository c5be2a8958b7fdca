import { createFakeClock } from '@vos/base/testing';
import { expect, it } from 'vitest';
import { createWarmUp } from './warm-up.ts';

function open() {
  const clock = createFakeClock();
  const warmed: string[] = [];
  const warmUp = createWarmUp({
    clock,
    steps: [
      { afterMs: 1_000, warm: () => warmed.push('embedder') },
      { afterMs: 3_000, warm: () => warmed.push('calculator') },
    ],
  });
  return { clock, warmed, warmUp };
}

it('loads nothing while no desk is there', async () => {
  const { clock, warmed } = open();
  await clock.advance(60_000);
  expect(warmed).toEqual([]);
});

it('loads one thing after the other once the first desk was drawn, and nothing again for the next one', async () => {
  const { clock, warmed, warmUp } = open();
  warmUp.begin();
  await clock.advance(999);
  expect(warmed).toEqual([]);
  await clock.advance(1);
  expect(warmed).toEqual(['embedder']);
  warmUp.begin();
  await clock.advance(60_000);
  expect(warmed).toEqual(['embedder', 'calculator']);
});

it('loads nothing any more for a host that is closing', async () => {
  const { clock, warmed, warmUp } = open();
  warmUp.begin();
  await clock.advance(1_000);
  warmUp.dispose();
  warmUp.begin();
  await clock.advance(60_000);
  expect(warmed).toEqual(['embedder']);
  expect(clock.pending()).toBe(0);
});
