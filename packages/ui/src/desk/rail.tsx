// The launcher rail: one round button a pane, with its state as a mark and in its name. Drawn from descriptors, so it knows no pane.
import { useState } from 'react';
import { NamedIcon } from './icon.tsx';
import { KeyCaps } from './key-caps.tsx';

export interface RailItem {
  readonly id: string;
  /** Name of the icon. */
  readonly icon: string;
  readonly title: string;
  readonly isOpen: boolean;
  /** Its window is the focused one. */
  readonly isCurrent: boolean;
  readonly unreadCount: number;
  /** Key caps of its shortcut, in order. */
  readonly shortcut: readonly string[];
}

export interface RailProps {
  readonly items: readonly RailItem[];
  readonly onChoose: (id: string) => void;
}

export function Rail({ items, onChoose }: RailProps) {
  const [hintedId, setHintedId] = useState<string | null>(null);
  return (
    <nav className="rail" aria-label="Apps">
      {items.map((item) => (
        <div className="rail-slot" key={item.id}>
          <button
            type="button"
            className={`rail-item${item.isOpen ? ' is-open' : ''}${item.isCurrent ? ' is-current' : ''}`}
            aria-label={nameOf(item)}
            aria-current={item.isCurrent ? 'true' : undefined}
            onClick={() => onChoose(item.id)}
            onPointerEnter={() => setHintedId(item.id)}
            onPointerLeave={() => setHintedId(null)}
            onFocus={(event) => setHintedId(event.currentTarget.matches(':focus-visible') ? item.id : null)}
            onBlur={() => setHintedId(null)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setHintedId(null);
            }}
          >
            <NamedIcon name={item.icon} />
            <Badge item={item} />
          </button>
          {hintedId === item.id && (
            <div className="tooltip" role="tooltip">
              {item.title}
              <KeyCaps keys={item.shortcut} />
            </div>
          )}
        </div>
      ))}
    </nav>
  );
}

function Badge({ item }: { readonly item: RailItem }) {
  if (item.unreadCount > 0) return <span className="rail-count">{Math.min(item.unreadCount, 99)}</span>;
  return item.isOpen ? <span className="rail-badge" /> : null;
}

function nameOf({ title, isOpen, unreadCount }: RailItem): string {
  const states = [title];
  if (isOpen) states.push('open');
  if (unreadCount > 0) states.push(`${unreadCount} new`);
  return states.join(', ');
}
