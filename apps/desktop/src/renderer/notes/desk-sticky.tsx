// One note on the desk: the note as the host has it, or as the person is writing it.
import { useQuery } from '@tanstack/react-query';
import { NOTE_CONTENT_LIMIT, NOTE_TITLE_LIMIT } from '@vos/protocol/entities';
import { StickyNote, type StickyShown } from '@vos/ui';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useServices } from '../desk/services.ts';
import { draftOf } from './note-draft.ts';
import { savingOf, titleOf } from './note-saving.ts';

export function DeskSticky({ noteId }: { readonly noteId: string }) {
  const { connection, notes, noteDrafts, stickies, desk, copy, clock } = useServices();
  const { status, session } = useStore(connection.view);
  const isOnline = status.kind === 'online';
  const open = useStore(noteDrafts.view, ({ drafts }) => drafts.get(noteId));
  // A note that is not made yet cannot be read.
  const isMade = open === undefined || open.draft.base !== null;
  const { data: note, error, isFetching, refetch } = useQuery({ ...notes.note(noteId), enabled: isOnline && isMade });
  const [isEditing, setIsEditing] = useState(false);

  const letGo = useRef<(() => void) | null>(null);
  useEffect(() => () => letGo.current?.(), []);

  function setEditing(next: boolean): void {
    letGo.current?.();
    letGo.current = next ? noteDrafts.hold(noteId, note ?? null) : null;
    setIsEditing(next);
  }

  const isGone = note === null && !isFetching && open === undefined;
  useEffect(() => {
    if (isGone) stickies.onGone(noteId);
  }, [isGone, stickies, noteId]);
  if (isGone) return null;

  const draft = open?.draft ?? (note == null ? undefined : draftOf(note));
  const problem = isOnline && !isFetching && error !== null ? error.message : null;
  return (
    <StickyNote
      shown={draft === undefined ? waitOf(problem, isOnline) : shownOf(draft)}
      saving={open === undefined ? { kind: 'saved' } : savingOf(open, session)}
      isEditing={isEditing}
      titleLimit={NOTE_TITLE_LIMIT}
      contentLimit={NOTE_CONTENT_LIMIT}
      onEditing={setEditing}
      onEdit={(change) => noteDrafts.edit(noteId, change)}
      onRest={noteDrafts.flush}
      onTick={(content) => {
        const release = noteDrafts.hold(noteId, note ?? null);
        noteDrafts.edit(noteId, { content });
        release();
      }}
      onOpen={() => {
        setEditing(false);
        desk.open('notes');
        void noteDrafts.open(noteId);
      }}
      onTakeOff={() => stickies.takeOff({ id: noteId, title: draft === undefined ? 'The note' : titleOf(draft) })}
      onReload={() => void refetch()}
      onRetry={() => noteDrafts.retry(noteId)}
      onKeepAsNew={() => stickies.keepAsNew(noteId)}
      onLetGo={() => void noteDrafts.discard(noteId)}
      onChoose={(choice) => noteDrafts.resolve(noteId, choice)}
      onCopy={copy}
      clock={clock}
    />
  );
}

function shownOf(draft: ReturnType<typeof draftOf>): StickyShown {
  return { kind: 'note', fields: draft.fields, title: titleOf(draft), updatedAt: draft.base?.updatedAt ?? null };
}

function waitOf(problem: string | null, isOnline: boolean): StickyShown {
  return problem === null ? { kind: 'reading', isOnline } : { kind: 'failed', sentence: problem };
}
