import { randomIds } from '@vos/base';
import { changeSets } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import type { HostEvent } from '@vos/protocol';
import { updateNote } from '@vos/records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tellRecordChange } from '../record-events.ts';
import { createNoteHandlers } from './note.ts';

const ids = randomIds();
let test: TestLedger;
let told: HostEvent[];
let handlers: ReturnType<typeof createNoteHandlers>;

beforeEach(async () => {
  told = [];
  test = await openTestLedger({
    onRecordChange: (change) =>
      tellRecordChange(
        (name, topic, payload) => void told.push({ name, topic, payload, seq: 0 } as HostEvent),
        change,
        test.ledger.read,
      ),
  });
  handlers = createNoteHandlers({ ledger: test.ledger });
});
afterEach(() => test.dispose());

async function create(content: string, fields: { title?: string; tags?: string[]; isPinned?: boolean } = {}): Promise<string> {
  const id = ids.next('note');
  await test.clock.advance(1_000);
  await handlers['note/create']({ id, fields: { content, ...fields } });
  return id;
}

async function list(part: {
  query?: string;
  tag?: string;
  isArchived?: boolean;
  limit?: number;
  offset?: number;
}): Promise<unknown> {
  const { notes, total } = await handlers['note/list']({ query: '', isArchived: false, limit: 60, offset: 0, ...part });
  return [notes.map(({ title, preview }) => [title, preview]), total];
}

const byAgent = (id: string, content: string) =>
  test.ledger.commit((transaction) =>
    updateNote(transaction, changeSets.begin(transaction, { actor: 'notes_agent', cause: 'turn' }), id, { content }),
  );

describe('the notes of the desk', () => {
  it('are listed newest first, found by words with the piece that fits, and narrowed by tag', async () => {
    await create('Water the roses', { title: 'Garden', tags: ['home'] });
    await create(`${'Long ago. '.repeat(40)}The plumber comes on Friday`, { title: 'House' });
    expect(await list({ limit: 1, offset: 1 })).toEqual([[['Garden', 'Water the roses']], 2]);
    expect(await list({ tag: 'HOME' })).toEqual([[['Garden', 'Water the roses']], 1]);
    expect(await list({ query: 'plumber' })).toEqual([[['House', expect.stringContaining('The plumber comes on Friday')]], 1]);
    expect(await list({ isArchived: true })).toEqual([[], 0]);
  });

  it('have what is pinned before all others', async () => {
    await create('milk', { isPinned: true });
    await create('bread');
    await create('eggs');
    expect(await list({ limit: 2 })).toEqual([
      [
        ['milk', 'milk'],
        ['eggs', 'eggs'],
      ],
      3,
    ]);
  });

  it('are made once, however often the making is asked for', async () => {
    const id = await create('milk');
    const again = await handlers['note/create']({ id, fields: { content: 'milk and eggs' } });
    expect(again.note).toMatchObject({ content: 'milk', revision: 1 });
    expect(await list({})).toEqual([[['milk', 'milk']], 1]);
  });

  it('tell every client of each change once, whoever made it', async () => {
    const id = await create('milk');
    await byAgent(id, 'milk and eggs');
    const { changeSetId } = await handlers['note/remove']({ id });
    await handlers['change/undo']({ changeSetId });
    expect(
      told.map((event) =>
        event.name === 'note/changed'
          ? [event.payload.note.preview, event.payload.note.revision, event.payload.changedBy]
          : [event.name, event.payload],
      ),
    ).toEqual([
      ['milk', 1, 'user'],
      ['milk and eggs', 2, 'notes_agent'],
      ['note/removed', { id }],
      ['milk and eggs', 2, 'user'],
    ]);
  });

  it('are not overwritten: the refusal holds the note as it is and who changed it', async () => {
    const id = await create('milk');
    await byAgent(id, 'milk and eggs');
    await expect(handlers['note/update']({ id, fields: { content: 'bread' }, expectedRevision: 1 })).rejects.toMatchObject({
      code: 'note-conflict',
      detail: { current: { content: 'milk and eggs', revision: 2 }, fields: ['content'], changedBy: 'notes_agent' },
    });
    const { note, changeSetId } = await handlers['note/update']({ id, fields: { isPinned: true }, expectedRevision: 1 });
    expect(note).toMatchObject({ content: 'milk and eggs', isPinned: true, revision: 3 });
    await handlers['change/undo']({ changeSetId: changeSetId ?? 0 });
    expect((await handlers['note/read']({ id })).note).toMatchObject({ isPinned: false, revision: 4 });
  });

  it('that do not exist any more are refused with a sentence', async () => {
    const id = ids.next('note');
    expect(() => handlers['note/read']({ id })).toThrow('This note does not exist any more.');
    await expect(handlers['note/remove']({ id })).rejects.toMatchObject({ code: 'note-unknown' });
    await expect(handlers['note/update']({ id, fields: {} })).rejects.toMatchObject({ code: 'note-unknown' });
  });
});
