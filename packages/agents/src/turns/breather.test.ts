import { expect, it } from 'vitest';
import { createBreather } from './breather.ts';

it('begins what a turn of the event loop has time for, and the rest in later ones, in order', async () => {
  let nowMs = 0;
  let putOff: (() => void)[] = [];
  const breathe = createBreather({ monotonicMs: () => nowMs }, 3, (callback) => putOff.push(callback));
  const begun: number[] = [];
  const pieces = [0, 1, 2, 3, 4, 5].map((piece) =>
    breathe(() => {
      begun.push(piece);
      nowMs += 2;
      return Promise.resolve(piece);
    }),
  );
  const perTurn: number[][] = [begun.splice(0)];
  while (putOff.length > 0) {
    const callbacks = putOff;
    putOff = [];
    for (const callback of callbacks) {
      callback();
      // What a callback resolves goes on before the next callback, as in Node.
      await Promise.resolve();
      await Promise.resolve();
    }
    if (begun.length > 0) perTurn.push(begun.splice(0));
  }
  expect(perTurn).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
  ]);
  expect(await Promise.all(pieces)).toEqual([0, 1, 2, 3, 4, 5]);
});
