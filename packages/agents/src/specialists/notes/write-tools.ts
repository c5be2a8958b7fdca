// Tools that write notes: create_note, update_note, delete_note, archive_note, pin_note.
import { err, ok, type Result } from '@vos/base';
import { type Note, NOTE_CONTENT_LIMIT, NOTE_TITLE_LIMIT, note, noteColor } from '@vos/protocol/entities';
import { archiveNote, createNote, deleteNote, type NoteProblem, pinNote, updateNote } from '@vos/records';
import { z } from 'zod';
import { defineRecordTool, type RecordContext, type Tool, type ToolFailure, toolFailure } from '../../sdk/tool.ts';
import { findOne, noteReference } from './find-one.ts';
import { appended, newItems, withoutItem } from './list-text.ts';
import { isDeletingSeveral, readArchive, readCreate, readDelete, readPin } from './reading.ts';
import { readUpdate, readUpdateFreely } from './reading-updates.ts';
import { undoNoteChangeTool } from './undo-tool.ts';

const tags = z.array(z.string().max(50)).max(50);
const folder = z.string().max(200);
const content = z.string().max(NOTE_CONTENT_LIMIT);
const title = z.string().max(NOTE_TITLE_LIMIT);

/** How a request begins that asks for a note in so many words. */
const NAMES_A_NOTE =
  /^\W*(?:please\W+)?(?:note\b|(?:make|take|write|add|save|create)\s+(?:me\s+)?an?(?:other)?\s+note\b|(?:write|jot)\s+(?:this\s+|that\s+)?down\b|remember\s*(?:that\b|to\b|:))/i;

const createNoteTool = defineRecordTool({
  name: 'create_note',
  description: 'Writes a new note, in Markdown. Without a title it is called after its first line.',
  parameters: z.object({
    title: title.optional(),
    content: content.min(1),
    tags: tags.optional(),
    folder: folder.optional(),
    color: noteColor.optional(),
    is_pinned: z.boolean().optional(),
  }),
  result: note,
  effect: 'record',
  permission: 'allow',
  continues: true,
  doing: () => 'writing a note',
  apply: (given, { transaction, changes, newId, agentId }) =>
    told(
      createNote(transaction, changes, {
        id: newId('note'),
        createdBy: agentId,
        content: given.content,
        ...present({ title: given.title, tags: given.tags, folder: given.folder, color: given.color, isPinned: given.is_pinned }),
      }),
    ),
  builtin: {
    isNamedIn: ({ text }) => NAMES_A_NOTE.test(text) && readCreate(text).kind === 'arguments',
    recognizes: ({ text }) => readCreate(text).kind === 'arguments' && !/^\W*(?:please )?remember\b/i.test(text),
    read: ({ text }) => readCreate(text),
    say: (value) => (value.title === value.content.trim() ? `Noted: “${value.title}”.` : `I saved the note “${value.title}”.`),
  },
});

const updateParameters = z.object({
  ...noteReference,
  title: title.optional(),
  content: content.optional().describe('The whole new text.'),
  append: content.optional().describe('Text to add at the end instead of replacing it, such as "- milk" for a list.'),
  remove_item: z.string().max(1_000).optional().describe('A line or list item to take out.'),
  tags: tags.optional(),
  folder: folder.nullable().optional(),
  color: noteColor.optional(),
  is_pinned: z.boolean().optional(),
  is_archived: z.boolean().optional(),
  expected_revision: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('The revision you read; a note changed since is not overwritten.'),
  create_if_missing: z
    .boolean()
    .optional()
    .describe('With query and append: make the note, titled like the query, if there is none.'),
});
type UpdateArguments = z.output<typeof updateParameters>;

const updateNoteTool = defineRecordTool({
  name: 'update_note',
  description:
    'Changes a note: any field, or adds to its end, or takes an item out of its list. Name the note by note_id or query.',
  parameters: updateParameters,
  result: note.extend({ alreadyThere: z.array(z.string()).optional().describe('Items that were on the list already.') }),
  effect: 'record',
  permission: 'allow',
  continues: true,
  doing: ({ query }) => (query === undefined ? 'changing a note' : `changing the note “${query.slice(0, 40)}”`),
  apply(given, context) {
    const found = findOne(context.transaction, given, context.timeZone);
    if (!found.ok) {
      const isMissing = found.error.code === 'note-unknown' && given.note_id === undefined;
      return isMissing && given.create_if_missing === true ? createFor(given, context) : found;
    }
    const newContent = contentAfter(found.value, given);
    if (!newContent.ok) return newContent;
    const { content: wanted, alreadyThere } = newContent.value;
    const changed = told(
      updateNote(
        context.transaction,
        context.changes,
        found.value.id,
        {
          ...present({ title: given.title, tags: given.tags, folder: given.folder, color: given.color }),
          ...present({ isPinned: given.is_pinned, isArchived: given.is_archived, content: wanted }),
        },
        given.expected_revision,
      ),
    );
    return changed.ok && alreadyThere.length > 0 ? ok({ ...changed.value, alreadyThere }) : changed;
  },
  builtin: {
    // Unfinished as it may be, what names a note or a list to be changed is no answer to another question.
    recognizes({ text }) {
      const { kind } = readUpdate(text);
      return kind === 'arguments' || (kind === 'question' && /\b(?:note|list)\b/i.test(text));
    },
    read: ({ text }) => readUpdateFreely(text),
    say(value, given) {
      const there = value.alreadyThere ?? [];
      if (given.append !== undefined && there.length > 0) return addedInPart(value.title, there, given);
      const items = given.append === undefined ? '' : spokenItems(given.append);
      if (given.append !== undefined && given.remove_item !== undefined)
        return `Took ${given.remove_item} off “${value.title}” and added ${items}.`;
      if (given.append !== undefined)
        return value.revision === 1 ? `I made the note “${value.title}” with ${items}.` : `Added ${items} to “${value.title}”.`;
      if (given.remove_item !== undefined) return `Took ${given.remove_item} off “${value.title}”.`;
      if (given.content === '') return `“${value.title}” is empty now.`;
      if (given.is_pinned !== undefined && given.content === undefined)
        return value.isPinned ? `“${value.title}” is pinned.` : `“${value.title}” is no longer pinned.`;
      if (given.title !== undefined) return `The note is called “${value.title}” now.`;
      return `I changed the note “${value.title}”.`;
    },
  },
});

const deleteNoteTool = defineRecordTool({
  name: 'delete_note',
  description: 'Deletes a note. It can be brought back by undoing the change.',
  parameters: z.object(noteReference),
  result: note,
  effect: 'record',
  permission: 'allow',
  continues: true,
  doing: () => 'deleting a note',
  apply(given, { transaction, changes, timeZone }) {
    const found = findOne(transaction, given, timeZone);
    return found.ok ? told(deleteNote(transaction, changes, found.value.id)) : found;
  },
  builtin: {
    recognizes: ({ text }) => readDelete(text).kind === 'arguments' || isDeletingSeveral(text),
    read: ({ text }) => readDelete(text),
    say: (value) => `I deleted the note “${value.title}”.`,
  },
});

const archiveNoteTool = defineRecordTool({
  name: 'archive_note',
  description: 'Puts a note into the archive, or takes it out again.',
  parameters: z.object({ ...noteReference, is_archived: z.boolean().default(true) }),
  result: note,
  effect: 'record',
  permission: 'allow',
  continues: true,
  doing: () => 'archiving a note',
  apply(given, { transaction, changes, timeZone }) {
    const found = findOne(transaction, given, timeZone);
    return found.ok ? told(archiveNote(transaction, changes, found.value.id, given.is_archived)) : found;
  },
  builtin: {
    recognizes: ({ text }) => readArchive(text).kind === 'arguments',
    read: ({ text }) => readArchive(text),
    say: (value) => (value.isArchived ? `“${value.title}” is in the archive now.` : `“${value.title}” is back from the archive.`),
  },
});

const pinNoteTool = defineRecordTool({
  name: 'pin_note',
  description: 'Pins a note to the top, or unpins it.',
  parameters: z.object({ ...noteReference, is_pinned: z.boolean().default(true) }),
  result: note,
  effect: 'record',
  permission: 'allow',
  continues: true,
  doing: () => 'pinning a note',
  apply(given, { transaction, changes, timeZone }) {
    const found = findOne(transaction, given, timeZone);
    return found.ok ? told(pinNote(transaction, changes, found.value.id, given.is_pinned)) : found;
  },
  builtin: {
    // “Pin it” says nothing else, though not what.
    recognizes: ({ text }) =>
      readPin(text).kind !== 'unfit' && (/^\W*(?:un)?pin\b/i.test(text) || readPin(text).kind === 'arguments'),
    read: ({ text }) => readPin(text),
    say: (value) => (value.isPinned ? `“${value.title}” is pinned.` : `“${value.title}” is no longer pinned.`),
  },
});

export const writeTools: readonly Tool[] = [
  createNoteTool,
  updateNoteTool,
  deleteNoteTool,
  archiveNoteTool,
  pinNoteTool,
  undoNoteChangeTool,
];

function createFor(given: UpdateArguments, { transaction, changes, newId, agentId }: RecordContext): Result<Note, ToolFailure> {
  const name = given.title ?? given.query ?? '';
  return told(
    createNote(transaction, changes, {
      id: newId('note'),
      createdBy: agentId,
      title: name.charAt(0).toUpperCase() + name.slice(1),
      content: given.append ?? given.content ?? '',
      ...present({ tags: given.tags, folder: given.folder, color: given.color }),
    }),
  );
}

/** The text a note should have, undefined to leave it alone, and the items it holds already. */
function contentAfter(
  before: Note,
  { content: replacement, append, remove_item: item }: UpdateArguments,
): Result<{ readonly content: string | undefined; readonly alreadyThere: readonly string[] }, ToolFailure> {
  let text = replacement;
  if (item !== undefined) {
    text = withoutItem(text ?? before.content, item);
    if (text === undefined) return err(toolFailure('item-unknown', `“${before.title}” has no “${item}”.`));
  }
  if (append === undefined) return ok({ content: text, alreadyThere: [] });
  const { added, alreadyThere } = newItems(text ?? before.content, append);
  return ok({ content: added === '' ? text : appended(text ?? before.content, added), alreadyThere });
}

function told(result: Result<Note, NoteProblem>): Result<Note, ToolFailure> {
  return result.ok ? result : err(toolFailure(result.error.code, result.error.message));
}

/** What is said where some of the items were on the list before. */
function addedInPart(title: string, there: readonly string[], { append = '', remove_item: removed }: UpdateArguments): string {
  const added = append.split('\n').filter((line) => !there.includes(line.replace(/^- /, '')));
  return [
    ...(removed === undefined ? [] : [`Took ${removed} off “${title}”.`]),
    ...(added.length === 0 ? [] : [`Added ${spokenItems(added.join('\n'))} to “${title}”.`]),
    `${spokenItems(there.map((item) => `- ${item}`).join('\n'))} ${there.length === 1 ? 'is' : 'are'} already on “${title}”.`,
  ]
    .join(' ')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

function spokenItems(markdown: string): string {
  if (!markdown.startsWith('- ')) return `“${markdown.length > 60 ? `${markdown.slice(0, 59)}…` : markdown}”`;
  const items = markdown.split('\n').map((line) => line.replace(/^- /, ''));
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}

/** Without the keys that are undefined. */
function present<Fields extends object>(fields: Fields): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]: Exclude<Fields[Key], undefined>;
  };
}
