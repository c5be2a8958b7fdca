// How a note lies in its table, and how titles come about.
import type { RecordKind, SqlValue } from '@vos/ledger';
import { type Note, NOTE_PREVIEW_LIMIT, type NoteSummary, note } from '@vos/protocol/entities';

export const noteKind: RecordKind<Note> = {
  kind: 'note',
  table: 'notes',
  toRow: (entity) => ({
    title: entity.title,
    content: entity.content,
    tags: JSON.stringify(entity.tags),
    folder: entity.folder,
    color: entity.color,
    is_pinned: entity.isPinned ? 1 : 0,
    is_archived: entity.isArchived ? 1 : 0,
    created_by: entity.createdBy,
    created_at: entity.createdAt,
    updated_at: entity.updatedAt,
    revision: entity.revision,
  }),
  fromRow: (row) =>
    note.parse({
      id: row.id,
      title: row.title,
      content: row.content,
      tags: JSON.parse(text(row.tags)),
      folder: row.folder,
      color: row.color,
      isPinned: row.is_pinned === 1,
      isArchived: row.is_archived === 1,
      createdBy: row.created_by,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      revision: row.revision,
    }),
  // A revision names one text for good: an editor that knows the undone one must not take the next edit for it.
  restored: (earlier, current) => ({ ...earlier, revision: current.revision + 1 }),
};

/** Long enough for a sentence of speech, short enough for two lines on a card. */
const DERIVED_TITLE_LIMIT = 80;

/** A title for a note that was given none: its first line without Markdown signs, cut at a word. */
export function titleFromContent(content: string): string {
  // Only the beginning can matter; a note may hold a million characters in one line.
  const lines = content.slice(0, 2_000).split(/\r?\n/);
  const line = lines.map(plainLine).find((plain) => plain !== '');
  if (line === undefined) return 'Untitled note';
  if (line.length <= DERIVED_TITLE_LIMIT) return line;
  const cut = line.slice(0, DERIVED_TITLE_LIMIT - 1);
  const lastSpace = cut.lastIndexOf(' ');
  const kept = lastSpace > DERIVED_TITLE_LIMIT / 2 ? cut.slice(0, lastSpace) : cut;
  // Never half of a surrogate pair.
  return `${kept.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
}

export function noteSummaryOf({ content, ...rest }: Note): NoteSummary {
  return {
    ...rest,
    preview: content.slice(0, NOTE_PREVIEW_LIMIT).replace(/[\uD800-\uDBFF]$/, ''),
    contentLength: content.length,
  };
}

function plainLine(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)/, '')
    .replace(/[*_`~]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function text(value: SqlValue | undefined): string {
  return typeof value === 'string' ? value : '[]';
}
