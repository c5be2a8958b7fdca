// The tool that takes back what was done to notes: undo_note_change.
import { err, ok } from '@vos/base';
import { note } from '@vos/protocol/entities';
import { archiveNote, lastNoteChange, lastRemovalOfNote, searchNotes, undoNoteChange } from '@vos/records';
import { z } from 'zod';
import { defineRecordTool, type Tool, toolFailure } from '../../sdk/tool.ts';
import { readUndo } from './reading.ts';

const undone = z.object({
  note,
  /** `brought_back`: it was deleted. `taken_away`: it had just been written. `changed_back`: it is as it was before. */
  outcome: z.enum(['brought_back', 'taken_away', 'changed_back']),
});

export const undoNoteChangeTool: Tool = defineRecordTool({
  name: 'undo_note_change',
  description:
    'Takes back the last change you made to a note in this conversation; with query, brings back the deleted or archived note it is about.',
  parameters: z.object({
    query: z.string().max(500).optional().describe('Words of a deleted note; its title or what it was about.'),
  }),
  result: z.object({ notes: z.array(undone) }),
  effect: 'record',
  permission: 'allow',
  continues: true,
  doing: () => 'taking back a change',
  apply({ query }, { transaction, changes, agentId, conversationId, turnId }) {
    const changeSetId =
      query === undefined ? lastNoteChange(transaction, { agentId, conversationId }) : lastRemovalOfNote(transaction, query);
    if (changeSetId === undefined) {
      if (query === undefined)
        return err(toolFailure('nothing-to-undo', 'I have changed no note in this conversation that could be taken back.'));
      const [archived, another] = searchNotes(transaction, { query, isStrict: true, isArchived: true, limit: 2 });
      if (archived === undefined || another !== undefined)
        return err(toolFailure('note-unknown', `I found no deleted note about “${query}”.`));
      const back = archiveNote(transaction, changes, archived.note.id, false);
      return back.ok
        ? ok({ notes: [{ note: back.value, outcome: 'changed_back' as const }] })
        : err(toolFailure(back.error.code, back.error.message));
    }
    const result = undoNoteChange(transaction, changeSetId, { actor: agentId, cause: turnId });
    if (!result.ok) return err(toolFailure(result.error.code, result.error.message));
    return ok({ notes: [...result.value] });
  },
  builtin: {
    isNamedIn: ({ text }) => readUndo(text).kind === 'arguments',
    recognizes: ({ text }) => readUndo(text).kind === 'arguments',
    read: ({ text }) => readUndo(text),
    say: ({ notes }) =>
      notes
        .map(({ note: { title }, outcome }) => {
          if (outcome === 'brought_back') return `I brought back the note “${title}”.`;
          return outcome === 'taken_away' ? `The note “${title}” is gone again.` : `The note “${title}” is as it was before.`;
        })
        .join(' '),
  },
});
