// Notes: what may be written, read and changed. The desk and the notes agent both come through here.
import { CodedError, err, ok, type Result } from '@vos/base';
import { type ChangeSet, type Reader, readRecord, type SqlValue, type Transaction } from '@vos/ledger';
import { type Note, NOTE_CONTENT_LIMIT, NOTE_TITLE_LIMIT, note } from '@vos/protocol/entities';
import { noteKind, titleFromContent } from './note-kind.ts';

/** What a person or agent may set. A blank title is derived from the content. */
export interface NoteFields {
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly folder: string | null;
  readonly color: Note['color'];
  readonly isPinned: boolean;
  readonly isArchived: boolean;
}

export type NewNote = { readonly id: string; readonly createdBy: string; readonly content: string } & Partial<NoteFields>;

/**
 * `note-unknown`: there is none with this id. `note-invalid`: a field is too long or not allowed.
 * `note-conflict`: someone changed it since the revision named; `detail` is a NoteConflict. Nothing was written in any case.
 */
export type NoteProblem = CodedError<'note-unknown' | 'note-invalid' | 'note-conflict'>;

export interface NoteConflict {
  /** The note as it is now. */
  readonly current: Note;
  /** Which of the fields to be written have been changed since the revision named. */
  readonly fields: readonly (keyof NoteFields)[];
  /** Who changed the note last: `user` or an agent's id. */
  readonly changedBy: string;
}

export interface NoteFilter {
  readonly folder?: string | undefined;
  /** Notes with any of these tags, whatever their case. */
  readonly tags?: readonly string[] | undefined;
  readonly isPinned?: boolean | undefined;
  readonly isArchived?: boolean | undefined;
  readonly createdBy?: string | undefined;
}

export interface NoteListing extends NoteFilter {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly sortBy?: 'updated_at' | 'created_at' | 'title' | undefined;
  /** Those that are pinned before all others. */
  readonly arePinnedFirst?: boolean | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

export function createNote(transaction: Transaction, changes: ChangeSet, fresh: NewNote): Result<Note, NoteProblem> {
  const checked = check({
    id: fresh.id,
    title: titleOf(fresh.title, fresh.content),
    content: fresh.content,
    tags: tidyTags(fresh.tags ?? []),
    folder: tidyFolder(fresh.folder ?? null),
    color: fresh.color ?? 'yellow',
    isPinned: fresh.isPinned ?? false,
    isArchived: fresh.isArchived ?? false,
    createdBy: fresh.createdBy,
    createdAt: transaction.at,
    updatedAt: transaction.at,
    revision: 1,
  });
  if (checked.ok) changes.put(noteKind, checked.value);
  return checked;
}

export function readNote(reader: Reader, id: string): Note | undefined {
  return readRecord(reader, noteKind, id);
}

/**
 * Notes that fit, and how many fit in all. The newest change comes first unless asked otherwise; archived ones are left out unless
 * asked for.
 */
export function listNotes(
  reader: Reader,
  listing: NoteListing = {},
): { readonly notes: readonly Note[]; readonly total: number } {
  const { where, parameters } = noteCondition({ isArchived: false, ...defined(listing) });
  const column = { updated_at: 'updated_at', created_at: 'created_at', title: 'title COLLATE NOCASE' }[
    listing.sortBy ?? 'updated_at'
  ];
  const order = listing.sortOrder === 'asc' ? 'ASC' : 'DESC';
  const first = listing.arePinnedFirst === true ? 'is_pinned DESC, ' : '';
  const rows = reader.all<Record<string, SqlValue>>(
    `SELECT notes.* FROM notes WHERE ${where} ORDER BY ${first}${column} ${order}, position ${order} LIMIT ? OFFSET ?`,
    [...parameters, listing.limit ?? 50, listing.offset ?? 0],
  );
  const total = reader.get<{ total: number }>(`SELECT count(*) AS total FROM notes WHERE ${where}`, parameters)?.total ?? 0;
  return { notes: rows.map(noteKind.fromRow), total };
}

/**
 * Changes the given fields; equal values change nothing. With `expectedRevision` a field that someone else has changed since is
 * refused with `note-conflict`; changes to other fields go together.
 */
export function updateNote(
  transaction: Transaction,
  changes: ChangeSet,
  id: string,
  fields: Partial<NoteFields>,
  expectedRevision?: number,
): Result<Note, NoteProblem> {
  const before = readNote(transaction, id);
  if (before === undefined) return err(noteUnknown());
  const wanted = defined(fields);
  const content = wanted.content ?? before.content;
  const checked = check({
    ...before,
    ...wanted,
    title: titleOf(wanted.title ?? titleKept(before), content),
    tags: wanted.tags === undefined ? before.tags : tidyTags(wanted.tags),
    folder: wanted.folder === undefined ? before.folder : tidyFolder(wanted.folder),
    updatedAt: transaction.at,
    revision: before.revision + 1,
  });
  if (!checked.ok) return checked;
  const differing = (Object.keys(wanted) as (keyof NoteFields)[]).filter((field) => !isSame(before[field], checked.value[field]));
  if (differing.length === 0) return ok(before);
  if (expectedRevision !== undefined && expectedRevision !== before.revision) {
    const clashing = clashes(transaction, before, expectedRevision, differing);
    if (clashing.length > 0) return err(noteConflict(transaction, before, clashing));
  }
  changes.put(noteKind, checked.value);
  return checked;
}

export function pinNote(transaction: Transaction, changes: ChangeSet, id: string, isPinned: boolean): Result<Note, NoteProblem> {
  return updateNote(transaction, changes, id, { isPinned });
}

export function archiveNote(
  transaction: Transaction,
  changes: ChangeSet,
  id: string,
  isArchived: boolean,
): Result<Note, NoteProblem> {
  return updateNote(transaction, changes, id, { isArchived });
}

/** Removes a note and returns it as it was; undoing the change set brings it back. */
export function deleteNote(transaction: Transaction, changes: ChangeSet, id: string): Result<Note, NoteProblem> {
  const before = readNote(transaction, id);
  if (before === undefined) return err(noteUnknown());
  changes.remove(noteKind, id);
  return ok(before);
}

/** A condition over the table `notes` that holds for the notes a filter lets through. */
export function noteCondition(filter: NoteFilter): { readonly where: string; readonly parameters: readonly SqlValue[] } {
  const parts: string[] = [];
  const parameters: SqlValue[] = [];
  const add = (part: string, ...values: SqlValue[]): void => {
    parts.push(part);
    parameters.push(...values);
  };
  if (filter.folder !== undefined) add('notes.folder = ? COLLATE NOCASE', filter.folder.trim());
  if (filter.isPinned !== undefined) add('notes.is_pinned = ?', filter.isPinned ? 1 : 0);
  if (filter.isArchived !== undefined) add('notes.is_archived = ?', filter.isArchived ? 1 : 0);
  if (filter.createdBy !== undefined) add('notes.created_by = ?', filter.createdBy);
  if (filter.tags !== undefined && filter.tags.length > 0) {
    const wanted = JSON.stringify(filter.tags.map((tag) => tag.trim().toLowerCase()));
    add('EXISTS (SELECT 1 FROM json_each(notes.tags) AS tag WHERE lower(tag.value) IN (SELECT value FROM json_each(?)))', wanted);
  }
  return { where: parts.length === 0 ? 'TRUE' : parts.join(' AND '), parameters };
}

function check(candidate: unknown): Result<Note, NoteProblem> {
  const parsed = note.safeParse(candidate);
  if (parsed.success) return ok(parsed.data);
  return err(new CodedError('note-invalid', invalidSentence(String(parsed.error.issues[0]?.path[0] ?? ''))));
}

function invalidSentence(field: string): string {
  if (field === 'content')
    return `A note holds at most ${NOTE_CONTENT_LIMIT.toLocaleString('en')} characters. This one was not saved.`;
  if (field === 'title') return `A title has at most ${NOTE_TITLE_LIMIT} characters. The note was not saved.`;
  if (field === 'tags') return 'A note has at most 50 tags of at most 50 characters each. It was not saved.';
  if (field === 'folder') return 'The name of a folder has at most 200 characters. The note was not saved.';
  return `The note was not saved, because its ${field === '' ? 'data' : field} cannot be used.`;
}

function noteUnknown(): NoteProblem {
  return new CodedError('note-unknown', 'There is no such note any more. Nothing was changed.');
}

/** Those of the fields that differ between the note as it is and as it was in a revision; all where that revision is not on record. */
function clashes(
  reader: Reader,
  current: Note,
  revision: number,
  fields: readonly (keyof NoteFields)[],
): readonly (keyof NoteFields)[] {
  const row = reader.get<{ after: string }>(
    `SELECT after FROM changes WHERE kind = ? AND record_id = ? AND json_extract(after, '$.revision') = ? ORDER BY change_set_id DESC, ordinal DESC LIMIT 1`,
    [noteKind.kind, current.id, revision],
  );
  if (row === undefined) return fields;
  const base = note.parse(JSON.parse(row.after));
  // A derived title that went with its text was changed by nobody.
  const isTitleDerived = titleKept(base) === undefined && titleKept(current) === undefined;
  return fields.filter((field) => !isSame(base[field], current[field]) && !(field === 'title' && isTitleDerived));
}

function noteConflict(reader: Reader, current: Note, fields: readonly (keyof NoteFields)[]): NoteProblem {
  const row = reader.get<{ actor: string }>(
    `SELECT actor FROM change_sets WHERE id = (SELECT max(change_set_id) FROM changes WHERE kind = ? AND record_id = ?)`,
    [noteKind.kind, current.id],
  );
  const detail: NoteConflict = { current, fields, changedBy: row?.actor ?? current.createdBy };
  const names = fields.map((field) => FIELD_WORDS[field]).join(', ');
  return new CodedError(
    'note-conflict',
    `“${current.title}” was changed by someone else meanwhile (${names}). The note was kept as it is now; look at it and decide which version to keep.`,
    { detail },
  );
}

const FIELD_WORDS: Readonly<Record<keyof NoteFields, string>> = {
  title: 'title',
  content: 'text',
  tags: 'tags',
  folder: 'folder',
  color: 'colour',
  isPinned: 'pin',
  isArchived: 'archive',
};

/** The title a person gave; undefined where it was derived from the content and so goes with it. */
function titleKept({ title, content }: Note): string | undefined {
  return title === titleFromContent(content) ? undefined : title;
}

function titleOf(title: string | undefined, content: string): string {
  const trimmed = title?.trim() ?? '';
  return trimmed === '' ? titleFromContent(content) : trimmed;
}

/** Tags without blanks at the ends, empty ones or repetitions; the first spelling is kept. */
function tidyTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const trimmed = tag.trim().replace(/^#/, '');
    if (trimmed !== '' && !seen.has(trimmed.toLowerCase())) seen.set(trimmed.toLowerCase(), trimmed);
  }
  return [...seen.values()];
}

function tidyFolder(folder: string | null): string | null {
  const trimmed = folder?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Without the keys whose value is undefined, so that they do not hide what they are spread over. */
function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
