// Brings the notes into the query cache and does what a person does with a card. Every event of a note has the lists and it read again.
import { errorBody } from '@vos/base';
import type { HostEvent } from '@vos/protocol';
import type { Note, NoteSummary } from '@vos/protocol/entities';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Connection } from '../connection/connection.ts';
import type { Toasts } from '../desk/toasts.ts';
import type { NoteDrafts } from './note-drafts.ts';

/** Several screens of cards. */
const PAGE_SIZE = 60;

export interface NoteFilter {
  readonly query: string;
  readonly isArchived: boolean;
  readonly isPinned: boolean;
  readonly tag: string | null;
}

export interface Notes {
  /** The query of the notes that fit, page by page, for `useInfiniteQuery`. */
  query(filter: NoteFilter): ReturnType<typeof listQuery>;
  /** The query of one note, for `useQuery`; null where there is none of that id. */
  note(id: string): ReturnType<typeof noteQuery>;
  /** Learns of a note from the answer to a command; its event may come before or after. */
  onNote(note: Note): void;
  pin(note: NoteSummary, isPinned: boolean): Promise<void>;
  archive(note: NoteSummary, isArchived: boolean): Promise<void>;
  /** Deletes at once; the toast takes it back. */
  remove(note: Pick<NoteSummary, 'id' | 'title'>): Promise<void>;
  onEvent(event: HostEvent): void;
  /** Makes everything that was read be read again. */
  refresh(): void;
}

export interface NotesOptions {
  readonly queryClient: QueryClient;
  readonly ask: Connection['ask'];
  readonly toasts: Pick<Toasts, 'show'>;
  readonly drafts: Pick<NoteDrafts, 'discard' | 'settle'>;
}

export function createNotes({ queryClient, ask, toasts, drafts }: NotesOptions): Notes {
  /** Says in a toast why something was not done. */
  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toasts.show({ icon: 'notebook-pen', title: what, line: errorBody(error).message });
    }
  }

  /** Says what was done, with the way back. */
  function offer(title: string, line: string, undo: () => void): void {
    const dismiss = toasts.show({
      icon: 'notebook-pen',
      title,
      line,
      action: {
        label: 'Undo',
        run() {
          dismiss();
          undo();
        },
      },
    });
  }

  function offerUndo(title: string, line: string, changeSetId: number, refusal: string): void {
    offer(title, line, () => void attempt(refusal, async () => void (await ask('change/undo', { changeSetId }))));
  }

  function refresh(): void {
    void queryClient.invalidateQueries({ queryKey: [LIST_KEY] });
    void queryClient.invalidateQueries({ queryKey: [NOTE_KEY] });
  }

  return {
    query: (filter) => listQuery(ask, filter),
    note: (id) => noteQuery(ask, id),
    onNote(note) {
      queryClient.setQueryData(noteQuery(ask, note.id).queryKey, (known) =>
        known != null && known.revision > note.revision ? known : note,
      );
    },
    pin: ({ id }, isPinned) =>
      attempt(isPinned ? 'The note was not pinned' : 'The note is still pinned', async () => {
        await ask('note/update', { id, fields: { isPinned } });
      }),
    archive: ({ id, title }, isArchived) =>
      attempt(isArchived ? 'The note was not archived' : 'The note is still archived', async () => {
        const { changeSetId } = await ask('note/update', { id, fields: { isArchived } });
        if (changeSetId === null) return;
        offerUndo(isArchived ? 'Note archived' : 'Note back from the archive', title, changeSetId, 'The note stayed where it is');
      }),
    remove: ({ id, title }) =>
      attempt('The note was not deleted', async () => {
        // What was just typed belongs to what comes back; and a note whose making is under way is there a moment later.
        if (!(await drafts.settle(id))) {
          offer('Note deleted', title, drafts.discard(id));
          return;
        }
        const { changeSetId } = await ask('note/remove', { id });
        drafts.discard(id);
        offerUndo('Note deleted', title, changeSetId, 'The note did not come back');
      }),
    onEvent(event) {
      if (event.name !== 'note/changed' && event.name !== 'note/removed') return;
      const id = event.name === 'note/changed' ? event.payload.note.id : event.payload.id;
      void queryClient.invalidateQueries({ queryKey: [LIST_KEY] });
      if (event.name === 'note/removed') queryClient.setQueryData(noteQuery(ask, id).queryKey, null);
      else void queryClient.invalidateQueries({ queryKey: [NOTE_KEY, id] });
    },
    refresh,
  };
}

const LIST_KEY = 'notes';
const NOTE_KEY = 'note';

function listQuery(ask: Connection['ask'], filter: NoteFilter) {
  const { query, isArchived, isPinned, tag } = filter;
  return infiniteQueryOptions({
    queryKey: [LIST_KEY, filter],
    queryFn: ({ pageParam }) =>
      ask('note/list', {
        query,
        isArchived,
        limit: PAGE_SIZE,
        offset: pageParam,
        ...(isPinned ? { isPinned } : {}),
        ...(tag === null ? {} : { tag }),
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { notes }) => sum + notes.length, 0);
      return last.notes.length > 0 && shown < last.total ? shown : undefined;
    },
    // What was found stays until the next answer, so that typing does not make the board blink.
    placeholderData: keepPreviousData,
  });
}

function noteQuery(ask: Connection['ask'], id: string) {
  return queryOptions({
    queryKey: [NOTE_KEY, id],
    queryFn: async (): Promise<Note | null> => {
      try {
        return (await ask('note/read', { id })).note;
      } catch (error) {
        // Somebody deleted it: an answer like any other.
        if (errorBody(error).code === 'note-unknown') return null;
        throw error;
      }
    },
  });
}
