// A note being edited: what the person sees, what the host has, and how the two come together. Pure: nothing here saves or waits.
import { overLimit } from '@vos/base';
import { type EditableNote, type Note, NOTE_CONTENT_LIMIT, NOTE_TITLE_LIMIT } from '@vos/protocol/entities';

export interface NoteDraft {
  readonly id: string;
  /** The note as the host had it last; null while it does not exist there. */
  readonly base: Note | null;
  /** What the person sees and edits. A blank title follows the text. */
  readonly fields: EditableNote;
  /** The fields as they were when the person's and the host's last agreed. */
  readonly agreed: EditableNote;
  readonly problem: DraftProblem | null;
}

export type DraftProblem =
  /** Someone else changed the same title or text; both are kept until the person chooses. */
  | { readonly kind: 'conflict'; readonly theirs: Note; readonly fields: readonly WrittenField[]; readonly changedBy: string }
  /** The note was deleted meanwhile. */
  | { readonly kind: 'removed' }
  /** The host did not take it. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** Fields that no rule can put together. */
export type WrittenField = 'title' | 'content';
export type ConflictChoice = 'mine' | 'theirs' | 'both';

const fieldNames = ['title', 'content', 'tags', 'color', 'isPinned', 'isArchived'] as const;

export function newDraft(id: string): NoteDraft {
  const fields: EditableNote = { title: '', content: '', tags: [], color: 'yellow', isPinned: false, isArchived: false };
  return { id, base: null, fields, agreed: fields, problem: null };
}

export function draftOf(note: Note): NoteDraft {
  const fields = shownFields(note);
  return { id: note.id, base: note, fields, agreed: fields, problem: null };
}

/** The draft after the person changed something; a refusal may be about what was just mended. */
export function edit(draft: NoteDraft, change: Partial<EditableNote>): NoteDraft {
  const problem = draft.problem?.kind === 'refused' ? null : draft.problem;
  return { ...draft, fields: { ...draft.fields, ...change }, problem };
}

/** The draft, stopped where it is longer than a note can be: nothing is cut, and nothing is written until the person shortened it. */
export function withinLimits(draft: NoteDraft): NoteDraft {
  if (draft.problem !== null) return draft;
  const excess =
    overLimit('A title', draft.fields.title.trim(), NOTE_TITLE_LIMIT) ??
    overLimit('The text of a note', draft.fields.content, NOTE_CONTENT_LIMIT);
  return excess === null ? draft : { ...draft, problem: { kind: 'refused', sentence: `${excess} Nothing was cut.` } };
}

/** What has to be written; undefined when there is nothing. An empty note that was never saved is nothing. */
export function changesOf({ base, fields, agreed }: NoteDraft): Partial<EditableNote> | undefined {
  if (base === null) return fields.title.trim() === '' && fields.content.trim() === '' ? undefined : fields;
  const names = fieldNames.filter((name) => !isSame(fields[name], agreed[name]));
  if (names.length === 0) return undefined;
  const changes: Partial<EditableNote> = Object.fromEntries(names.map((name) => [name, fields[name]]));
  // The host derives a blank title from the text, so it has to be asked whenever the text changes.
  return fields.title.trim() === '' && 'content' in changes ? { ...changes, title: '' } : changes;
}

/**
 * The draft after the host took what was different in `sent`; the person may have gone on writing, and what someone else wrote meanwhile
 * in another field came back with the answer. `changedBy` is who that may have been.
 */
export function saved(draft: NoteDraft, sent: EditableNote, note: Note, changedBy: string): NoteDraft {
  const { base, agreed } = draft;
  if (base === null) {
    const { tags, content, color, isPinned, isArchived } = note;
    const fields = { ...draft.fields, tags: isSame(draft.fields.tags, sent.tags) ? tags : draft.fields.tags };
    // A note that was created by an earlier, unanswered attempt comes back with what that attempt had in it.
    return {
      ...draft,
      base: note,
      fields,
      agreed: { title: sent.title, tags, content, color, isPinned, isArchived },
      problem: null,
    };
  }
  const written = new Set(Object.keys(changesOf({ ...draft, fields: sent }) ?? {}));
  // Where the text was written, a new title may be its first line.
  const isTitleOurs = written.has('title') || (written.has('content') && draft.fields.title !== agreed.title);
  const after = rebase(
    {
      ...draft,
      base: {
        ...base,
        title: isTitleOurs ? note.title : base.title,
        content: written.has('content') ? note.content : base.content,
      },
      fields: { ...draft.fields, tags: isSame(draft.fields.tags, sent.tags) ? note.tags : draft.fields.tags },
      agreed: sent,
      problem: null,
    },
    note,
    changedBy,
  );
  if (note.revision <= base.revision) return { ...after, base: note, agreed: { ...sent, tags: note.tags } };
  return isTitleOurs || note.title === base.title ? { ...after, agreed: { ...after.agreed, title: sent.title } } : after;
}

/** The draft on top of the note as someone else left it. Different fields go together; the same title or text becomes a conflict. */
export function rebase(draft: NoteDraft, current: Note, changedBy: string): NoteDraft {
  const { base, fields, agreed, problem } = draft;
  if (base === null || current.revision <= base.revision) return draft;
  const theirs = shownFields(current);
  const mine = { ...fields };
  const open = new Set<WrittenField>(problem?.kind === 'conflict' ? problem.fields : []);
  for (const name of ['title', 'content'] as const) {
    const isChangedThere = current[name] !== base[name];
    const isChangedHere = fields[name] !== agreed[name];
    if (isChangedThere && !isChangedHere) mine[name] = theirs[name];
    if (isChangedThere && isChangedHere) open.add(name);
    if (mine[name] === theirs[name]) open.delete(name);
  }
  if (!isSame(current.tags, base.tags)) mine.tags = mergeTags(agreed.tags, fields.tags, current.tags);
  if (fields.color === agreed.color) mine.color = current.color;
  if (fields.isPinned === agreed.isPinned) mine.isPinned = current.isPinned;
  if (fields.isArchived === agreed.isArchived) mine.isArchived = current.isArchived;
  return {
    ...draft,
    base: current,
    fields: mine,
    agreed: theirs,
    problem: open.size === 0 ? null : { kind: 'conflict', theirs: current, fields: [...open], changedBy },
  };
}

/** The draft after the person chose between the two versions. Both: the text of the other one stands below. */
export function resolve(draft: NoteDraft, choice: ConflictChoice): NoteDraft {
  if (draft.problem?.kind !== 'conflict') return draft;
  const { fields: names, theirs } = draft.problem;
  const fields = { ...draft.fields };
  if (choice === 'theirs') for (const name of names) fields[name] = shownFields(theirs)[name];
  if (choice === 'both' && names.includes('content')) fields.content = `${fields.content.trimEnd()}\n\n${theirs.content}`;
  return { ...draft, fields, problem: null };
}

/** The draft as a note of its own, after the one it belonged to was deleted. */
export function asNew(draft: NoteDraft, id: string): NoteDraft {
  return { ...newDraft(id), fields: { ...draft.fields, isArchived: false } };
}

/** A title that is the first line of the text is left blank, so that it goes on following the text. */
function shownFields({ title, content, tags, color, isPinned, isArchived }: Note): EditableNote {
  return { title: title === firstLine(content) ? '' : title, content, tags, color, isPinned, isArchived };
}

export function firstLine(content: string): string {
  return content.trim().split('\n', 1)[0]?.trim() ?? '';
}

/** What both added, without what either took away. */
function mergeTags(before: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const kept = theirs.filter((tag) => mine.includes(tag) || !before.includes(tag));
  return [...kept, ...mine.filter((tag) => !theirs.includes(tag) && !before.includes(tag))];
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
