// Chance: dice, coins, choices. The source of randomness is an argument, so that a test can know what is drawn.
import { err, ok, type Result } from '@vos/base';
import { type ToolFailure, toolFailure } from '../../sdk/tool.ts';

/** A number from 0 up to, not including, 1. */
export type Random = () => number;

export const randomTypes = ['int', 'float', 'normal', 'choice', 'shuffle', 'sample'] as const;

export interface RandomRequest {
  readonly type: (typeof randomTypes)[number];
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly mean?: number | undefined;
  readonly std_dev?: number | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly count: number;
}

export type Drawn = readonly (number | string)[];

/** Draws `count` values; a shuffle gives all choices. Whole numbers include both bounds. Codes `range-invalid`, `choices-missing`, `sample-too-large`. */
export function draw(request: RandomRequest, random: Random): Result<Drawn, ToolFailure> {
  switch (request.type) {
    case 'int': {
      const low = Math.ceil(request.min ?? 0);
      const high = Math.floor(request.max ?? 100);
      if (low > high) return err(emptyRange());
      return ok(times(request.count, () => low + Math.floor(random() * (high - low + 1))));
    }
    case 'float': {
      const low = request.min ?? 0;
      const high = request.max ?? 1;
      if (low > high) return err(emptyRange());
      return ok(times(request.count, () => low + random() * (high - low)));
    }
    case 'normal':
      return ok(times(request.count, () => (request.mean ?? 0) + (request.std_dev ?? 1) * standardNormal(random)));
    case 'choice':
    case 'shuffle':
    case 'sample':
      return drawChoices(request, request.choices ?? [], random);
  }
}

function drawChoices({ type, count }: RandomRequest, choices: readonly string[], random: Random): Result<Drawn, ToolFailure> {
  if (choices.length === 0) return err(toolFailure('choices-missing', 'There is nothing to choose from.'));
  if (type === 'choice') return ok(times(count, () => choices[Math.floor(random() * choices.length)] ?? ''));
  if (type === 'sample' && count > choices.length) {
    return err(
      toolFailure('sample-too-large', `Only ${choices.length} can be drawn from ${choices.length} without putting any back.`),
    );
  }
  const shuffled = [...choices];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other] ?? '', shuffled[index] ?? ''];
  }
  return ok(type === 'shuffle' ? shuffled : shuffled.slice(0, count));
}

/** Box and Muller; the logarithm is of a number above 0. */
function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function times<Value>(count: number, make: () => Value): Value[] {
  return Array.from({ length: count }, make);
}

function emptyRange(): ToolFailure {
  return toolFailure('range-invalid', 'The smallest number is above the largest.');
}
