import { describe, expect, it } from 'vitest';
import { readListChangeLoosely, readListLoosely } from './loose-lists.ts';

describe('a list, in freer words', () => {
  it.each([
    ["I'd like to know what is on my shopping list", 'shopping list'],
    ['does my shopping list include olives', 'shopping list'],
    ['name the items on my packing list', 'packing list'],
    ['my list for shopping has what on it', 'shopping list'],
  ])('is shown for “%s”', (text, list) => {
    expect(readListLoosely(text)).toBe(list);
  });

  it.each([
    ['take pears off my shopping list and add plums', { list: 'shopping list', items: 'plums', removed: 'pears' }],
    ['add rice to my shopping list and remove beans', { list: 'shopping list', items: 'rice', removed: 'beans' }],
    ['add flour to my shopping list if it is not there yet', { list: 'shopping list', items: 'flour' }],
    ['make sure honey is on my shopping list', { list: 'shopping list', items: 'honey' }],
    ["I'm out of salt; add it to the shopping list", { list: 'shopping list', items: 'salt' }],
    ["put soap on my shopping list because I'm out of it", { list: 'shopping list', items: 'soap' }],
    ['for the shopping list, add mustard as well', { list: 'shopping list', items: 'mustard' }],
    ['are lemons on my list, if not add them', { list: 'shopping list', items: 'lemons' }],
    ['please get tea removed from my shopping list and add coffee', { list: 'shopping list', items: 'coffee', removed: 'tea' }],
    ["is bacon on my shopping list, add it if it's not", { list: 'shopping list', items: 'bacon' }],
    ['update my shopping list, delete peas', { list: 'shopping list', removed: 'peas' }],
  ])('is changed for “%s”', (text, change) => {
    expect(readListChangeLoosely(text)).toEqual(change);
  });

  it.each(['add milk', 'what a lovely day', 'read my shopping list'])('is left alone for “%s”', (text) => {
    expect(readListChangeLoosely(text)).toBeUndefined();
  });

  it.each(['add milk to my shopping list', 'clear my shopping list', 'hello'])('is not shown for “%s”', (text) => {
    expect(readListLoosely(text)).toBeUndefined();
  });
});
