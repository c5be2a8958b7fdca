// Notes: listing, reading and changing them. The agents' tools change the same records; news of both comes as the same events.
import { z } from 'zod';
import { note, noteFields, noteSummary } from '../entities/note.ts';
import { identifier } from '../entities/shared.ts';
import type { CommandTable } from './command.ts';
import { lazily } from '../lazily.ts';

const changeSetId = z.number().int().positive();

export const noteCommands = {
  /** Pinned ones and then the newest change first; with words to look for, the best match first and its fitting piece as preview. */
  'note/list': lazily(() => ({
    params: z.object({
      query: z.string().max(1_000).default(''),
      isArchived: z.boolean().default(false),
      isPinned: z.boolean().optional(),
      tag: z.string().max(50).optional(),
      limit: z.number().int().min(1).max(200).default(60),
      offset: z.number().int().nonnegative().default(0),
    }),
    result: z.object({
      notes: z.array(noteSummary),
      /** How many fit in all; of a search at most 200. */
      total: z.number().int().nonnegative(),
    }),
    errors: [],
  })),
  'note/read': lazily(() => ({ params: z.object({ id: identifier }), result: z.object({ note }), errors: ['note-unknown'] })),
  /** The id is chosen by the client: a note that exists already is answered as it is, so that asking twice makes one note. */
  'note/create': lazily(() => ({
    params: z.object({ id: identifier, fields: noteFields.partial().required({ content: true }) }),
    result: z.object({ note }),
    errors: ['note-invalid'],
  })),
  /** With `expectedRevision`, a field that someone else changed since then is refused; other fields go together. The detail of `note-conflict` is a NoteConflict. */
  'note/update': lazily(() => ({
    params: z.object({ id: identifier, fields: noteFields.partial(), expectedRevision: z.number().int().positive().optional() }),
    result: z.object({
      note,
      /** For undoing; null when nothing was different. */
      changeSetId: changeSetId.nullable(),
    }),
    errors: ['note-unknown', 'note-invalid', 'note-conflict'],
  })),
  'note/remove': lazily(() => ({
    params: z.object({ id: identifier }),
    result: z.object({ changeSetId }),
    errors: ['note-unknown'],
  })),
  /** Takes back one change of records. Refused when something was changed on top of it. */
  'change/undo': lazily(() => ({
    params: z.object({ changeSetId }),
    result: z.object({ changeSetId }),
    errors: ['undo-conflict', 'change-set-unknown'],
  })),
} as const satisfies CommandTable;
