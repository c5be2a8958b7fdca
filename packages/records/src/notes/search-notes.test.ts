import { sequentialIds } from '@vos/base/testing';
import { changeSets } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNote } from './notes.ts';
import { searchNotes } from './search-notes.ts';

let test: TestLedger;

const NOTES = [
  { content: 'The plumber comes on Friday to mend the boiler', createdBy: 'user' },
  { title: 'Plumber', content: 'Phone 030 123456, asks 60 an hour', createdBy: 'notes_agent' },
  { content: 'Café au lait, naïve art, Zürich', tags: ['travel'], createdBy: 'user' },
  { content: 'The cats were running 🐈 through the "garden" (twice)', createdBy: 'user' },
  { content: 'An old thing', isArchived: true, createdBy: 'user' },
  { content: 'Insure the car', createdBy: 'user' },
  { content: 'Post card to Anna', createdBy: 'user' },
];

beforeAll(async () => {
  test = await openTestLedger();
  const ids = sequentialIds();
  await test.ledger.commit((transaction) => {
    const changes = changeSets.begin(transaction, { actor: 'user', cause: 'note/test' });
    for (const fields of NOTES) createNote(transaction, changes, { id: ids.next('note'), ...fields });
  });
});
afterAll(() => test.dispose());

const found = (query: string, more: Partial<Parameters<typeof searchNotes>[1]> = {}): string[] =>
  searchNotes(test.ledger.read, { query, ...more }).map(({ note }) => note.title);

describe('searching notes', () => {
  it('finds nothing by signs alone when a change depends on it', () => {
    expect([found('"'), found('"', { isStrict: true })]).toEqual([['The cats were running 🐈 through the "garden" (twice)'], []]);
  });

  it('finds all words in any order, a title before a text', () => {
    expect(found('plumber')).toEqual(['Plumber', 'The plumber comes on Friday to mend the boiler']);
    expect(found('boiler plumber')).toEqual(['The plumber comes on Friday to mend the boiler']);
  });

  it('finds other forms of a word, words without their accents, tags, and a word not yet finished', () => {
    expect(found('cat run')).toEqual(['The cats were running 🐈 through the "garden" (twice)']);
    expect(found('cafe zurich')).toEqual(['Café au lait, naïve art, Zürich']);
    expect(found('travel')).toEqual(['Café au lait, naïve art, Zürich']);
    expect(found('plum')).toEqual(['Plumber', 'The plumber comes on Friday to mend the boiler']);
  });

  it('takes whatever is typed as words, never as query syntax', () => {
    expect(found('"garden" (twice) AND')).toEqual(['The cats were running 🐈 through the "garden" (twice)']);
    expect(found('🐈')).toEqual(['The cats were running 🐈 through the "garden" (twice)']);
    expect(found('title:plumber*')).toEqual(['Plumber', 'The plumber comes on Friday to mend the boiler']);
    expect(found('NEAR(plumber boiler, 2)')).toEqual(['The plumber comes on Friday to mend the boiler', 'Plumber']);
    expect(found('   ')).toEqual([]);
    expect(found('"')).toEqual(['The cats were running 🐈 through the "garden" (twice)']);
  });

  it('falls back on notes with any of the words, unless a note is to be changed', () => {
    expect(found('phone the electrician')).toContain('Plumber');
    expect(found('phone the electrician', { isStrict: true })).toEqual([]);
    expect(found('car')).toEqual(['Insure the car', 'Post card to Anna']);
    expect(found('car', { isStrict: true })).toEqual(['Insure the car']);
  });

  // In the earlier system a search without an author failed, although the author was documented as optional.
  it('needs no author, and keeps to one when asked', () => {
    expect(found('plumber', { createdBy: 'notes_agent' })).toEqual(['Plumber']);
    expect(found('plumber', { createdBy: undefined })).toHaveLength(2);
  });

  it('finds archived notes unless they are left out', () => {
    expect(found('old')).toEqual(['An old thing']);
    expect(found('old', { isArchived: false })).toEqual([]);
  });

  it('shows the piece of the text that fits', () => {
    expect(searchNotes(test.ledger.read, { query: 'boiler' }).map(({ snippet }) => snippet)).toEqual([
      'The plumber comes on Friday to mend the boiler',
    ]);
  });

  it('answers any text at all, up to ten thousand characters of anything', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.stringMatching(/^[-"'*:^(){}[\]+ANDORTNEAR a0\\%_]{0,60}$/),
    );
    fc.assert(
      fc.property(text, (query) => {
        expect(Array.isArray(searchNotes(test.ledger.read, { query }))).toBe(true);
      }),
      { numRuns: 300 },
    );
    for (const query of [
      '"'.repeat(10_000),
      'word '.repeat(2_000),
      '🐈'.repeat(5_000),
      'x'.repeat(10_000),
      '('.repeat(10_000),
      '\u0000plumber',
    ]) {
      expect(Array.isArray(searchNotes(test.ledger.read, { query }))).toBe(true);
    }
  });
});
