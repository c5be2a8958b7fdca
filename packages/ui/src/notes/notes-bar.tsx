// The line above the notes: search, which notes to show, and a new one.
import { Plus, Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';

export interface BoardFilter {
  readonly query: string;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
  /** Only notes with this tag. */
  readonly tag: string | null;
}

export interface NotesBarProps {
  readonly filter: BoardFilter;
  readonly onFilter: (filter: BoardFilter) => void;
  readonly onNew: () => void;
}

export function NotesBar({ filter, onFilter, onNew }: NotesBarProps) {
  const searchRef = useRef<HTMLInputElement>(null);
  const change = (part: Partial<BoardFilter>): void => onFilter({ ...filter, ...part });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || filter.query === '') return;
    event.stopPropagation();
    change({ query: '' });
  }

  return (
    <div className="notes-bar">
      <div className="field" role="search" aria-label="Notes">
        <Search className="icon" />
        <input
          ref={searchRef}
          type="text"
          aria-label="Search notes"
          placeholder={filter.isArchived ? 'Search the archive' : 'Search notes'}
          dir="auto"
          value={filter.query}
          onChange={(event) => change({ query: event.target.value })}
          onKeyDown={onKeyDown}
        />
        {filter.query !== '' && (
          <button
            type="button"
            className="icon-button is-small"
            aria-label="Clear search"
            onClick={() => {
              change({ query: '' });
              searchRef.current?.focus();
            }}
          >
            <X className="icon" />
          </button>
        )}
      </div>
      <div className="segmented" role="group" aria-label="Which notes">
        <Choice isOn={!filter.isPinned && !filter.isArchived} onChoose={() => change({ isPinned: false, isArchived: false })}>
          All
        </Choice>
        <Choice isOn={filter.isPinned} onChoose={() => change({ isPinned: true, isArchived: false })}>
          Pinned
        </Choice>
        <Choice isOn={filter.isArchived} onChoose={() => change({ isPinned: false, isArchived: true })}>
          Archive
        </Choice>
      </div>
      <button type="button" className="icon-button is-filled" aria-label="New note" title="New note" onClick={onNew}>
        <Plus className="icon" />
      </button>
    </div>
  );
}

function Choice({
  isOn,
  onChoose,
  children,
}: {
  readonly isOn: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button type="button" className={isOn ? 'is-on' : undefined} aria-pressed={isOn} onClick={onChoose}>
      {children}
    </button>
  );
}
