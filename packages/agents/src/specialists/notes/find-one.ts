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
  which: z
    .string()
    .max(1_000)
    .optional()
    .describe(
      'With query, where several notes fit: the line that was offered for the one meant, words of it, “newest” or “oldest”.',
    ),
};

export interface NoteReference {
  readonly note_id?: string | undefined;
  readonly query?: string | undefined;
  readonly latest?: boolean | undefined;
  readonly which?: string | undefined;
}

/** How many notes are named when it is not clear which one is meant. */
const CHOICES_NAMED = 5;
/** How many notes one of them is picked from. */
const CANDIDATES = 50;

/**
 * The one note meant. Codes: `note-unknown`, `note-ambiguous` (the sentence offers them, one a line), `note-unnamed`. Times in what is
 * offered are in `timeZone`.
 */
export function findOne(
  reader: Reader,
  { note_id: id, query, latest, which }: NoteReference,
  timeZone: string,
): Result<Note, ToolFailure> {
  if (id !== undefined) {
    const note = readNote(reader, id);
    return note === undefined ? err(toolFailure('note-unknown', 'There is no such note any more.')) : ok(note);
  }
  if (query !== undefined && query.trim() !== '') return findByWords(reader, query.trim(), which?.trim(), timeZone);
  if (latest === true) {
    const [note] = listNotes(reader, { limit: 1 }).notes;
    return note === undefined ? err(toolFailure('note-unknown', 'You have no notes yet.')) : ok(note);
  }
  return err(toolFailure('note-unnamed', 'Which note do you mean?'));
}

function findByWords(reader: Reader, query: string, which: string | undefined, timeZone: string): Result<Note, ToolFailure> {
  const found = searchNotes(reader, { query, limit: CANDIDATES, isStrict: true }).map(({ note }) => note);
  const titled = found.filter(({ title }) => sameWords(title, query));
  const candidates = (titled.length > 0 ? titled : found).toSorted((left, right) =>
    right.updatedAt.localeCompare(left.updatedAt),
  );
  const [newest] = candidates;
  const oldest = candidates.at(-1);
  if (newest === undefined || oldest === undefined) return err(toolFailure('note-unknown', `I found no note about “${query}”.`));
  const lines = noteLines(candidates, timeZone);
  if (which === undefined)
    return candidates.length === 1 ? ok(newest) : ambiguous(`There are several notes about “${query}”:`, lines);
  const byLine = candidates[lines.indexOf(which)];
  if (byLine !== undefined) return ok(byLine);
  if (/^(?:the )?(?:newest|newer|latest|most recent)$/i.test(which)) return ok(newest);
  if (/^(?:the )?(?:oldest|older|earliest)$/i.test(which)) return ok(oldest);
  const wanted = wordsOf(which);
  const fitting = candidates.filter((note) => {
    const held = new Set(wordsOf(`${note.title} ${note.content}`));
    return wanted.length > 0 && wanted.every((word) => held.has(word));
  });
  const [fit] = fitting;
  if (fit !== undefined && fitting.length === 1) return ok(fit);
  // Only one is left, but it is not the one that was named: it may have gone meanwhile.
  if (candidates.length === 1) return err(toolFailure('note-unknown', `I found no note about “${query}” and “${which}”.`));
  return fit === undefined
    ? ambiguous(`None of these is about “${which}”:`, lines)
    : ambiguous(
        `There are several notes about “${which}”:`,
        lines.filter((_, index) => fitting.some((note) => note === candidates[index])),
      );
}

function ambiguous(opening: string, lines: readonly string[]): Result<never, ToolFailure> {
  const shown = lines.slice(0, CHOICES_NAMED).map((line, index) => `${index + 1}. ${line}`);
  const rest = lines.length - shown.length;
  return err(
    toolFailure(
      'note-ambiguous',
      [opening, ...shown, ...(rest > 0 ? [`and ${rest} more.`] : []), 'Which one do you mean?'].join('\n'),
    ),
  );
}

/** One line for each note, no two alike: its title, and where that is not enough its first words, when it was changed, or its place. */
function noteLines(notes: readonly Note[], timeZone: string): readonly string[] {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
  const forms: readonly ((note: Note, index: number) => string)[] = [
    ({ title }) => oneLine(title),
    ({ title, content }) => `${oneLine(title)}: ${oneLine(content)}`,
    ({ title, updatedAt }) => `${oneLine(title)}, from ${format.format(new Date(updatedAt))}`,
    ({ title }, index) => `${oneLine(title)}, number ${index + 1}`,
  ];
  const all = forms.map((form) => notes.map(form));
  return notes.map((note, index) => {
    const clear = all.find((lines) => lines.filter((line) => line === lines[index]).length === 1);
    return clear?.[index] ?? oneLine(note.title);
  });
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function sameWords(left: string, right: string): boolean {
  return wordsOf(left).join(' ') === wordsOf(right).join(' ');
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
