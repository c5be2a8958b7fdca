import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askAgent } from '../../testing/ask-agent.ts';
import { createCalculatorAgent } from './agent.ts';
import { createInlineCalculator } from './inline-calculator.ts';
import { digitsForWords } from './number-words.ts';
import { readExpression } from './reading.ts';

/** Draws as though each number came up half-way. */
const agent = createCalculatorAgent({ calculator: createInlineCalculator(), random: () => 0.5 });
const said = async (text: string): Promise<string> => (await askAgent(agent, text)).said;

describe('the calculator agent, without a language model', () => {
  it.each([
    ['what is 15% of 80', '15% of 80 is 12.'],
    ['What is 15 % of 80?', '15% of 80 is 12.'],
    ['15 percent of 80', '15% of 80 is 12.'],
    ['12 * (3+4)', '12 × (3 + 4) is 84.'],
    ['square root of 144', 'The square root of 144 is 12.'],
    ['2 to the power of 10', '2^10 is 1,024.'],
    ["what's seven times eight", '7 × 8 is 56.'],
    ['split 84 by 3', '84 ÷ 3 is 28.'],
    ['could you divide 84 by 3 please?', '84 ÷ 3 is 28.'],
    ['split a bill of $120 between 5 people', '120 ÷ 5 is 24.'],
    ['add 20% to 50', '50 + 20% is 60.'],
    ['20% tip on 64.50', '20% of 64.50 is 12.90.'],
    ["what's 20% off 80", '80 - 20% is 64.'],
    ['what percent of 120 is 30', '30 ÷ 120 × 100 is 25.'],
    ['sum of 3, 4 and 8', '3 + 4 + 8 is 15.'],
    ['subtract 5 from 20', '20 - 5 is 15.'],
    ['half of 50', '1/2 of 50 is 25.'],
    ['one hundred and twenty three minus forty-five', '123 - 45 is 78.'],
    ['3 squared plus 4 squared', '3² + 4² is 25.'],
    ['5!', '5! is 120.'],
    ['square root of (16 + 9)', 'The square root of 16 + 9 is 5.'],
    ["what's 1.5 million times 2", '1,500,000 × 2 is 3,000,000.'],
    ['negative 5 times 3', '-5 × 3 is -15.'],
    ['10 minus 4', '10 - 4 is 6.'],
    ['2 ** 3', '2³ is 8.'],
    ['1/2 cup in ml', '0.5 US cups is 118.3 ml.'],
    ['100 divided by 7', '100 ÷ 7 ≈ 14.2857142857.'],
    ['7 / 0', 'Dividing by zero has no result.'],
    ['sine of 30 degrees', 'The sine of 30° is 0.5.'],
    ['log base 2 of 64', 'The base-2 logarithm of 64 is 6.'],
    ['average of 3, 4 and 8', 'The average of 3, 4 and 8 is 5.'],
    ['what is the largest of 17, 71 and 44', 'The largest of 17, 71 and 44 is 71.'],
    ['convert 3 miles to km', '3 miles is 4.828 km.'],
    ['how many cups in a litre', '1 litre is 4.227 US cups.'],
    ['70 f in celsius', '70 °F is 21.11 °C.'],
    ['what is 5 feet 11 inches in cm', '71 inches is 180.3 cm.'],
    ['how many tablespoons in half a cup', '0.5 US cups is 8 tablespoons.'],
    ['convert 3 miles to kg', 'Miles cannot be converted to kg: one is a unit of length, the other of mass.'],
    ['is 97 prime', 'Yes, 97 is a prime number.'],
    ['is 91 a prime number?', 'No, 91 is not a prime number.'],
    ['gcd of 12 and 18', 'The greatest common divisor of 12 and 18 is 6.'],
    ['factors of 36', 'The factors of 36 are 1, 2, 3, 4, 6, 9, 12, 18 and 36.'],
    ['factorise 360', '360 = 2 × 2 × 2 × 3 × 3 × 5.'],
    ['dot product of [1, 2, 3] and [4, 5, 6]', 'The dot product is 32.'],
    ['subtract [1, 2] from [4, 4]', 'The difference is [3, 2].'],
    ['roll two dice', 'You rolled 4 and 4: 8 in all.'],
    ['flip a coin', 'It is tails.'],
    ['random number between 1 and 10', 'I drew 6.'],
    ['pick one of Anna, Bob or Carol', 'I drew Bob.'],
  ])('“%s”: %s', async (text, answer) => {
    expect(await said(text)).toBe(answer);
  });

  it.each([
    'show my notes',
    'what is love',
    '15',
    '12/05/2026',
    '2026-05-12',
    'call 555-1234',
    '24/7',
    'note that 3 + 4 people come',
    "what's the weather in New York",
    'how many days until friday',
    'what time is it in 3 hours',
    'remind me at 5',
    '5 +',
    'the highest temperature in Oslo',
    'add milk to my shopping list',
    'is it cold',
    'hello',
    '',
  ])('leaves “%s” to others', async (text) => {
    expect((await askAgent(agent, text)).tool).toBeUndefined();
  });

  it('asks for what is missing', async () => {
    expect(await askAgent(agent, 'convert 3 miles', { tool: 'unit_conversion' })).toEqual({
      tool: 'unit_conversion',
      said: 'To which unit?',
    });
    expect(await askAgent(agent, 'average please', { tool: 'statistics' })).toEqual({
      tool: 'statistics',
      said: 'Of which numbers?',
    });
  });

  it('reads sums in signs and in words as JavaScript would work them out', async () => {
    const signs = { plus: '+', minus: '-', times: '*', 'divided by': '/' } as const;
    const steps = fc.array(
      fc.tuple(fc.constantFrom(...(Object.keys(signs) as (keyof typeof signs)[])), fc.integer({ min: 1, max: 9_999 })),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 9_999 }), steps, fc.boolean(), async (first, rest, inWords) => {
        const text = `what is ${first} ${rest.map(([word, number]) => `${inWords ? word : signs[word]} ${number}`).join(' ')}?`;
        const expected = new Function(
          `return ${first} ${rest.map(([word, number]) => `${signs[word]} ${number}`).join(' ')};`,
        )() as number;
        const { value } = await askAgent(agent, text);
        const { result } = value as { result: number };
        expect(Math.abs(result - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
      }),
      { numRuns: 150 },
    );
  });

  it('reads every number up to a million in words', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (number) => {
        expect(digitsForWords(spelled(number))).toBe(String(number));
      }),
      { numRuns: 300 },
    );
  });

  it('never fails to read a text, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const request = { text, nowMs: 0, timeZone: 'UTC' };
        for (const tool of agent.tools) tool.builtin?.read(request);
        readExpression(text);
      }),
      { numRuns: 200 },
    );
  });

  it('has hand-written examples for every tool, none twice', () => {
    expect(Object.keys(agent.examples).sort()).toEqual(agent.tools.map(({ name }) => name).sort());
    const all = Object.values(agent.examples).flat();
    expect(new Set(all).size).toBe(all.length);
    expect(Object.values(agent.examples).map((examples) => examples.length >= 15 && examples.length <= 40)).toEqual(
      agent.tools.map(() => true),
    );
  });
});

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

function spelled(number: number): string {
  if (number < 20) return SMALL[number] ?? '';
  if (number < 100) return `${TENS[Math.floor(number / 10)] ?? ''}${number % 10 === 0 ? '' : `-${SMALL[number % 10] ?? ''}`}`;
  if (number < 1_000)
    return `${SMALL[Math.floor(number / 100)] ?? ''} hundred${number % 100 === 0 ? '' : ` and ${spelled(number % 100)}`}`;
  return `${spelled(Math.floor(number / 1_000))} thousand${number % 1_000 === 0 ? '' : ` ${spelled(number % 1_000)}`}`;
}
