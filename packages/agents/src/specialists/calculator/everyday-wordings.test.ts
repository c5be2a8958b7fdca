import { must } from '@vos/base';
import { expect, it } from 'vitest';
import { createCalculatorAgent } from './agent.ts';
import { createInlineCalculator } from './inline-calculator.ts';

const { tools } = createCalculatorAgent({ calculator: createInlineCalculator(), random: () => 0 });

function read(toolName: string, text: string): unknown {
  const tool = must(
    tools.find(({ name }) => name === toolName),
    'the calculator has this tool',
  );
  return tool.builtin?.read({ text, nowMs: 0, timeZone: 'UTC' });
}

it.each([
  ['random_number', "let's decide with a coin flip", { type: 'choice', choices: ['heads', 'tails'], count: 1 }],
  ['random_number', 'I need a 10 sided die rolled', { type: 'int', min: 1, max: 10, count: 1 }],
  ['random_number', 'give the dice a shake', { type: 'int', min: 1, max: 6, count: 1 }],
  ['unit_conversion', 'how do you convert pounds to grams', { value: 1, from_unit: 'pounds', to_unit: 'grams' }],
  [
    'unit_conversion',
    'I wonder how many teaspoons are in a tablespoon',
    { value: 1, from_unit: 'tablespoon', to_unit: 'teaspoons' },
  ],
  ['basic_calculation', 'can you tell me what 30% off 235 is', { expression: '235 - 30%' }],
  ['basic_calculation', 'how many times can 12 go into 600', { expression: '600 / 12' }],
  ['basic_calculation', 'how many square feet is a 13 by 74 room', { expression: '13 * 74' }],
])('reads with %s: “%s”', (toolName, text, given) => {
  expect(read(toolName, text)).toEqual({ kind: 'arguments', arguments: given });
});

it.each(['how far is it from feet to grams', 'pounds', 'how do I convert the loft'])('does not convert “%s”', (text) => {
  expect(read('unit_conversion', text)).not.toMatchObject({ kind: 'arguments' });
});
