// The person's side of the notes. The rules are in the records service, which the notes agent's tools call as well.
import { CodedError, must, type Result } from '@vos/base';
import { type ChangeSet, changeSets, type Ledger, letterDropKind, type RecordKind, type Transaction } from '@vos/ledger';
import {
  conversationRemovalKind,
  createNote,
  deleteNote,
  documentKind,
  listNotes,
  noteKind,
  noteSummaryOf,
  permissionRuleKind,
  placeKind,
  readNote,
  searchNotes,
  taskKind,
  updateNote,
} from '@vos/records';
import type { HandlersFor } from './handlers.ts';

/** More matches than a person would look through; a search that finds them all reads as many whole notes. */
const SEARCH_LIMIT = 200;

/** What the person may take back. */
const undoableKinds = [
  noteKind,
  placeKind,
  taskKind,
  documentKind,
  conversationRemovalKind,
  letterDropKind,
  permissionRuleKind,
] as unknown as readonly RecordKind<{ readonly id: string }>[];

export function createNoteHandlers({ ledger }: { readonly ledger: Ledger }): HandlersFor<'note' | 'change'> {
  /** Runs `work` in one commit under one change set of the person's. */
  function change<Value>(cause: string, work: (transaction: Transaction, changes: ChangeSet) => Value): Promise<Value> {
    return ledger.commit((transaction) => work(transaction, changeSets.begin(transaction, { actor: 'user', cause })));
  }

  return {
    'note/list'({ query, tag, limit, offset, ...filter }) {
      const narrowed = { ...filter, ...(tag === undefined ? {} : { tags: [tag] }) };
      if (query.trim() === '') {
        const { notes, total } = listNotes(ledger.read, { ...narrowed, arePinnedFirst: true, limit, offset });
        return { notes: notes.map(noteSummaryOf), total };
      }
      const matches = searchNotes(ledger.read, { ...narrowed, query, limit: SEARCH_LIMIT });
      return {
        notes: matches.slice(offset, offset + limit).map(({ note, snippet }) => ({ ...noteSummaryOf(note), preview: snippet })),
        total: matches.length,
      };
    },

    'note/read'({ id }) {
      const note = readNote(ledger.read, id);
      if (note === undefined) throw new CodedError('note-unknown', 'This note does not exist any more.');
      return { note };
    },

    async 'note/create'({ id, fields }) {
      return await change('note/create', (transaction, changes) => {
        const known = readNote(transaction, id);
        return { note: known ?? valueOf(createNote(transaction, changes, { id, createdBy: 'user', ...present(fields) })) };
      });
    },

    async 'note/update'({ id, fields, expectedRevision }) {
      return await change('note/update', (transaction, changes) => {
        const note = valueOf(updateNote(transaction, changes, id, present(fields), expectedRevision));
        return { note, changeSetId: changes.id ?? null };
      });
    },

    async 'note/remove'({ id }) {
      return await change('note/remove', (transaction, changes) => {
        valueOf(deleteNote(transaction, changes, id));
        return { changeSetId: must(changes.id, 'a removal is a change') };
      });
    },

    async 'change/undo'({ changeSetId }) {
      const cause = { actor: 'user', cause: 'change/undo' };
      return await ledger.commit((transaction) => ({
        changeSetId: changeSets.undo(transaction, changeSetId, cause, undoableKinds),
      }));
    },
  };
}

/** Throws the failure, so that the commit keeps nothing of it. */
function valueOf<Value>(result: Result<Value, CodedError>): Value {
  if (!result.ok) throw result.error;
  return result.value;
}

type Present<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };

/** Without the keys whose value is undefined. */
function present<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Fields>;
}
