// A note as paper, and several as rows.
import type { Note, NoteSummary } from '@vos/protocol/entities';
import { Archive, Pin } from 'lucide-react';
import { useState } from 'react';
import { useReach } from '../chat/reach.ts';
import { relativeTime } from '../chat/when.ts';
import { NotePreview } from '../notes/note-preview.tsx';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

const SHOWN_NOTES = 6;
const SHOWN_TAGS = 3;
/** More than the lines a card shows; the rest is in the note itself. */
const EXCERPT_CHARACTERS = 500;

export function NoteBody({ note, nowMs }: { readonly note: Note; readonly nowMs: number }) {
  return (
    <div className="tool-body">
      <section className={`note is-${note.color}`} aria-label={`Note: ${titleOf(note)}`}>
        <h4 className="note-title">
          <Words>{titleOf(note)}</Words>
          <NoteMarks note={note} />
        </h4>
        <NotePreview text={note.content.slice(0, EXCERPT_CHARACTERS)} title={titleOf(note)} />
        <p className="note-foot">
          {note.tags.slice(0, SHOWN_TAGS).map((tag) => (
            <Words className="note-tag" key={tag}>
              {tag}
            </Words>
          ))}
          <span className="spacer" />
          <time dateTime={note.updatedAt}>{relativeTime(note.updatedAt, nowMs)}</time>
        </p>
      </section>
    </div>
  );
}

interface NotesBodyProps {
  readonly notes: readonly NoteSummary[];
  readonly total: number;
  readonly nowMs: number;
}

export function NotesBody({ notes, total, nowMs }: NotesBodyProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const tabIndex = useReach();
  if (notes.length === 0) return <p className="tool-body tool-nothing">No notes found.</p>;
  const shown = isUnfolded ? notes : notes.slice(0, SHOWN_NOTES);
  return (
    <div className="tool-body">
      <ul className="note-rows" aria-label={`${total} ${total === 1 ? 'note' : 'notes'}`}>
        {shown.map((note) => (
          <li key={note.id}>
            <span className={`note-swatch is-${note.color}`} />
            <Words className="note-row-title">{titleOf(note)}</Words>
            <Words className="note-row-text">{note.preview.trim() === note.title ? '' : firstLine(note.preview)}</Words>
            <NoteMarks note={note} />
            <time dateTime={note.updatedAt}>{relativeTime(note.updatedAt, nowMs)}</time>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <div className="tool-more">
          <span>and {(total - shown.length).toLocaleString('en')} more</span>
          {notes.length > shown.length && (
            <button type="button" className="button is-small is-quiet" tabIndex={tabIndex} onClick={() => setIsUnfolded(true)}>
              {notes.length === total ? 'Show all' : `Show ${notes.length - shown.length} of them`}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function NoteMarks({ note }: { readonly note: Pick<Note, 'isArchived' | 'isPinned'> }) {
  if (note.isArchived) return <Archive className="icon" role="img" aria-hidden="false" aria-label="Archived" />;
  if (note.isPinned) return <Pin className="icon" role="img" aria-hidden="false" aria-label="Pinned" />;
  return null;
}

function titleOf({ title }: Pick<Note, 'title'>): string {
  return title.trim() === '' ? 'Untitled' : harmless(title);
}

function firstLine(content: string): string {
  return content.trim().split('\n', 1)[0]?.slice(0, EXCERPT_CHARACTERS) ?? '';
}
