import { CodedError } from '@vos/base';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import { createClient, createServer } from '@vos/protocol';
import type { EditableNote, Note } from '@vos/protocol/entities';
import { portPair, unplannedHandlers } from '@vos/protocol/testing';
import { expect, it } from 'vitest';
import type { Connection } from '../connection/connection.ts';
import { createMemoryStorage } from '../desk/page-storage.ts';
import { createFakeNotes } from '../testing/fake-notes.ts';
import { createNoteDrafts } from './note-drafts.ts';

function start(storage = createMemoryStorage()) {
  const clock = createFakeClock();
  const ids = sequentialIds();
  const notes = createFakeNotes(clock, () => server.publish);
  const server = createServer({
    handlers: { ...unplannedHandlers(), ...notes.handlers },
    onBug(_, error) {
      throw error;
    },
  });
  let isOnline = true;
  const [near, far] = portPair();
  server.connect(far);
  const client = createClient(near, { clock, onEvent: (event) => isOnline && drafts.onEvent(event) });
  const ask: Connection['ask'] = (command, params) =>
    isOnline ? client.ask(command, params) : Promise.reject(new CodedError('connection-lost', 'Lost.', { retryable: true }));
  const told: Note[] = [];
  const reopen = () => createNoteDrafts({ ask, onNote: (note) => void told.push(note), storage, ids, clock });
  const drafts = reopen();
  drafts.goOnline();
  const settle = (): Promise<void> => clock.advance(0);
  const openId = (): string => drafts.view.getState().openId ?? '';
  return {
    drafts,
    told,
    openId,
    /** Writes on the note in the editor. */
    edit: (change: Partial<EditableNote>) => drafts.edit(openId(), change),
    notes,
    clock,
    storage,
    settle,
    reopen,
    goOffline() {
      isOnline = false;
      drafts.goOffline();
    },
    async goOnline() {
      isOnline = true;
      drafts.goOnline();
      await settle();
      await settle();
    },
    async openNote(fields = { content: 'Water the roses', title: 'Garden' }) {
      const note = notes.write(ids.next('note'), fields, 'user');
      await settle();
      const opening = drafts.open(note.id);
      await settle();
      await opening;
      return note.id;
    },
    open: () => [...drafts.view.getState().drafts.values()].map(({ draft, state }) => [draft.fields.content, state]),
  };
}

it('saves a moment after the last key, once', async () => {
  const { edit, notes, clock, openNote, open, storage } = start();
  const id = await openNote();
  edit({ content: 'Water the roses t' });
  await clock.advance(300);
  edit({ content: 'Water the roses today' });
  expect(open()).toEqual([['Water the roses today', 'saving']]);
  expect(storage.length).toBe(1);
  await clock.advance(599);
  expect(notes.received).toEqual([]);
  await clock.advance(1);
  expect(notes.received).toEqual([['note/update', { id, fields: { content: 'Water the roses today' }, expectedRevision: 1 }]]);
  expect(open()).toEqual([['Water the roses today', 'saved']]);
  expect(storage.length).toBe(0);
});

it('makes a new note with its first words, and none when nothing was written', async () => {
  const { drafts, edit, notes, clock } = start();
  drafts.openNew();
  edit({ color: 'red' });
  drafts.close();
  await clock.advance(1_000);
  expect([notes.received, drafts.view.getState().drafts.size]).toEqual([[], 0]);
  drafts.openNew();
  edit({ content: 'milk' });
  drafts.close();
  await clock.advance(0);
  expect([...notes.notes.values()].map(({ title, content }) => [title, content])).toEqual([['milk', 'milk']]);
  expect(drafts.view.getState()).toMatchObject({ openId: null, drafts: new Map() });
});

it('keeps what is written without a connection and saves it when there is one', async () => {
  const test = start();
  const id = await test.openNote();
  test.goOffline();
  test.edit({ content: 'written on the train' });
  test.drafts.close();
  await test.clock.advance(60_000);
  expect(test.open()).toEqual([['written on the train', 'waiting']]);
  await test.goOnline();
  expect(test.notes.notes.get(id)?.content).toBe('written on the train');
  expect(test.open()).toEqual([]);
});

it('has what was not saved after the page was closed', async () => {
  const test = start();
  const id = await test.openNote();
  test.goOffline();
  test.edit({ content: 'written on the train' });
  const reopened = test.reopen();
  expect([...reopened.view.getState().drafts.values()].map(({ draft }) => draft.fields.content)).toEqual([
    'written on the train',
  ]);
  await test.goOnline();
  reopened.goOnline();
  await test.clock.advance(0);
  expect(test.notes.notes.get(id)?.content).toBe('written on the train');
});

it('makes one note when the answer to its making was lost', async () => {
  const test = start();
  let attempts = 0;
  test.notes.beforeChange = () => {
    attempts += 1;
  };
  test.drafts.openNew();
  const id = test.drafts.view.getState().openId ?? '';
  test.notes.write(id, { content: 'mil' }, 'user');
  test.edit({ content: 'milk' });
  await test.clock.advance(600);
  await test.clock.advance(0);
  expect([...test.notes.notes.values()].map(({ content }) => content)).toEqual(['milk']);
  expect(attempts).toBe(2);
});

it('shows both versions when an agent changed the same text, and loses neither', async () => {
  const test = start();
  const id = await test.openNote();
  test.edit({ content: 'mine' });
  test.notes.write(id, { content: 'by the agent' });
  await test.clock.advance(600);
  expect(test.drafts.view.getState().drafts.get(id)).toMatchObject({
    state: 'stopped',
    draft: { fields: { content: 'mine' }, problem: { kind: 'conflict', theirs: { content: 'by the agent' } } },
  });
  test.edit({ content: 'mine, longer' });
  await test.clock.advance(10_000);
  expect(test.notes.notes.get(id)?.content).toBe('by the agent');
  test.drafts.resolve(test.openId(), 'both');
  await test.clock.advance(0);
  expect(test.notes.notes.get(id)?.content).toBe('mine, longer\n\nby the agent');
});

it('still asks which version to keep after the page was closed, and writes neither until then', async () => {
  const test = start();
  const id = await test.openNote();
  test.edit({ content: 'mine' });
  test.notes.write(id, { content: 'by the agent' });
  await test.clock.advance(600);
  await test.openNote({ content: 'another note', title: 'Other' });
  test.goOffline();
  const reopened = test.reopen();
  await test.goOnline();
  reopened.goOnline();
  await reopened.open(id);
  await test.clock.advance(60_000);
  expect(reopened.view.getState().drafts.get(id)).toMatchObject({
    state: 'stopped',
    draft: {
      fields: { content: 'mine' },
      problem: { kind: 'conflict', theirs: { content: 'by the agent' }, fields: ['content'], changedBy: 'notes_agent' },
    },
  });
  expect(test.notes.notes.get(id)?.content).toBe('by the agent');
  reopened.resolve(id, 'both');
  await test.clock.advance(0);
  expect(test.notes.notes.get(id)?.content).toBe('mine\n\nby the agent');
});

it('knows of a note whose first words are on their way, so that it can be deleted', async () => {
  const test = start();
  test.drafts.openNew();
  const id = test.openId();
  test.edit({ content: 'milk' });
  test.drafts.flush();
  expect(await test.drafts.settle(id)).toBe(true);
  test.drafts.openNew();
  expect(await test.drafts.settle(test.openId())).toBe(false);
});

it('leaves what another window of the same browser keeps of a note', async () => {
  const test = start();
  const id = await test.openNote();
  const other = test.reopen();
  other.goOnline();
  await other.open(id);
  test.edit({ content: 'by one window' });
  await test.clock.advance(600);
  other.edit(id, { content: 'by the other' });
  await test.clock.advance(600);
  test.drafts.close();
  const reloaded = test.reopen().view.getState().drafts.get(id)?.draft;
  expect([reloaded?.fields.content, reloaded?.problem]).toMatchObject(['by the other', { theirs: { content: 'by one window' } }]);
});

it('puts an agent’s change of another field beside the person’s', async () => {
  const test = start();
  const id = await test.openNote();
  test.edit({ content: 'mine' });
  test.notes.write(id, { isPinned: true, tags: ['home'] });
  await test.clock.advance(600);
  expect(test.notes.notes.get(id)).toMatchObject({ content: 'mine', isPinned: true, tags: ['home'] });
  expect(test.drafts.view.getState().drafts.get(id)?.draft.fields).toMatchObject({ isPinned: true, tags: ['home'] });
});

it('keeps what was written in a note that was deleted meanwhile', async () => {
  const test = start();
  const id = await test.openNote();
  test.edit({ content: 'mine' });
  test.notes.remove(id);
  await test.clock.advance(600);
  expect(test.drafts.view.getState().drafts.get(id)?.draft.problem).toEqual({ kind: 'removed' });
  test.drafts.keepAsNew(test.openId());
  await test.clock.advance(0);
  expect([...test.notes.notes.values()].map(({ content }) => content)).toEqual(['mine']);
});

it('goes on with a note whose deletion was taken back', async () => {
  const test = start();
  const id = await test.openNote();
  test.edit({ content: 'mine' });
  test.notes.remove(id);
  await test.settle();
  expect(test.drafts.view.getState().drafts.get(id)?.draft.problem).toEqual({ kind: 'removed' });
  test.notes.write(id, { content: 'Water the roses', title: 'Garden' }, 'user');
  await test.clock.advance(600);
  expect([test.notes.notes.get(id)?.content, test.open()]).toEqual(['mine', [['mine', 'saved']]]);
});

it('keeps all of a title that is too long, also after a reload, and saves it once it is shortened', async () => {
  const test = start();
  const id = await test.openNote();
  const title = 'long '.repeat(200).trim();
  test.edit({ title });
  await test.clock.advance(600);
  const reopened = test.reopen();
  reopened.goOnline();
  await test.settle();
  expect(reopened.view.getState().drafts.get(id)).toMatchObject({
    state: 'stopped',
    draft: {
      fields: { title },
      problem: {
        kind: 'refused',
        sentence: 'A title has at most 500 characters, and this has 999. Shorten it. Nothing was cut.',
      },
    },
  });
  expect(test.notes.received).toEqual([]);
  reopened.edit(id, { title: 'short' });
  await test.clock.advance(600);
  expect(test.notes.notes.get(id)?.title).toBe('short');
});

it('goes on with a note that is written on elsewhere while it is being made', async () => {
  const test = start();
  test.goOffline();
  test.drafts.openNew();
  const id = test.openId();
  test.edit({ content: 'milk' });
  const letGo = test.drafts.hold(id, null);
  test.drafts.close();
  await test.goOnline();
  expect(test.notes.notes.get(id)?.content).toBe('milk');
  test.drafts.edit(id, { content: 'milk and bread' });
  letGo();
  await test.settle();
  expect(test.notes.notes.get(id)?.content).toBe('milk and bread');
});

it('says why the host did not take it, and tries again when asked', async () => {
  const test = start();
  const id = await test.openNote();
  test.notes.beforeChange = () => {
    throw new CodedError('disk-full', 'The disk is full.', { retryable: true });
  };
  test.edit({ content: 'mine' });
  await test.clock.advance(600);
  expect(test.drafts.view.getState().drafts.get(id)?.draft.problem).toEqual({ kind: 'refused', sentence: 'The disk is full.' });
  expect(test.storage.length).toBe(1);
  test.notes.beforeChange = () => undefined;
  test.drafts.retry(test.openId());
  await test.clock.advance(0);
  expect(test.open()).toEqual([['mine', 'saved']]);
});

it('keeps a note in hand for as long as it is written on somewhere else than in the editor', async () => {
  const test = start();
  const id = `note_${'1'.repeat(32)}`;
  const note = test.notes.write(id, { content: 'milk' }, 'user');
  const [letGo, letGoToo] = [test.drafts.hold(id, note), test.drafts.hold(id, null)];
  test.drafts.edit(id, { content: 'milk ' });
  await test.clock.advance(600);
  expect(test.open()).toEqual([['milk ', 'saved']]);
  test.drafts.edit(id, { content: 'milk and bread' });
  letGo();
  letGo();
  await test.settle();
  expect(test.open()).toEqual([['milk and bread', 'saved']]);
  letGoToo();
  expect(test.open()).toEqual([]);
  expect(test.told.at(-1)).toEqual(test.notes.notes.get(id));
});

it('is one draft in the editor and elsewhere, so that the person never stands in their own way', async () => {
  const test = start();
  const id = await test.openNote({ content: 'milk', title: 'List' });
  const note = test.notes.notes.get(id);
  const letGo = note && test.drafts.hold(id, note);
  test.edit({ content: 'milk and bread' });
  test.drafts.edit(id, { title: 'Shopping' });
  await test.clock.advance(600);
  letGo?.();
  expect(test.notes.received).toEqual([
    ['note/update', { id, fields: { title: 'Shopping', content: 'milk and bread' }, expectedRevision: 1 }],
  ]);
  expect(test.open()).toEqual([['milk and bread', 'saved']]);
});
