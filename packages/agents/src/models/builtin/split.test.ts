import { describe, expect, it } from 'vitest';
import { requestParts, withoutGreeting } from './split.ts';

const isSum = (part: string): boolean => /^\d+ ?[+*] ?\d+$/.test(part);

describe('several requests in one message', () => {
  it.each([
    ["what is 2+2 and what's the weather in Paris", ['what is 2+2', "what's the weather in Paris"]],
    ['Show my notes. What time is it?', ['Show my notes.', 'What time is it?']],
    ['convert 3 miles to km, then tell me the time', ['convert 3 miles to km', 'tell me the time']],
    ['2+2 and 3*3', ['2+2', '3*3']],
    ['note that Anna comes at 5; what is the date', ['note that Anna comes at 5', 'what is the date']],
  ])('are found in “%s”', (text, parts) => {
    expect(requestParts(text, isSum)).toEqual(parts);
  });

  it.each([
    'add milk and eggs to my shopping list',
    'note that Anna asks what the time is and how is the weather',
    'what is the sum of 2 and 3',
    'weather in Paris and Rome',
    'hello',
    '',
  ])('are not seen in “%s”', (text) => {
    expect(requestParts(text, isSum)).toBeUndefined();
  });

  it('are not looked for in a long text', () => {
    expect(requestParts('what is it? '.repeat(60), isSum)).toBeUndefined();
  });
});

it('takes a greeting off a request, and leaves a greeting alone', () => {
  expect([
    withoutGreeting("hi, what's 3*7?"),
    withoutGreeting('Good morning! Show my notes'),
    withoutGreeting('hello there'),
  ]).toEqual(["what's 3*7?", 'Show my notes', 'hello there']);
});
