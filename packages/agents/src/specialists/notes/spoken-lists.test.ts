import { expect, it } from 'vitest';
import { readSpokenList } from './spoken-lists.ts';

it.each([
  ['read my shopping list to me', { kind: 'shown', list: 'shopping list' }],
  ['which groceries are on my list', { kind: 'shown', list: 'shopping list' }],
  ['how many things are on my packing list', { kind: 'shown', list: 'packing list' }],
  ['is salt on my shopping list', { kind: 'shown', list: 'shopping list' }],
  ['show everything on my list of things to buy', { kind: 'shown', list: 'shopping list' }],
  ['do I need to buy bread', { kind: 'shown', list: 'shopping list' }],
  ['what do I have to get at the store', { kind: 'shown', list: 'shopping list' }],
  ['put toothpaste on my list for shopping', { kind: 'added', list: 'shopping list', items: 'toothpaste' }],
  ['we still need napkins on the shopping list', { kind: 'added', list: 'shopping list', items: 'napkins' }],
  ['I ran out of flour, so put it on the list', { kind: 'added', list: 'shopping list', items: 'flour' }],
  ['we are out of tea, add it to the groceries', { kind: 'added', list: 'shopping list', items: 'tea' }],
  ['is honey on the list, if not add it', { kind: 'added', list: 'shopping list', items: 'honey' }],
  ['scratch yoghurt off the list', { kind: 'removed', list: 'shopping list', item: 'yoghurt' }],
  ["I don't need cheese any more, take it off the list", { kind: 'removed', list: 'shopping list', item: 'cheese' }],
  ['take coffee off the list of groceries', { kind: 'removed', list: 'shopping list', item: 'coffee' }],
])('understands “%s”', (request, meaning) => {
  expect(readSpokenList(request)).toEqual(meaning);
});

it.each([
  'delete cucumbers from the shopping list and add peppers instead',
  'show my notes',
  'add it to the list',
  'what is the longest list in the world',
  'who is on the guest list of the party',
])('leaves “%s” alone', (request) => {
  expect(readSpokenList(request)).toBeUndefined();
});
