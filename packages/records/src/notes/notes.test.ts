import { type CodedError, must, type Result } from '@vos/base';
import { sequentialIds } from '@vos/base/testing';
import { type ChangeSet, changeSets, type Transaction } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import type { Note } from '@vos/protocol/entities';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteKind, titleFromContent } from './note-kind.ts';
import {
  archiveNote,
  createNote,
  deleteNote,
  listNotes,
  type NewNote,
  type NoteConflict,
  pinNote,
  readNote,
  updateNote,
} from './notes.ts';
import { searchNotes } from './search-notes.ts';

let test: TestLedger;
let ids = sequentialIds();

beforeEach(async () => {
  ids = sequentialIds();
  test = await openTestLedger();
});
afterEach(() => test.dispose());

async function write<Value>(work: (transaction: Transaction, changes: ChangeSet) => Value, actor = 'user'): Promise<Value> {
  await test.clock.advance(1_000);
  return test.ledger.commit((transaction) => work(transaction, changeSets.begin(transaction, { actor, cause: 'note/test' })));
}

async function add(fields: Partial<NewNote> & { content: string }): Promise<Note> {
  return value(
    await write((transaction, changes) =>
      createNote(transaction, changes, { id: ids.next('note'), createdBy: 'user', ...fields }),
    ),
  );
}

function value<Value>(result: Result<Value, CodedError>): Value {
  if (!result.ok) throw result.error;
  return result.value;
}

const titles = (notes: readonly Note[]): string[] => notes.map(({ title }) => title);

describe('a new note', () => {
  it('is kept exactly, also over a restart', async () => {
    const made = await add({
      title: ' Garden ',
      content: 'Water the *roses*',
      tags: ['#home', 'Home', 'plants'],
      folder: 'House',
      color: 'green',
    });
    const expected: Note = {
      id: `note_${'1'.padStart(32, '0')}`,
      title: 'Garden',
      content: 'Water the *roses*',
      tags: ['home', 'plants'],
      folder: 'House',
      color: 'green',
      isPinned: false,
      isArchived: false,
      createdBy: 'user',
      createdAt: '2026-01-05T09:00:01.000Z',
      updatedAt: '2026-01-05T09:00:01.000Z',
      revision: 1,
    };
    expect(made).toEqual(expected);
    const reopened = await test.reopen();
    expect(readNote(reopened.read, made.id)).toEqual(expected);
  });

  it('is called after its first line when it has no title', () => {
    expect(titleFromContent('\n\n# Plans for **May**\nmore')).toBe('Plans for May');
    expect(titleFromContent('- [ ] buy milk')).toBe('buy milk');
    expect(titleFromContent(`${'word '.repeat(30)}`)).toBe(`${'word '.repeat(15).trimEnd()}…`);
    expect(titleFromContent('x'.repeat(200))).toBe(`${'x'.repeat(79)}…`);
    expect(titleFromContent('🌱'.repeat(100))).toBe(`${'🌱'.repeat(39)}…`);
    expect(titleFromContent('  \n ')).toBe('Untitled note');
  });

  it('is refused when it is too long, and nothing is kept', async () => {
    const result = await write((transaction, changes) =>
      createNote(transaction, changes, { id: ids.next('note'), createdBy: 'user', content: 'x'.repeat(1_000_001) }),
    );
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'note-invalid', message: 'A note holds at most 1,000,000 characters. This one was not saved.' },
    });
    expect(listNotes(test.ledger.read).total).toBe(0);
  });
});

describe('a changed note', () => {
  it('counts its revisions, and equal values change nothing', async () => {
    const { id } = await add({ content: 'one' });
    const changed = value(await write((transaction, changes) => updateNote(transaction, changes, id, { content: 'two' })));
    expect(changed).toMatchObject({ content: 'two', title: 'two', revision: 2, updatedAt: '2026-01-05T09:00:02.000Z' });
    const same = value(await write((transaction, changes) => updateNote(transaction, changes, id, { content: 'two' })));
    expect(same).toEqual(changed);
    expect(readNote(test.ledger.read, id)).toEqual(changed);
  });

  // Two writers of the earlier system overwrote each other's text without a word.
  it('is not overwritten by someone who started from an older text', async () => {
    const { id } = await add({ content: 'original' });
    const current = value(
      await write((transaction, changes) => updateNote(transaction, changes, id, { content: 'by the agent' }), 'notes_agent'),
    );
    const refused = await write((transaction, changes) =>
      updateNote(transaction, changes, id, { content: 'by the person', title: 'New' }, 1),
    );
    const detail: NoteConflict = { current, fields: ['content'], changedBy: 'notes_agent' };
    expect(refused).toMatchObject({ ok: false, error: { code: 'note-conflict', detail } });
    expect(readNote(test.ledger.read, id)).toEqual(current);
  });

  // Undo gave a note its old revision number back; the next edit then carried a number that an open editor already knew, and was overwritten.
  it('never carries the number of an undone revision again', async () => {
    const { id } = await add({ content: 'one' });
    const undone = await write((transaction, changes) => {
      value(updateNote(transaction, changes, id, { content: 'two' }));
      return must(changes.id, 'an edit is a change');
    });
    await test.ledger.commit((transaction) =>
      changeSets.undo(transaction, undone, { actor: 'user', cause: 'change/undo' }, [noteKind]),
    );
    expect(readNote(test.ledger.read, id)).toMatchObject({ content: 'one', revision: 3 });
    await write((transaction, changes) => updateNote(transaction, changes, id, { content: 'by the agent' }), 'notes_agent');
    const refused = await write((transaction, changes) => updateNote(transaction, changes, id, { content: 'by the person' }, 2));
    expect(refused).toMatchObject({ ok: false, error: { code: 'note-conflict' } });
  });

  it('takes changes of different fields from two writers together', async () => {
    const { id } = await add({ content: 'text' });
    await write((transaction, changes) => pinNote(transaction, changes, id, true), 'notes_agent');
    const merged = value(await write((transaction, changes) => updateNote(transaction, changes, id, { content: 'new text' }, 1)));
    expect(merged).toMatchObject({ content: 'new text', isPinned: true, revision: 3 });
  });

  it('cannot be one that does not exist', async () => {
    const missing = `note_${'f'.repeat(32)}`;
    const results = await write((transaction, changes) => [
      updateNote(transaction, changes, missing, { content: 'x' }),
      pinNote(transaction, changes, missing, true),
      archiveNote(transaction, changes, missing, true),
      deleteNote(transaction, changes, missing),
    ]);
    expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual(Array<string>(4).fill('note-unknown'));
  });
});

describe('a deleted note', () => {
  it('is gone from lists and search, and comes back whole when the deletion is undone', async () => {
    const made = await add({ content: 'The plumber comes on Friday', tags: ['house'] });
    const changeSetId = await write((transaction, changes) => {
      value(deleteNote(transaction, changes, made.id));
      return must(changes.id, 'a deletion is a change');
    });
    expect(listNotes(test.ledger.read).total).toBe(0);
    expect(searchNotes(test.ledger.read, { query: 'plumber' })).toEqual([]);
    await test.ledger.commit((transaction) =>
      changeSets.undo(transaction, changeSetId, { actor: 'user', cause: 'change/undo' }, [noteKind]),
    );
    expect(readNote(test.ledger.read, made.id)).toEqual(made);
    expect(searchNotes(test.ledger.read, { query: 'plumber' }).map(({ note }) => note)).toEqual([made]);
  });
});

describe('a list of notes', () => {
  it('shows the last changed first, leaves archived ones out, and counts them all', async () => {
    const first = await add({ content: 'first' });
    await add({ content: 'second' });
    const third = await add({ content: 'third' });
    await write((transaction, changes) => archiveNote(transaction, changes, third.id, true));
    await write((transaction, changes) => updateNote(transaction, changes, first.id, { content: 'first again' }));
    const all = listNotes(test.ledger.read);
    expect([titles(all.notes), all.total]).toEqual([['first again', 'second'], 2]);
    expect(titles(listNotes(test.ledger.read, { isArchived: true }).notes)).toEqual(['third']);
    expect(
      titles(
        listNotes(test.ledger.read, { isArchived: undefined, sortBy: 'title', sortOrder: 'asc', limit: 1, offset: 1 }).notes,
      ),
    ).toEqual(['second']);
  });

  it('can be narrowed by folder, tags, pin and author', async () => {
    await add({ content: 'a', folder: 'Work', tags: ['Urgent', 'tax'] });
    await add({ content: 'b', folder: 'Home', tags: ['garden'], isPinned: true, createdBy: 'notes_agent' });
    await add({ content: 'c' });
    const found = (filter: Parameters<typeof listNotes>[1]): string[] => titles(listNotes(test.ledger.read, filter).notes);
    expect(found({ folder: 'work' })).toEqual(['a']);
    expect(found({ tags: ['URGENT', 'garden'] })).toEqual(['b', 'a']);
    expect(found({ isPinned: true })).toEqual(['b']);
    expect(found({ createdBy: 'user' })).toEqual(['c', 'a']);
    expect(found({ tags: ['none'] })).toEqual([]);
  });
});

describe('a title that was derived', () => {
  it('goes with the text it came from; one that was given stays', async () => {
    const derived = await add({ content: 'The plumber comes on Friday' });
    const given = await add({ title: 'Plumber', content: 'He comes on Friday' });
    const change = (id: string): Promise<Note> =>
      write((transaction, changes) => value(updateNote(transaction, changes, id, { content: 'He comes on Monday' })));
    expect(titles([await change(derived.id), await change(given.id)])).toEqual(['He comes on Monday', 'Plumber']);
  });
});
