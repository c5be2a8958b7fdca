import { createBuiltinProvider, primaryAgent } from '@vos/agents';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import { expect, it } from 'vitest';
import { createWarmUp, rehearse } from './warm-up.ts';

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

it('the built-in model has read its examples after the rehearsal, and reads only the request when one comes', async () => {
  const asked: (readonly string[])[] = [];
  const embedder = {
    dimensions: 2,
    async embed(texts: readonly string[]) {
      asked.push(texts);
      return texts.map((text) => new Float32Array([Math.cos(text.length), Math.sin(text.length)]));
    },
  };
  const model = createBuiltinProvider({ embedder, agents: [primaryAgent] });
  const clock = createFakeClock();
  const ids = sequentialIds();
  await rehearse(model, { clock, ids });
  expect(asked.map((texts) => texts.length > 100)).toEqual([true, false]);
  asked.splice(0);
  await rehearse(model, { clock, ids });
  expect(asked).toEqual([]);
});
