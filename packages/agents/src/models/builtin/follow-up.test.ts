import { describe, expect, it } from 'vitest';
import { continuationOf, isQuestion, speaksAnew, withAnswer, withDetail } from './follow-up.ts';

describe('a message that leans on the one before', () => {
  it.each([
    ['and in Amsterdam?', 'in Amsterdam'],
    ['what about tomorrow', 'tomorrow'],
    ['How about 5 miles?', '5 miles'],
    ['in feet?', 'in feet'],
    ['do the same for Rome', 'Rome'],
    ['tomorrow?', 'tomorrow'],
  ])('is recognized in “%s”', (text, rest) => {
    expect(continuationOf(text)).toBe(rest);
  });

  it.each(['what is 2 + 2', 'Paris', 'and', '', 'android phones', 'in the house that my grandfather built there was a clock'])(
    'is not seen in “%s”',
    (text) => {
      expect(continuationOf(text)).toBeUndefined();
    },
  );
});

describe('a new detail', () => {
  it.each([
    ["what's the weather in Paris?", 'in Amsterdam', "what's the weather in Amsterdam"],
    ['weather in Paris tomorrow', 'in Rome', 'weather in Rome tomorrow'],
    ['weather in Paris today', 'tomorrow', 'weather in Paris tomorrow'],
    ['weather in Paris', 'tomorrow', 'weather in Paris tomorrow'],
    ['weather in Paris tomorrow', 'Rome on Friday', 'weather in Rome on Friday'],
    ['what is the weather', 'in Oslo', 'what is the weather in Oslo'],
    ['convert 3 miles to km', '5 miles', 'convert 5 miles to km'],
    ['convert 3 miles to km', 'in feet', 'convert 3 miles to feet'],
    ['what is 15% of 80', '20%', 'what is 20% of 80'],
  ])('takes the place of the old one: “%s”, “%s”', (earlier, rest, whole) => {
    expect(withDetail(earlier, rest)[0]).toBe(whole);
  });
});

describe('an answer to a question', () => {
  it.each([
    ["what's the weather?", 'For which place?', 'Paris', "what's the weather in Paris"],
    ["what's the weather?", 'For which place?', 'in Paris.', "what's the weather in Paris"],
    ['convert 3 miles', 'To which unit?', 'km', 'convert 3 miles to km'],
    ['make a note', 'What should the note say?', 'The plumber comes on Friday', 'make a note: The plumber comes on Friday'],
  ])('completes the request: “%s” “%s” “%s”', (earlier, question, answer, whole) => {
    expect(withAnswer(earlier, question, answer)[0]).toBe(whole);
  });
});

describe('after “which one do you mean?”', () => {
  const question = 'There are several:\n1. Make a cake for Anna\n2. Cake shop\nWhich one do you mean?';

  it.each([
    ['Tell me the weather in Paris for tomorrow', true],
    ['Please give me a list of everything I noted', true],
    ['What is the capital of France?', true],
    ['make a cake for Anna', false],
    ['show me the one about the shop', false],
    ['a cake with too many candles', false],
    ['tell me more', false],
  ])('a new request is told from a name: “%s”', (text, isNew) => {
    expect(speaksAnew(question, text)).toBe(isNew);
  });

  it('is asked of nothing else', () => {
    expect(speaksAnew('What should the note say?', 'Tell me the weather in Paris for tomorrow')).toBe(false);
  });
});

it('takes a note that is read out and ends in a question mark for no question', () => {
  expect([isQuestion('For which place?'), isQuestion(`${'x'.repeat(300)}?`), isQuestion('It is 12.')]).toEqual([
    true,
    false,
    false,
  ]);
});
