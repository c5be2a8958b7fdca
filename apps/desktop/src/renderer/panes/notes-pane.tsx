// The notes window: the board of cards, or the one note that is being written.
import { useInfiniteQuery } from '@tanstack/react-query';
import { NOTE_CONTENT_LIMIT, NOTE_TITLE_LIMIT } from '@vos/protocol/entities';
import { type BoardFilter, NoteEditor, NotesBoard, type NotesLoading } from '@vos/ui';
import { useDesk } from '@vos/windows/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useServices } from '../desk/services.ts';
import { changesOf } from '../notes/note-draft.ts';
import { savingOf, titleOf } from '../notes/note-saving.ts';

const everything: BoardFilter = { query: '', isPinned: false, isArchived: false, tag: null };

export function NotesPane() {
  const { connection, desk, notes, noteDrafts, stickies, clock } = useServices();
  const { status, session } = useStore(connection.view);
  const { openId, drafts, openProblem } = useStore(noteDrafts.view);
  const [filter, setFilter] = useState(everything);
  const isOnline = status.kind === 'online';
  const query = useInfiniteQuery({ ...notes.query(filter), enabled: isOnline });
  const shown = useMemo(() => query.data?.pages.flatMap((page) => page.notes) ?? [], [query.data]);

  useEffect(() => () => noteDrafts.flush(), [noteDrafts]);

  const onDeskIds = new Set(useDesk(useStore(desk.view).store, (state) => state.stickies.map(({ noteId }) => noteId)));

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
        onEdit={(change) => noteDrafts.edit(draft.id, change)}
        onRest={noteDrafts.flush}
        onBack={() => {
          // What somebody deleted goes once it is left; what was written on it since waits on the board.
          if (draft.problem?.kind === 'removed' && changesOf(draft) === undefined) noteDrafts.discard(draft.id);
          else noteDrafts.close();
        }}
        onLetGo={() => void noteDrafts.discard(draft.id)}
        onPutOnDesk={() => stickies.put(draft.id)}
        onArchive={(isArchived) => {
          noteDrafts.edit(draft.id, { isArchived });
          noteDrafts.close();
        }}
        onRemove={() => void notes.remove({ id: draft.id, title })}
        onRetry={() => noteDrafts.retry(draft.id)}
        onKeepAsNew={() => stickies.keepAsNew(draft.id)}
        onChoose={(choice) => noteDrafts.resolve(draft.id, choice)}
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
      onDeskIds={onDeskIds}
      onFilter={setFilter}
      onNew={noteDrafts.openNew}
      onOpen={(id) => void noteDrafts.open(id)}
      onPin={(note, isPinned) => void notes.pin(note, isPinned)}
      onArchive={(note, isArchived) => void notes.archive(note, isArchived)}
      onDesk={(note, isOnDesk) => (isOnDesk ? stickies.put(note.id) : stickies.takeOff(note))}
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
