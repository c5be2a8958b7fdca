// The board of the notes window: cards in as many columns as fit, or why there are none.
import type { NoteSummary } from '@vos/protocol/entities';
import type { Clock } from '@vos/base';
import { CloudOff, Plus, X } from 'lucide-react';
import { useNow } from '../chat/use-now.ts';
import { NoteCard } from './note-card.tsx';
import { type BoardFilter, NotesBar } from './notes-bar.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { NotesArt } from './notes-art.tsx';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

/** How often “5m ago” can change. */
const AGE_INTERVAL_MS = 60_000;

export type NotesLoading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly sentence: string };

export interface NotesBoardProps {
  readonly notes: readonly NoteSummary[];
  /** How many fit in all. */
  readonly total: number;
  readonly filter: BoardFilter;
  readonly loading: NotesLoading;
  readonly isOffline: boolean;
  /** Notes that were written but not saved yet. */
  readonly unsaved: readonly { readonly id: string; readonly title: string }[];
  /** Why the last note that was chosen did not open. */
  readonly openProblem: string | null;
  /** The note that was just closed. */
  readonly returnedToId: string | null;
  /** The notes that lie on the desk. */
  readonly onDeskIds: ReadonlySet<string>;
  readonly onFilter: (filter: BoardFilter) => void;
  readonly onNew: () => void;
  readonly onOpen: (id: string) => void;
  readonly onPin: (note: NoteSummary, isPinned: boolean) => void;
  readonly onArchive: (note: NoteSummary, isArchived: boolean) => void;
  readonly onDesk: (note: NoteSummary, isOnDesk: boolean) => void;
  readonly onRemove: (note: NoteSummary) => void;
  readonly onMore: () => void;
  readonly onReload: () => void;
  readonly clock: Clock;
}

export function NotesBoard(props: NotesBoardProps) {
  const { notes, total, filter, loading, isOffline, unsaved, openProblem, onFilter, onNew, onOpen, onMore, clock } = props;
  const nowMs = useNow(clock, AGE_INTERVAL_MS);
  return (
    <div className="notes">
      <NotesBar filter={filter} onFilter={onFilter} onNew={onNew} />
      {filter.tag !== null && (
        <p className="notes-tagged">
          Tagged <Words className="note-tag">{filter.tag}</Words>
          <button
            type="button"
            className="icon-button is-small"
            aria-label="Show notes with any tag"
            onClick={() => onFilter({ ...filter, tag: null })}
          >
            <X className="icon" />
          </button>
        </p>
      )}
      <div role="status">
        {isOffline && (
          <p className="notes-line">
            <CloudOff className="icon" />
            No connection. These notes are as they were; what you write is kept and saved when it is back.
          </p>
        )}
        {openProblem !== null && <p className="notes-line">{openProblem}</p>}
        {unsaved.map(({ id, title }) => (
          <p className="notes-line" key={id}>
            <span className="truncate">
              “<Words>{title}</Words>” is not saved yet.
            </span>
            <button type="button" className="button is-small is-quiet" onClick={() => onOpen(id)}>
              Look at it
            </button>
          </p>
        ))}
      </div>
      {notes.length === 0 ? (
        <NoNotes {...props} />
      ) : (
        <div className="notes-scroll">
          <ul className="notes-grid" aria-label={listLabel(filter)}>
            {notes.map((note) => (
              <NoteCard
                key={note.id}
                note={note}
                nowMs={nowMs}
                isReturnedTo={note.id === props.returnedToId}
                onOpen={() => onOpen(note.id)}
                onPin={(isPinned) => props.onPin(note, isPinned)}
                isOnDesk={props.onDeskIds.has(note.id)}
                onDesk={(isOnDesk) => props.onDesk(note, isOnDesk)}
                onArchive={(isArchived) => props.onArchive(note, isArchived)}
                onRemove={() => props.onRemove(note)}
                onTag={(tag) => onFilter({ ...filter, tag })}
              />
            ))}
          </ul>
          {(total > notes.length || filter.query.trim() !== '') && (
            <p className="notes-count">
              {countWords(notes.length, total, filter)}
              {total > notes.length && (
                <button type="button" className="button is-small" disabled={loading.kind === 'loading'} onClick={onMore}>
                  Show more
                </button>
              )}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function NoNotes({ filter, loading, onNew, onFilter, onReload }: NotesBoardProps) {
  if (loading.kind === 'loading') return <div className="empty" role="status" aria-label="Reading your notes" />;
  if (loading.kind === 'failed') {
    return (
      <LoadFailure
        art={<NotesArt isBroken />}
        title="The notes could not be read"
        sentence={loading.sentence}
        onRetry={onReload}
      />
    );
  }
  const isNarrowed = filter.query.trim() !== '' || filter.tag !== null;
  if (isNarrowed) {
    return (
      <div className="empty">
        <NotesArt isBroken={false} />
        <h3>No notes found</h3>
        <p>
          {filter.isArchived
            ? 'Try other words, or look among the notes that are not archived.'
            : 'Try other words, or look in the archive.'}
        </p>
        <button type="button" className="button" onClick={() => onFilter({ ...filter, query: '', tag: null })}>
          Show all
        </button>
      </div>
    );
  }
  if (filter.isArchived) {
    return (
      <div className="empty">
        <NotesArt isBroken={false} />
        <h3>Nothing in the archive</h3>
        <p>A note you archive leaves the board and can be found here.</p>
      </div>
    );
  }
  if (filter.isPinned) {
    return (
      <div className="empty">
        <NotesArt isBroken={false} />
        <h3>No pinned notes</h3>
        <p>Pin a note from its menu to find it here.</p>
      </div>
    );
  }
  return (
    <div className="empty">
      <NotesArt isBroken={false} />
      <h3>No notes yet</h3>
      <p>Write one here, or say “note that …” and VOS will.</p>
      <button type="button" className="button" onClick={onNew}>
        <Plus className="icon" />
        New note
      </button>
    </div>
  );
}

function listLabel({ query, isPinned, isArchived }: BoardFilter): string {
  const which = isArchived ? 'Archived notes' : isPinned ? 'Pinned notes' : 'Notes';
  return query.trim() === '' ? which : `${which} found for “${harmless(query.trim())}”`;
}

function countWords(shown: number, total: number, { query }: BoardFilter): string {
  if (shown < total) return `${shown} of ${total} notes`;
  return query.trim() === '' ? `${total} notes` : `${total} found`;
}
