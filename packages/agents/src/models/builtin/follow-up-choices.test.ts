import { describe, expect, it } from 'vitest';
import { choicesOf, chosenFrom, isNoneMeant, isPointing, theOneMeant, withSubject } from './follow-up-choices.ts';
import { isQuestion, withAnswer } from './follow-up.ts';

const QUESTION = `There are several:\n1. Birthday cake\n2. Birthday card: ask Anna\n3. Number 2\n4. ${'x'.repeat(240)}\nand 3 more.\nWhich one do you mean?`;
const CHOICES = ['Birthday cake', 'Birthday card: ask Anna', 'Number 2', 'x'.repeat(240)];

describe('choices', () => {
  it('are read from a question, however long, and from nothing else', () => {
    expect([choicesOf(QUESTION), isQuestion(QUESTION)]).toEqual([CHOICES, true]);
    expect([choicesOf('For which place?'), choicesOf('Shopping:\n1. milk\n2. eggs'), choicesOf('')]).toEqual([[], [], []]);
  });

  it.each([
    ['the cake one', 'Birthday cake'],
    ['birthday card: ask anna', 'Birthday card: ask Anna'],
    ['the one with Anna, please', 'Birthday card: ask Anna'],
    ['the second one', 'Birthday card: ask Anna'],
    ['2', 'Birthday card: ask Anna'],
    ['#1', 'Birthday cake'],
    ['number 2', 'Number 2'],
    ['number one', 'Birthday cake'],
    ['the last one', 'x'.repeat(240)],
    ['3rd', 'Number 2'],
    ['the birthday one', undefined],
    ['9', undefined],
    ['what time is it', undefined],
    ['', undefined],
  ])('are told from the answer “%s”', (answer, chosen) => {
    expect(chosenFrom(CHOICES, answer)).toBe(chosen);
  });

  it('are pointed at, or refused, in so many words', () => {
    expect(['the birthday one', 'the newest', 'the note about the cake'].map(isPointing)).toEqual([true, true, true]);
    expect(['show my notes', 'note that the cat is fed', 'Paris'].map(isPointing)).toEqual([false, false, false]);
    expect(['none of them', 'No, thanks', 'neither'].map(isNoneMeant)).toEqual([true, true, true]);
    expect(isNoneMeant('Norway')).toBe(false);
    expect(theOneMeant('I mean the note about the cake, please.')).toBe('cake');
  });
});

describe('“it”', () => {
  it.each([
    ['pin it', 'pin X'],
    ['what is on that note?', 'what is on X?'],
    ['please rename it to Garden', 'please rename X to Garden'],
    ['add milk to it.', 'add milk to X.'],
    ['change this to say $& it is off', 'change X to say $& it is off'],
    ['note that the cat is fed', undefined],
    ['it', undefined],
  ])('gives way to what was spoken of last: “%s”', (text, whole) => {
    expect(withSubject(text, 'X')).toBe(whole);
  });
});

describe('the note that was asked for', () => {
  it.each([
    ['delete my note', 'hello world', 'delete the note about “hello world”'],
    ['pin it', 'the cat one', 'pin the note about “cat”'],
    ['delete all my notes', 'the newest one', 'delete my last note'],
  ])('completes the request: “%s” “%s”', (earlier, answer, whole) => {
    expect(withAnswer(earlier, 'Which note do you mean?', answer)[0]).toBe(whole);
  });
});
