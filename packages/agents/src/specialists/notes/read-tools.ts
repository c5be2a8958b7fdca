// Tools that look at notes: list_notes, get_note, search_notes.
import { ok } from '@vos/base';
import { foundNote, note, type NoteSummary, noteSummary } from '@vos/protocol/entities';
import { listNotes, noteSummaryOf, searchNotes } from '@vos/records';
import { z } from 'zod';
import { defineRecordTool, type Tool } from '../../sdk/tool.ts';
import { findOne, noteReference } from './find-one.ts';
import { readGet, readGetFreely, readList, readSearch } from './reading.ts';

/** Notes named in one answer; more would not be read. */
const NOTES_NAMED = 10;

const listNotesTool = defineRecordTool({
  name: 'list_notes',
  description: 'Lists notes, the last changed first; archived ones only when asked for.',
  parameters: z.object({
    folder: z.string().max(200).optional(),
    tags: z.array(z.string().max(50)).max(50).optional().describe('Notes with any of these.'),
    is_pinned: z.boolean().optional(),
    is_archived: z.boolean().optional(),
    created_by: z.string().max(100).optional().describe('`user`, or the id of an agent.'),
    limit: z.number().int().min(1).max(200).default(50),
    offset: z.number().int().min(0).default(0),
    sort_by: z.enum(['updated_at', 'created_at', 'title']).default('updated_at'),
    sort_order: z.enum(['asc', 'desc']).default('desc'),
  }),
  result: z.object({ notes: z.array(noteSummary), total: z.number().int().nonnegative() }),
  effect: 'read',
  permission: 'allow',
  continues: true,
  doing: () => 'looking through the notes',
  apply(given, { transaction }) {
    const { notes, total } = listNotes(transaction, {
      folder: given.folder,
      tags: given.tags,
      isPinned: given.is_pinned,
      isArchived: given.is_archived,
      createdBy: given.created_by,
      limit: given.limit,
      offset: given.offset,
      sortBy: given.sort_by,
      sortOrder: given.sort_order,
    });
    return ok({ notes: notes.map(noteSummaryOf), total });
  },
  builtin: {
    recognizes: ({ text }) => readList(text).kind === 'arguments',
    read: ({ text }) => readList(text),
    say({ notes, total }, given) {
      const kind = [given.is_pinned === true ? 'pinned' : '', given.is_archived === true ? 'archived' : '']
        .filter((word) => word !== '')
        .join(' ');
      const what = (count: number): string =>
        `${count.toLocaleString('en')} ${kind === '' ? '' : `${kind} `}${count === 1 ? 'note' : 'notes'}`;
      if (total === 0)
        return `You have no ${kind === '' ? '' : `${kind} `}notes${given.folder === undefined ? '' : ` in “${given.folder}”`} yet.`;
      return `You have ${what(total)}:\n${named(notes, total)}`;
    },
  },
});

const getNoteTool = defineRecordTool({
  name: 'get_note',
  description: 'Reads one whole note. Name it by note_id or query.',
  parameters: z.object(noteReference),
  result: note,
  effect: 'read',
  permission: 'allow',
  continues: true,
  doing: ({ query }) => (query === undefined ? 'reading a note' : `reading the note “${query.slice(0, 40)}”`),
  apply: (given, { transaction, timeZone }) => findOne(transaction, given, timeZone),
  builtin: {
    recognizes: ({ text }) => readGet(text).kind === 'arguments',
    read: ({ text }) => readGetFreely(text),
    say: ({ title, content }) => {
      const text = content.trim();
      if (text === '') return `The note “${title}” is empty.`;
      return text === title ? `Your note says: “${text}”.` : `${title}:\n${text}`;
    },
  },
});

const searchNotesTool = defineRecordTool({
  name: 'search_notes',
  description: 'Finds notes by words, in titles, texts and tags, best first.',
  parameters: z.object({
    query: z.string().min(1).max(10_000),
    created_by: z.string().max(100).optional().describe('`user`, or the id of an agent; all without it.'),
    limit: z.number().int().min(1).max(100).default(20),
  }),
  result: z.object({ notes: z.array(foundNote) }),
  effect: 'read',
  permission: 'allow',
  continues: true,
  doing: ({ query }) => `looking for notes about “${query.slice(0, 40)}”`,
  apply(given, { transaction }) {
    const matches = searchNotes(transaction, { query: given.query, createdBy: given.created_by, limit: given.limit });
    return ok({ notes: matches.map((match) => ({ ...noteSummaryOf(match.note), snippet: match.snippet })) });
  },
  builtin: {
    recognizes: ({ text }) => readSearch(text).kind === 'arguments',
    read: ({ text }) => readSearch(text),
    say({ notes }, { query }) {
      const [only] = notes;
      if (only === undefined) return `I found no note about “${query}”.`;
      if (notes.length === 1)
        return isSaid(only)
          ? `I found one note: “${only.title}”.`
          : `I found one note, “${only.title}”: ${oneLine(only.snippet)}`;
      return `I found ${notes.length} notes about “${query}”:\n${named(notes, notes.length)}`;
    },
  },
});

export const readTools: readonly Tool[] = [listNotesTool, getNoteTool, searchNotesTool];

function named(notes: readonly NoteSummary[], total: number): string {
  const shown = notes.slice(0, NOTES_NAMED);
  const lines = shown.map((summary) => `- ${summary.title}${isSaid(summary) ? '' : `: ${oneLine(summary.preview)}`}`);
  const rest = total - shown.length;
  return [...lines, ...(rest > 0 ? [`and ${rest.toLocaleString('en')} more.`] : [])].join('\n');
}

/** Whether the title already says all that the first line would. */
function isSaid({ title, preview }: NoteSummary): boolean {
  const start = title.replace(/…$/, '').toLowerCase();
  return preview.trim() === '' || oneLine(preview).toLowerCase().startsWith(start);
}

/** The beginning of a text on one line, at most 80 characters. */
function oneLine(text: string): string {
  const line = text
    .replace(/^[\s#>]+|^- /gm, '')
    .replace(/\s*\n\s*/g, ', ')
    .trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
