// Which note is meant: by its id, by words, or the last one changed.
import { err, ok, type Result } from '@vos/base';
import type { Reader } from '@vos/ledger';
import type { Note } from '@vos/protocol/entities';
import { listNotes, readNote, searchNotes } from '@vos/records';
import { z } from 'zod';
import { type ToolFailure, toolFailure } from '../../sdk/tool.ts';

/** The parameters by which every tool for one note names it. */
export const noteReference = {
  note_id: z.string().optional().describe('Id of the note, when it is known.'),
  query: z.string().max(500).optional().describe('Words of the note, when its id is not known; its title or what it is about.'),
  latest: z.boolean().optional().describe('The note changed last.'),
};

export interface NoteReference {
  readonly note_id?: string | undefined;
  readonly query?: string | undefined;
  readonly latest?: boolean | undefined;
}

/** How many notes are named when it is not clear which one is meant. */
const CHOICES_NAMED = 5;

/** The one note meant. Codes: `note-unknown`, `note-ambiguous` (the sentence asks which one), `note-unnamed`. */
export function findOne(reader: Reader, { note_id: id, query, latest }: NoteReference): Result<Note, ToolFailure> {
  if (id !== undefined) {
    const note = readNote(reader, id);
    return note === undefined ? err(toolFailure('note-unknown', 'There is no such note any more.')) : ok(note);
  }
  if (query !== undefined && query.trim() !== '') return findByWords(reader, query.trim());
  if (latest === true) {
    const [note] = listNotes(reader, { limit: 1 }).notes;
    return note === undefined ? err(toolFailure('note-unknown', 'You have no notes yet.')) : ok(note);
  }
  return err(toolFailure('note-unnamed', 'Which note do you mean?'));
}

function findByWords(reader: Reader, query: string): Result<Note, ToolFailure> {
  const found = searchNotes(reader, { query, limit: CHOICES_NAMED + 1, isStrict: true }).map(({ note }) => note);
  const titled = found.filter(({ title }) => sameWords(title, query));
  const candidates = titled.length > 0 ? titled : found;
  const [only] = candidates;
  if (only === undefined) return err(toolFailure('note-unknown', `I found no note about “${query}”.`));
  if (candidates.length === 1) return ok(only);
  const names = candidates.slice(0, CHOICES_NAMED).map(({ title }) => `“${title}”`);
  const more = candidates.length > CHOICES_NAMED ? ' and more' : '';
  return err(
    toolFailure('note-ambiguous', `There are several notes about “${query}”: ${names.join(', ')}${more}. Which one do you mean?`),
  );
}

function sameWords(left: string, right: string): boolean {
  const bare = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return bare(left) === bare(right);
}
