// The notes window: the board of cards, or the one note that is being written.
import { useInfiniteQuery } from '@tanstack/react-query';
import { NOTE_CONTENT_LIMIT, NOTE_TITLE_LIMIT } from '@vos/protocol/entities';
import { agentName, type BoardFilter, NoteEditor, NotesBoard, type NotesLoading, type NoteSaving } from '@vos/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Session } from '../connection/connection.ts';
import { useServices } from '../desk/services.ts';
import { changesOf, firstLine, type NoteDraft } from '../notes/note-draft.ts';
import type { OpenDraft } from '../notes/note-drafts.ts';
import type { Pane } from './pane.ts';

export const notesPane: Pane = {
  id: 'notes',
  icon: 'notebook-pen',
  title: 'Notes',
  component: NotesPane,
  commands: [{ title: 'Open notes', shortcut: { code: 'Digit2', cap: '2' }, does: 'open' }],
  isNews: (event) => event.name === 'note/changed' && event.payload.changedBy !== 'user',
};

const everything: BoardFilter = { query: '', isPinned: false, isArchived: false, tag: null };

function NotesPane() {
  const { connection, notes, noteDrafts, clock } = useServices();
  const { status, session } = useStore(connection.view);
  const { openId, drafts, openProblem } = useStore(noteDrafts.view);
  const [filter, setFilter] = useState(everything);
  const isOnline = status.kind === 'online';
  const query = useInfiniteQuery({ ...notes.query(filter), enabled: isOnline });
  const shown = useMemo(() => query.data?.pages.flatMap((page) => page.notes) ?? [], [query.data]);

  useEffect(() => {
    window.addEventListener('pagehide', noteDrafts.flush);
    return () => {
      window.removeEventListener('pagehide', noteDrafts.flush);
      noteDrafts.flush();
    };
  }, [noteDrafts]);

  const lastOpenId = useRef<string | null>(null);
  useEffect(() => {
    if (openId !== null) lastOpenId.current = openId;
  }, [openId]);

  const open = openId === null ? undefined : drafts.get(openId);
  if (open !== undefined) {
    const { draft } = open;
    const title = titleOf(draft);
    return (
      <NoteEditor
        key={draft.id}
        fields={draft.fields}
        saving={savingOf(open, session)}
        titleLimit={NOTE_TITLE_LIMIT}
        contentLimit={NOTE_CONTENT_LIMIT}
        onEdit={noteDrafts.edit}
        onRest={noteDrafts.flush}
        onBack={() => (draft.problem?.kind === 'removed' ? noteDrafts.discard(draft.id) : noteDrafts.close())}
        onArchive={(isArchived) => {
          noteDrafts.edit({ isArchived });
          noteDrafts.close();
        }}
        onRemove={() => (draft.base === null ? noteDrafts.discard(draft.id) : void notes.remove({ id: draft.id, title }))}
        onRetry={noteDrafts.retry}
        onKeepAsNew={noteDrafts.keepAsNew}
        onChoose={noteDrafts.resolve}
      />
    );
  }
  return (
    <NotesBoard
      notes={shown}
      total={query.data?.pages.at(-1)?.total ?? 0}
      filter={filter}
      loading={loadingOf(query, isOnline)}
      isOffline={!isOnline && query.data !== undefined}
      unsaved={[...drafts.values()]
        .filter(({ draft }) => draft.problem !== null || changesOf(draft) !== undefined)
        .filter(({ state }) => state !== 'saving')
        .map(({ draft }) => ({ id: draft.id, title: titleOf(draft) }))}
      openProblem={openProblem}
      returnedToId={lastOpenId.current}
      onFilter={setFilter}
      onNew={noteDrafts.openNew}
      onOpen={(id) => void noteDrafts.open(id)}
      onPin={(note, isPinned) => void notes.pin(note, isPinned)}
      onArchive={(note, isArchived) => void notes.archive(note, isArchived)}
      onRemove={(note) => void notes.remove(note)}
      onMore={() => void query.fetchNextPage()}
      onReload={() => void query.refetch()}
      clock={clock}
    />
  );
}

function loadingOf(query: { data: unknown; error: Error | null; isFetching: boolean }, isOnline: boolean): NotesLoading {
  if (query.error !== null && isOnline && !query.isFetching) return { kind: 'failed', sentence: query.error.message };
  return query.data === undefined || query.isFetching ? { kind: 'loading' } : { kind: 'ready' };
}

function savingOf({ draft, state }: OpenDraft, session: Session | null): NoteSaving {
  const { base, fields, problem } = draft;
  switch (problem?.kind) {
    case 'removed':
      return { kind: 'removed' };
    case 'refused':
      return { kind: 'refused', sentence: problem.sentence };
    case 'conflict':
      return {
        kind: 'conflict',
        clash: {
          who: nameOf(problem.changedBy, session),
          title: problem.fields.includes('title') ? problem.theirs.title : null,
          content: problem.fields.includes('content') ? problem.theirs.content : null,
        },
      };
    case undefined:
      break;
  }
  if (base === null && fields.title.trim() === '' && fields.content.trim() === '') return { kind: 'fresh' };
  return state === 'stopped' ? { kind: 'saving' } : { kind: state };
}

function nameOf(changedBy: string, session: Session | null): string {
  if (changedBy === 'user') return 'You, in another window,';
  return changedBy.endsWith('_agent') ? `The ${agentName(changedBy, session?.agents ?? []).toLowerCase()}` : 'Somebody';
}

function titleOf({ fields }: NoteDraft): string {
  return fields.title.trim() || firstLine(fields.content) || 'New note';
}
