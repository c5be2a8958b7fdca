// Taking back what was done to notes, from the change sets that recorded it.
import { CodedError, err, ok, type Result } from '@vos/base';
import { type ChangeCause, changeSets, type Reader, type Transaction } from '@vos/ledger';
import { type Note, note } from '@vos/protocol/entities';
import { noteKind } from './note-kind.ts';
import { readNote } from './notes.ts';

/** The change set by which an agent last changed a note in a conversation and which was not taken back yet; reversals do not count. */
export function lastNoteChange(
  reader: Reader,
  { agentId, conversationId }: { readonly agentId: string; readonly conversationId: string },
): number | undefined {
  return reader.get<{ id: number }>(
    `SELECT id FROM change_sets AS made
     WHERE actor = ? AND undoes IS NULL
       AND EXISTS (SELECT 1 FROM turns WHERE turns.id = made.cause AND turns.conversation_id = ?)
       AND EXISTS (SELECT 1 FROM changes WHERE change_set_id = made.id AND kind = ?)
       AND NOT EXISTS (SELECT 1 FROM change_sets AS reversal WHERE reversal.id > made.id AND reversal.undoes = made.id)
     ORDER BY id DESC LIMIT 1`,
    [agentId, conversationId, noteKind.kind],
  )?.id;
}

/** The change set that removed, last of all, a note that holds all the words of the query and is still gone. */
export function lastRemovalOfNote(reader: Reader, query: string): number | undefined {
  const words = wordsOf(query);
  if (words.length === 0) return undefined;
  const rows = reader.all<{ change_set_id: number; before: string }>(
    `SELECT change_set_id, before FROM changes
     WHERE kind = ? AND after IS NULL AND NOT EXISTS (SELECT 1 FROM notes WHERE notes.id = changes.record_id)
     ORDER BY change_set_id DESC LIMIT ?`,
    [noteKind.kind, REMOVALS_LOOKED_AT],
  );
  return rows.find(({ before }) => {
    const { title, content } = note.parse(JSON.parse(before));
    const held = new Set(wordsOf(`${title} ${content}`));
    return words.every((word) => held.has(word));
  })?.change_set_id;
}

export interface UndoneNote {
  /** As it is now, or as it was until now where it is gone again. */
  readonly note: Note;
  /** `brought_back`: it was deleted. `taken_away`: it had just been written. `changed_back`: it is as it was before. */
  readonly outcome: 'brought_back' | 'taken_away' | 'changed_back';
}

/**
 * Takes a change set that only touched notes back and returns every note it touched. `undo-conflict`: one of them has changed since,
 * or the set touched something else; nothing was changed.
 */
export function undoNoteChange(
  transaction: Transaction,
  changeSetId: number,
  cause: ChangeCause,
): Result<readonly UndoneNote[], CodedError<'undo-conflict'>> {
  const rows = transaction.all<{ record_id: string }>(
    'SELECT DISTINCT record_id FROM changes WHERE change_set_id = ? AND kind = ?',
    [changeSetId, noteKind.kind],
  );
  const before = new Map(rows.map(({ record_id: id }) => [id, readNote(transaction, id)]));
  try {
    changeSets.undo(transaction, changeSetId, cause, [noteKind]);
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'undo-conflict') throw error;
    const titles = [...before.values()].flatMap((found) => (found === undefined ? [] : [`“${found.title}”`]));
    const named = titles.length === 0 ? 'That note' : titles.join(' and ');
    return err(
      new CodedError('undo-conflict', `${named} changed again since then, so nothing was taken back. It is kept as it is now.`),
    );
  }
  return ok(
    rows.flatMap(({ record_id: id }): readonly UndoneNote[] => {
      const was = before.get(id);
      const is = readNote(transaction, id);
      if (is !== undefined) return [{ note: is, outcome: was === undefined ? 'brought_back' : 'changed_back' }];
      return was === undefined ? [] : [{ note: was, outcome: 'taken_away' }];
    }),
  );
}

/** Older removals are found in the journal. */
const REMOVALS_LOOKED_AT = 500;

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
