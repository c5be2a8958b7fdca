// Finding notes by words. Whatever a person types is words to look for, never query syntax.
import type { Reader, SqlValue } from '@vos/ledger';
import type { Note } from '@vos/protocol/entities';
import { noteKind } from './note-kind.ts';
import { noteCondition, type NoteFilter } from './notes.ts';

export interface NoteSearch extends NoteFilter {
  readonly query: string;
  readonly limit?: number | undefined;
  /** Whole words only, and all of them, so that what is found really is about the query: for changing what was found. */
  readonly isStrict?: boolean | undefined;
}

export interface NoteMatch {
  readonly note: Note;
  /** The piece of the note's text that fits best, as plain text. */
  readonly snippet: string;
  /** Higher fits better; comparable within one search only. */
  readonly score: number;
}

/**
 * Notes that hold all the words, the last one possibly unfinished; best first. If none does: those that hold the text as it stands,
 * and if there is none of these either, those with any of the words. Archived notes are found too unless the filter says otherwise.
 */
export function searchNotes(reader: Reader, search: NoteSearch): readonly NoteMatch[] {
  const query = search.query.trim();
  if (query === '') return [];
  const words = searchWords(query);
  if (words.length > 0) {
    const matches = matching(reader, search, allWords(words, search.isStrict !== true));
    if (matches.length > 0) return matches;
  }
  // Signs alone name no note: “*” stands in any text with emphasis.
  if (search.isStrict === true) return [];
  const literal = containing(reader, search, query);
  if (literal.length > 0 || words.length < 2) return literal;
  return matching(reader, search, anyWord(words));
}

/** More words than a person would search for make the full-text query slow and its parser deep. */
const SEARCH_WORD_LIMIT = 24;

/** The longest piece of a literal search that is compared. */
const LITERAL_LIMIT = 200;

/** A match in the title weighs as much as ten in the text; tags lie between. */
const MATCH_SQL = (where: string): string => `
  SELECT notes.*, snippet(notes_text, 1, '', '', '…', 24) AS snippet, -bm25(notes_text, 10.0, 1.0, 5.0) AS score
  FROM notes_text JOIN notes ON notes.position = notes_text.rowid
  WHERE notes_text MATCH ? AND ${where}
  ORDER BY score DESC, notes.updated_at DESC LIMIT ?`;

const LITERAL_SQL = (where: string): string => `
  WITH wanted (text) AS (SELECT lower(?))
  SELECT notes.*, substr(notes.content, max(1, instr(lower(notes.content), wanted.text) - 60), 160) AS snippet, 0 AS score
  FROM notes, wanted
  WHERE (instr(lower(notes.title), wanted.text) > 0 OR instr(lower(notes.content), wanted.text) > 0) AND ${where}
  ORDER BY notes.updated_at DESC LIMIT ?`;

/** The same letters and digits that the index takes for words. */
function searchWords(query: string): string[] {
  const words = query.normalize('NFC').match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
  return [...new Set(words)].slice(0, SEARCH_WORD_LIMIT);
}

function allWords(words: readonly string[], isLastUnfinished: boolean): string {
  return words.map((word, index) => (isLastUnfinished && index === words.length - 1 ? `"${word}"*` : `"${word}"`)).join(' AND ');
}

function anyWord(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' OR ');
}

type MatchRow = Readonly<Record<string, SqlValue>> & { readonly snippet: string; readonly score: number };

function matching(reader: Reader, search: NoteSearch, expression: string): NoteMatch[] {
  const { where, parameters } = noteCondition(search);
  return reader.all<MatchRow>(MATCH_SQL(where), [expression, ...parameters, search.limit ?? 20]).map(toMatch);
}

function containing(reader: Reader, search: NoteSearch, query: string): NoteMatch[] {
  const { where, parameters } = noteCondition(search);
  return reader
    .all<MatchRow>(LITERAL_SQL(where), [query.slice(0, LITERAL_LIMIT), ...parameters, search.limit ?? 20])
    .map(toMatch);
}

function toMatch(row: MatchRow): NoteMatch {
  return { note: noteKind.fromRow(row), snippet: row.snippet, score: row.score };
}
