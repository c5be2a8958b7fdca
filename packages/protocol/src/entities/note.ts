import { z } from 'zod';
import { identifier, instant } from './shared.ts';
import { lazily } from '../lazily.ts';

export const NOTE_TITLE_LIMIT = 500;
export const NOTE_CONTENT_LIMIT = 1_000_000;

export const noteColor = z.enum(['yellow', 'orange', 'red', 'purple', 'green', 'cyan', 'grey']);
export type NoteColor = z.infer<typeof noteColor>;

export const note = lazily(() =>
  z.object({
    id: identifier,
    title: z.string().max(NOTE_TITLE_LIMIT),
    /** Markdown. */
    content: z.string().max(NOTE_CONTENT_LIMIT),
    tags: z.array(z.string().min(1).max(50)).max(50),
    folder: z.string().max(200).nullable(),
    color: noteColor,
    isPinned: z.boolean(),
    isArchived: z.boolean(),
    /** `user` or the id of the agent that wrote it. */
    createdBy: z.string(),
    createdAt: instant,
    updatedAt: instant,
    /** Counts changes from 1. An edit names the revision it started from, so that two writers never overwrite each other unseen. */
    revision: z.number().int().positive(),
  }),
);
export type Note = z.infer<typeof note>;

/** The most of a note's text that a list carries, in UTF-16 units. */
export const NOTE_PREVIEW_LIMIT = 500;

/** A note as lists show it: the beginning of its text instead of all of it. */
export const noteSummary = lazily(() =>
  note.omit({ content: true }).extend({
    preview: z.string(),
    /** Length of the whole text, in UTF-16 units. */
    contentLength: z.number().int().nonnegative(),
  }),
);
export type NoteSummary = z.infer<typeof noteSummary>;

/** What a person may set of a note. A blank title is derived from the text. */
export const noteFields = lazily(() =>
  note.pick({ title: true, content: true, tags: true, color: true, isPinned: true, isArchived: true }),
);
export type EditableNote = z.infer<typeof noteFields>;

/** Why an edit was refused: the note as it is, which of the edited fields were changed meanwhile, and by whom. */
export const noteConflict = lazily(() => z.object({ current: note, fields: z.array(z.string()), changedBy: z.string() }));
export type NoteConflict = z.infer<typeof noteConflict>;

/** A note found by words, with the piece of its text that fits best. */
export const foundNote = lazily(() => noteSummary.extend({ snippet: z.string() }));
export type FoundNote = z.infer<typeof foundNote>;
