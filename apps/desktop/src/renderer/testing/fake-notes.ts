// The notes of a host in memory: the commands of the real one with revisions and conflicts, and news of every change.
import { type Clock, CodedError, isoInstant } from '@vos/base';
import type { Handlers, Server } from '@vos/protocol';
import type { EditableNote, Note, NoteSummary } from '@vos/protocol/entities';

export interface FakeNotes {
  readonly handlers: Pick<Handlers, 'note/list' | 'note/read' | 'note/create' | 'note/update' | 'note/remove' | 'change/undo'>;
  /** What the host has, by id. */
  readonly notes: Map<string, Note>;
  /** Every command that asked for a change, in order. */
  readonly received: (readonly [command: string, params: unknown])[];
  /** Runs before a change is answered; what it throws is the answer. */
  beforeChange: (command: string) => Promise<void> | void;
  /** Changes or makes a note as an agent would, and tells the desk. */
  write(id: string, fields: Partial<EditableNote>, by?: string): Note;
  /** Deletes a note as an agent would. */
  remove(id: string): void;
}

export function createFakeNotes(clock: Clock, publish: () => Server['publish']): FakeNotes {
  const notes = new Map<string, Note>();
  const history = new Map<string, Note[]>();
  /** What each change replaced, by its number. */
  const changes = new Map<number, { readonly id: string; readonly before: Note | undefined }>();
  const received: (readonly [string, unknown])[] = [];

  function put(id: string, note: Note | undefined, by: string): number {
    changes.set(changes.size + 1, { id, before: notes.get(id) });
    if (note === undefined) {
      notes.delete(id);
      publish()('note/removed', id, { id });
    } else {
      notes.set(id, note);
      history.set(id, [...(history.get(id) ?? []), note]);
      publish()('note/changed', id, { note: summaryOf(note), changedBy: by });
    }
    return changes.size;
  }

  function changed(id: string, fields: Partial<EditableNote>, by: string): Note {
    const before = notes.get(id);
    const at = isoInstant(clock.now());
    const content = fields.content ?? before?.content ?? '';
    const title = fields.title ?? before?.title ?? '';
    return {
      folder: null,
      tags: [],
      color: 'yellow',
      isPinned: false,
      isArchived: false,
      createdBy: by,
      createdAt: at,
      ...before,
      ...fields,
      id,
      content,
      title: title.trim() === '' ? (content.trim().split('\n')[0] ?? '') : title.trim(),
      updatedAt: at,
      revision: (history.get(id)?.at(-1)?.revision ?? 0) + 1,
    };
  }

  function known(id: string): Note {
    const note = notes.get(id);
    if (note === undefined) throw new CodedError('note-unknown', 'There is no such note any more. Nothing was changed.');
    return note;
  }

  const fake: FakeNotes = {
    notes,
    received,
    beforeChange: () => undefined,
    write(id, fields, by = 'notes_agent') {
      const note = changed(id, fields, by);
      put(id, note, by);
      return note;
    },
    remove: (id) => void put(id, undefined, 'notes_agent'),
    handlers: {
      'note/list': ({ query, isArchived, isPinned, tag, limit, offset }) => {
        const fitting = [...notes.values()]
          .filter((note) => note.isArchived === isArchived && (isPinned === undefined || note.isPinned === isPinned))
          .filter((note) => tag === undefined || note.tags.includes(tag))
          .filter((note) => `${note.title} ${note.content}`.toLowerCase().includes(query.trim().toLowerCase()))
          .sort(
            (left, right) =>
              (query.trim() === '' ? Number(right.isPinned) - Number(left.isPinned) : 0) ||
              right.updatedAt.localeCompare(left.updatedAt) ||
              right.id.localeCompare(left.id),
          );
        return { notes: fitting.slice(offset, offset + limit).map(summaryOf), total: fitting.length };
      },
      'note/read': ({ id }) => ({ note: known(id) }),
      'note/create': async ({ id, fields }) => {
        await fake.beforeChange('note/create');
        received.push(['note/create', { id, fields }]);
        const note = notes.get(id);
        return { note: note ?? fake.write(id, fields as Partial<EditableNote>, 'user') };
      },
      'note/update': async ({ id, fields, expectedRevision }) => {
        await fake.beforeChange('note/update');
        received.push(['note/update', { id, fields, ...(expectedRevision === undefined ? {} : { expectedRevision }) }]);
        const current = known(id);
        const base = history.get(id)?.find(({ revision }) => revision === expectedRevision) ?? current;
        const names = Object.keys(fields) as (keyof EditableNote)[];
        const clashing = names.filter((name) => JSON.stringify(base[name]) !== JSON.stringify(current[name]));
        if (clashing.length > 0) {
          const detail = { current, fields: clashing, changedBy: 'notes_agent' };
          throw new CodedError('note-conflict', 'The note was changed meanwhile.', { detail });
        }
        const note = changed(id, fields as Partial<EditableNote>, 'user');
        return { changeSetId: put(id, note, 'user'), note };
      },
      'note/remove': async ({ id }) => {
        await fake.beforeChange('note/remove');
        received.push(['note/remove', { id }]);
        known(id);
        return { changeSetId: put(id, undefined, 'user') };
      },
      'change/undo': ({ changeSetId }) => {
        const change = changes.get(changeSetId);
        if (change === undefined) throw new CodedError('change-set-unknown', 'There is no such change. Nothing was undone.');
        const { id, before } = change;
        const revision = (history.get(id)?.at(-1)?.revision ?? 0) + 1;
        return { changeSetId: put(id, before === undefined ? undefined : { ...before, revision }, 'user') };
      },
    },
  };
  return fake;
}

function summaryOf({ content, ...rest }: Note): NoteSummary {
  return { ...rest, preview: content.slice(0, 500), contentLength: content.length };
}
