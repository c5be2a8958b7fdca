import { describe, expect, it } from 'vitest';
import { askAgent } from '../../testing/ask-agent.ts';
import { createCalculatorAgent } from './agent.ts';
import { createInlineCalculator } from './inline-calculator.ts';

const agent = createCalculatorAgent({ calculator: createInlineCalculator(), random: () => 0.5 });

const doubt = (written: string, pointed: string): string =>
  `I cannot tell whether “${written}” is one number or several. Please write ${pointed} with a point, and put a space after the commas of a list.`;

describe('numbers as people write them', () => {
  it.each([
    ['average of 1,000 and 2,000', 'The average of 1,000 and 2,000 is 1,500.'],
    ['sum of 1,000 and 2,000', '1000 + 2000 is 3,000.'],
    ['average of 1,2,3', 'The average of 1, 2 and 3 is 2.'],
    ['average of 1,5 and 2,5', doubt('1,5', '1.5')],
    [
      'average of 100,200,300',
      'I cannot tell whether “100,200,300” is one number or several. Please write decimals with a point, and put a space after the commas of a list.',
    ],
    ['1,5 + 2,5', doubt('1,5', '1.5')],
    ['15% of 80,50', doubt('80,50', '80.50')],
    ['sine of 0,5', doubt('0,5', '0.5')],
    ['factors of 12,5', doubt('12,5', '12.5')],
    ['gcd of 12,18 and 24', doubt('12,18', '12.18')],
    ['random number between 1,000 and 2,000', 'I drew 1,500.'],
    ['what is 1,250 plus 375', '1250 + 375 is 1,625.'],
    ['convert 98,6 F to C', '98.6 °F is 37 °C.'],
    ['convert 1.234,5 km to miles', '1,234.5 km is 767.1 miles.'],
    ['convert 1,234 km to miles', '1,234 km is 766.8 miles.'],
    ['convert 0,125 kg to g', '0.125 kg is 125 g.'],
    [
      'convert 1,23,4 km to miles',
      'I cannot tell whether “1,23,4” is one number or several. Please write decimals with a point, and put a space after the commas of a list.',
    ],
    ['dot product of [1,200] and [1,100]', 'The dot product is 20,001.'],
  ])('“%s”: %s', async (text, answer) => {
    expect((await askAgent(agent, text)).said).toBe(answer);
  });
});

describe('nothing is answered from a part of the numbers', () => {
  it.each([
    ['what is 5 feet 11 in cm', '71 inches is 180.3 cm.'],
    ["5'11 in cm", '71 inches is 180.3 cm.'],
    ['how many cm is 5 feet 11', '71 inches is 180.3 cm.'],
    [
      'temperature difference of 10 c in f',
      'I convert temperatures, not differences between them. A difference of 1 °C is one of 1.8 °F.',
    ],
    ['round 3.14159 to 2 decimals', '3.14159 rounded to 2 decimals is 3.14.'],
    ['round 2.5 to the nearest whole number', '2.5 rounded is 3.'],
    ['two and a half times four', '2.5 × 4 is 10.'],
    ['one and a half of 10', '3/2 of 10 is 15.'],
    ['three and three quarters plus 1', '3.75 + 1 is 4.75.'],
    ['3 apples cost 4.50, how much do 7 cost', '4.50 ÷ 3 × 7 is 10.50.'],
    ['3 dozen', '3 × 12 is 36.'],
    ['100 / 2 dozen', '100 ÷ (2 × 12) ≈ 4.1666666667.'],
    ['sum of 1 to 100', '(1 + 100) × 100 ÷ 2 is 5,050.'],
    ['average of 1 to 4', 'The average of 1, 2, 3 and 4 is 2.5.'],
    ['15% of 80 plus 5', '15% of 80 + 5 is 17.'],
    ['10 / 4 remainder', '10 mod 4 is 2.'],
    ['remainder of 10 / 4', '10 mod 4 is 2.'],
    ['tip 18% on $64.20', '18% of 64.20 is 11.556.'],
    ['tip 18% on $64.20 split 3 ways', '(64.20 + 18%) ÷ 3 is 25.252.'],
    ['roll 1000000 dice', 'I draw from 1 to 1,000 at a time.'],
    ['roll 1,000,000 dice', 'I draw from 1 to 1,000 at a time.'],
    ['flip 0 coins', 'I draw from 1 to 1,000 at a time.'],
    ['roll 5000d6', 'I draw from 1 to 1,000 at a time.'],
    ['mode of 1, 2 and 3', 'There is no mode: each of 1, 2 and 3 occurs once.'],
    ['mode of 1, 2, 2 and 3', 'The mode of 1, 2, 2 and 3 is 2.'],
    [
      'statistics of 1 and 3',
      'Of 1 and 3: average 2, median 2, standard deviation 1.4142, variance 2, smallest 1, largest 3, range 2, sum 4, count 2.',
    ],
  ])('“%s”: %s', async (text, answer) => {
    expect((await askAgent(agent, text)).said).toBe(answer);
  });

  it.each([
    ['statistics', 'I have 3 cats and 2 dogs'],
    ['statistics', 'average of 1 to 5000'],
    ['unit_conversion', 'convert 5 km and 3 miles to m'],
    ['unit_conversion', 'I ran 3 km in 20 minutes, what is that in miles'],
  ])('%s does not read “%s”', async (tool, text) => {
    expect((await askAgent(agent, text, { tool })).arguments).toBeUndefined();
  });
});
