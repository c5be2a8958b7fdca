// A note as a piece of paper on the board. The whole card opens it; the menu holds what else can be done.
import type { NoteSummary } from '@vos/protocol/entities';
import { Archive, ArchiveRestore, Pin, PinOff, StickyNote, StickyNoteOff, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { fullTime, relativeTime } from '../chat/when.ts';
import { CardMenu } from './card-menu.tsx';
import { NotePreview } from './note-preview.tsx';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

const SHOWN_TAGS = 2;

export interface NoteCardProps {
  readonly note: NoteSummary;
  readonly nowMs: number;
  /** Puts the focus here: the note was just closed. */
  readonly isReturnedTo: boolean;
  readonly isOnDesk: boolean;
  readonly onOpen: () => void;
  readonly onPin: (isPinned: boolean) => void;
  readonly onArchive: (isArchived: boolean) => void;
  /** Puts it on the desk or takes it off. */
  readonly onDesk: (isOnDesk: boolean) => void;
  readonly onRemove: () => void;
  readonly onTag: (tag: string) => void;
}

export function NoteCard(props: NoteCardProps) {
  const { note, nowMs, isReturnedTo, isOnDesk, onOpen, onPin, onArchive, onDesk, onRemove, onTag } = props;
  const openRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReturnedTo) openRef.current?.focus();
  }, [isReturnedTo]);
  const { title, tags, isPinned, isArchived, updatedAt, color } = note;
  return (
    <li className="note-cell">
      <article className={`note note-card is-${color}`}>
        <h3 className="note-title">
          <button type="button" ref={openRef} className="note-open" onClick={onOpen}>
            <Words>{title}</Words>
          </button>
          {isPinned && <Pin className="icon" role="img" aria-hidden="false" aria-label="Pinned" />}
        </h3>
        <NotePreview text={note.preview} title={title} />
        <p className="note-foot">
          {tags.slice(0, SHOWN_TAGS).map((tag) => (
            <button
              type="button"
              className="note-tag"
              key={tag}
              aria-label={`Show notes tagged ${harmless(tag)}`}
              onClick={() => onTag(tag)}
            >
              <Words>{tag}</Words>
            </button>
          ))}
          {tags.length > SHOWN_TAGS && (
            <span title={harmless(tags.slice(SHOWN_TAGS).join(', '))}>+{tags.length - SHOWN_TAGS}</span>
          )}
          <span className="spacer" />
          <time dateTime={updatedAt} title={fullTime(updatedAt)}>
            {relativeTime(updatedAt, nowMs)}
          </time>
        </p>
      </article>
      <CardMenu
        label={`More for ${harmless(title)}`}
        items={[
          {
            label: isOnDesk ? 'Take off the desk' : 'Put on the desk',
            icon: isOnDesk ? StickyNoteOff : StickyNote,
            run: () => onDesk(!isOnDesk),
          },
          { label: isPinned ? 'Unpin' : 'Pin', icon: isPinned ? PinOff : Pin, run: () => onPin(!isPinned) },
          {
            label: isArchived ? 'Take out of the archive' : 'Archive',
            icon: isArchived ? ArchiveRestore : Archive,
            run: () => onArchive(!isArchived),
          },
          { label: 'Delete', icon: Trash2, isDangerous: true, run: onRemove },
        ]}
      />
    </li>
  );
}
