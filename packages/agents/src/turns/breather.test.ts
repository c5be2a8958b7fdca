import { createFakeClock } from '@vos/base/testing';
import { expect, it } from 'vitest';
import { createBreather } from './breather.ts';

it('lets work go on while a turn of the event loop is young, and the rest in later ones, in order', async () => {
  let nowMs = 0;
  const breathe = createBreather({ ...createFakeClock(), monotonicMs: () => nowMs }, 3);
  let loopTurn = 0;
  const done: { readonly piece: number; readonly loopTurn: number }[] = [];
  const count = (): void => {
    loopTurn += 1;
    if (done.length < 6) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(
    Array.from({ length: 6 }, async (_, piece) => {
      await breathe(() => {
        done.push({ piece, loopTurn });
        nowMs += 2;
        return Promise.resolve();
      });
    }),
  );
  expect(done.map(({ piece }) => piece)).toEqual([0, 1, 2, 3, 4, 5]);
  const perTurn = Map.groupBy(done, (each) => each.loopTurn);
  expect([...perTurn.values()].map(({ length }) => length)).toEqual([2, 2, 2]);
});
