import type { Note } from '@vos/protocol/entities';
import { describe, expect, it } from 'vitest';
import { asNew, changesOf, draftOf, edit, newDraft, type NoteDraft, rebase, resolve, saved } from './note-draft.ts';

const ID = `note_${'1'.repeat(32)}`;

function note(part: Partial<Note> = {}): Note {
  return {
    id: ID,
    title: 'Garden',
    content: 'Water the roses',
    tags: ['home'],
    folder: null,
    color: 'green',
    isPinned: false,
    isArchived: false,
    createdBy: 'user',
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    revision: 1,
    ...part,
  };
}

const byAgent = (draft: NoteDraft, part: Partial<Note>): NoteDraft =>
  rebase(draft, note({ ...part, revision: (draft.base?.revision ?? 0) + 1 }), 'notes_agent');

describe('a draft', () => {
  it('has nothing to save until something was written', () => {
    expect(changesOf(edit(newDraft(ID), { color: 'red', title: '  ' }))).toBeUndefined();
    expect(changesOf(edit(newDraft(ID), { content: 'milk' }))).toMatchObject({ content: 'milk', title: '' });
  });

  it('saves only what is different, and asks for a title where the person gave none', () => {
    expect(changesOf(edit(draftOf(note()), { content: 'Prune' }))).toEqual({ content: 'Prune' });
    const untitled = draftOf(note({ title: 'Water the roses' }));
    expect(untitled.fields.title).toBe('');
    expect(changesOf(edit(untitled, { content: 'Prune' }))).toEqual({ content: 'Prune', title: '' });
    expect(changesOf(untitled)).toBeUndefined();
  });

  it('keeps what is written while it is being saved', () => {
    const sent = edit(draftOf(note()), { content: 'Prune' });
    const later = edit(sent, { content: 'Prune the roses' });
    const after = saved(later, sent.fields, note({ content: 'Prune', revision: 2 }), 'somebody');
    expect([after.fields.content, changesOf(after)]).toEqual(['Prune the roses', { content: 'Prune the roses' }]);
  });

  it('shows what somebody else wrote in another field while it was being saved, and does not write over it', () => {
    const sent = edit(draftOf(note()), { color: 'red' });
    const answer = note({ color: 'red', content: 'by the agent', title: 'Roses', isPinned: true, revision: 3 });
    const after = saved(sent, sent.fields, answer, 'notes_agent');
    expect([after.fields, changesOf(after)]).toEqual([
      { title: 'Roses', content: 'by the agent', tags: ['home'], color: 'red', isPinned: true, isArchived: false },
      undefined,
    ]);
    const later = saved(edit(sent, { content: 'mine' }), sent.fields, answer, 'notes_agent');
    expect(later.problem).toMatchObject({ kind: 'conflict', fields: ['content'], theirs: { content: 'by the agent' } });
  });

  it('has the colour and the pin that were chosen while the note was being made', () => {
    const sent = edit(newDraft(ID), { content: 'milk', color: 'red', isPinned: true });
    // An earlier attempt made it; its answer was lost.
    const after = saved(sent, sent.fields, note({ title: 'milk', content: 'milk', color: 'yellow', tags: [] }), 'somebody');
    expect(changesOf(after)).toEqual({ color: 'red', isPinned: true });
  });

  it('becomes a note of its own after its note was deleted', () => {
    const id = `note_${'2'.repeat(32)}`;
    expect(changesOf(asNew(edit(draftOf(note()), { content: 'mine' }), id))).toMatchObject({ content: 'mine', tags: ['home'] });
  });
});

describe('a change by someone else', () => {
  it('is simply shown where the person changed nothing', () => {
    const after = byAgent(draftOf(note()), { content: 'Water the tulips', color: 'red' });
    expect(after.fields).toMatchObject({ content: 'Water the tulips', color: 'red' });
    expect([after.problem, changesOf(after)]).toEqual([null, undefined]);
  });

  it('of another field goes together with the person’s', () => {
    const after = byAgent(edit(draftOf(note()), { content: 'Prune' }), {
      title: 'Roses',
      isPinned: true,
      tags: ['home', 'spring'],
    });
    expect(after.fields).toMatchObject({ title: 'Roses', content: 'Prune', isPinned: true, tags: ['home', 'spring'] });
    expect([after.problem, changesOf(after)]).toEqual([null, { content: 'Prune' }]);
  });

  it('of the tags keeps what both added and leaves out what either took away', () => {
    const mine = edit(draftOf(note({ tags: ['home', 'old'] })), { tags: ['old', 'mine'] });
    expect(byAgent(mine, { tags: ['home', 'theirs'] }).fields.tags).toEqual(['theirs', 'mine']);
  });

  it('of the same text keeps both until the person chooses', () => {
    const mine = byAgent(edit(draftOf(note()), { content: 'Prune' }), { content: 'Water the tulips' });
    expect(mine.problem).toMatchObject({ kind: 'conflict', fields: ['content'], changedBy: 'notes_agent' });
    expect(mine.fields.content).toBe('Prune');
    expect(changesOf(resolve(mine, 'mine'))).toEqual({ content: 'Prune' });
    expect(changesOf(resolve(mine, 'theirs'))).toBeUndefined();
    expect(changesOf(resolve(mine, 'both'))).toEqual({ content: 'Prune\n\nWater the tulips' });
  });

  it('that is the same as the person’s is no conflict', () => {
    const after = byAgent(edit(draftOf(note()), { content: 'Prune' }), { content: 'Prune' });
    expect([after.problem, changesOf(after)]).toEqual([null, undefined]);
  });

  it('during a conflict brings the newer version into it', () => {
    const first = byAgent(edit(draftOf(note()), { content: 'Prune' }), { content: 'Water the tulips' });
    const second = byAgent(first, { content: 'Water the tulips', isPinned: true });
    expect(second.problem).toMatchObject({ fields: ['content'], theirs: { isPinned: true, revision: 3 } });
    expect(byAgent(second, { content: 'Prune' }).problem).toBeNull();
  });

  it('that was known already changes nothing', () => {
    const draft = edit(draftOf(note({ revision: 4 })), { content: 'Prune' });
    expect(rebase(draft, note({ revision: 4, content: 'old' }), 'notes_agent')).toBe(draft);
  });
});
