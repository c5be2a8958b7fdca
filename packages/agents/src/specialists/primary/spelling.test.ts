import { expect, it } from 'vitest';
import { answerSpelling } from './spelling.ts';

it.each([
  ['how do you spell rhythm', 'R-H-Y-T-H-M, as you wrote it. I have no dictionary here to check it with.'],
  ['spell the word queue for me', 'Q-U-E-U-E, as you wrote it. I have no dictionary here to check it with.'],
  ['how is cemetary spelled', 'C-E-M-E-T-A-R-Y, as you wrote it. I have no dictionary here to check it with.'],
  ['what is the spelling of “naïve”', 'N-A-Ï-V-E, as you wrote it. I have no dictionary here to check it with.'],
  ["how many s's are in mississippi", '“mississippi” as you wrote it has 4 S’s.'],
  ['how many letters are in the word banana', 'B-A-N-A-N-A: 6 letters.'],
  ['can you spell', 'Which word shall I spell? For instance: spell “rhythm”.'],
])('spells what is asked in “%s”', (text, answer) => {
  expect(answerSpelling(text)).toBe(answer);
});
