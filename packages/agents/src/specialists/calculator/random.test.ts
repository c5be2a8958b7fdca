import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draw } from './random.ts';

/** Gives these numbers in turn. */
function sequence(...numbers: readonly number[]): () => number {
  let index = -1;
  return () => {
    index += 1;
    return numbers[index % numbers.length] ?? 0;
  };
}

describe('drawing at random', () => {
  it('reaches both bounds of whole numbers and never leaves them', () => {
    expect(draw({ type: 'int', min: 1, max: 6, count: 3 }, sequence(0, 0.999999, 0.5))).toEqual({ ok: true, value: [1, 6, 4] });
    fc.assert(
      fc.property(
        fc.integer({ min: -50, max: 50 }),
        fc.nat(100),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (low, span, chance) => {
          const drawn = draw({ type: 'int', min: low, max: low + span, count: 1 }, () => chance);
          const [number] = drawn.ok ? drawn.value : [];
          expect(Number.isInteger(number) && Number(number) >= low && Number(number) <= low + span).toBe(true);
        },
      ),
    );
  });

  it('knows fractions, normal numbers, choices, shuffles and samples', () => {
    expect(draw({ type: 'float', min: 2, max: 4, count: 1 }, () => 0.25)).toEqual({ ok: true, value: [2.5] });
    expect(draw({ type: 'normal', mean: 10, std_dev: 2, count: 1 }, sequence(0, 0.3))).toEqual({ ok: true, value: [10] });
    expect(draw({ type: 'choice', choices: ['a', 'b'], count: 2 }, sequence(0, 0.9))).toEqual({ ok: true, value: ['a', 'b'] });
    expect(draw({ type: 'shuffle', choices: ['a', 'b', 'c'], count: 1 }, () => 0)).toEqual({ ok: true, value: ['b', 'c', 'a'] });
    expect(draw({ type: 'sample', choices: ['a', 'b', 'c'], count: 2 }, () => 0)).toEqual({ ok: true, value: ['b', 'c'] });
  });

  it('refuses what cannot be drawn', () => {
    const codes = [
      draw({ type: 'int', min: 5, max: 1, count: 1 }, () => 0),
      draw({ type: 'int', min: 1.2, max: 1.8, count: 1 }, () => 0),
      draw({ type: 'choice', choices: [], count: 1 }, () => 0),
      draw({ type: 'sample', choices: ['a'], count: 2 }, () => 0),
    ].map((drawn) => (drawn.ok ? 'ok' : drawn.error.code));
    expect(codes).toEqual(['range-invalid', 'range-invalid', 'choices-missing', 'sample-too-large']);
  });
});
