// The launcher rail: one round button a pane, with its state as a mark and in its name. Drawn from descriptors, so it knows no pane.
import type { RailState } from '@vos/windows';
import { type ReactNode, useState } from 'react';
import { NamedIcon } from './icon.tsx';
import { waitingWords } from '../waiting-words.ts';
import { KeyCaps } from './key-caps.tsx';

export interface RailItem {
  readonly id: string;
  /** Name of the icon. */
  readonly icon: string;
  readonly title: string;
  readonly state: RailState;
  readonly unreadCount: number;
  /** What waits for the person in it and cannot be seen. */
  readonly waitingCount: number;
  readonly isAtFoot: boolean;
  /** Key caps of its shortcut, in order. */
  readonly shortcut: readonly string[];
}

export interface RailProps {
  readonly items: readonly RailItem[];
  readonly onChoose: (id: string) => void;
  /** The item at the foot that says what the keyboard can do. */
  readonly help: { readonly title: string; readonly shortcut: readonly string[]; readonly onChoose: () => void };
}

export function Rail({ items, onChoose, help }: RailProps) {
  const [hintedId, setHintedId] = useState<string | null>(null);
  const button = (item: RailItem): ReactNode => (
    <RailButton
      key={item.id}
      item={item}
      isHinted={hintedId === item.id}
      onHint={(isHinted) => setHintedId(isHinted ? item.id : null)}
      onChoose={() => onChoose(item.id)}
    />
  );
  return (
    <nav className="rail" aria-label="Apps">
      {items.filter(({ isAtFoot }) => !isAtFoot).map(button)}
      <span className="spacer" />
      {items.filter(({ isAtFoot }) => isAtFoot).map(button)}
      <div className="rail-help">
        <RailButton
          item={{ ...help, id: HELP_ID, icon: 'keyboard', state: 'closed', unreadCount: 0, waitingCount: 0, isAtFoot: true }}
          isHinted={hintedId === HELP_ID}
          onHint={(isHinted) => setHintedId(isHinted ? HELP_ID : null)}
          onChoose={help.onChoose}
        />
      </div>
    </nav>
  );
}

/** No pane is called so. */
const HELP_ID = '?';

interface RailButtonProps {
  readonly item: RailItem;
  readonly isHinted: boolean;
  readonly onHint: (isHinted: boolean) => void;
  readonly onChoose: () => void;
}

function RailButton({ item, isHinted, onHint, onChoose }: RailButtonProps) {
  const { id, icon, title, state, shortcut } = item;
  return (
    <div className="rail-slot">
      <button
        type="button"
        className={`rail-item is-${state}`}
        data-rail-item={id}
        aria-label={nameOf(item)}
        aria-current={state === 'current' ? 'true' : undefined}
        onClick={onChoose}
        onPointerEnter={() => onHint(true)}
        onPointerLeave={() => onHint(false)}
        onFocus={(event) => onHint(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => onHint(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onHint(false);
        }}
      >
        <NamedIcon name={icon} />
        <Badge item={item} />
      </button>
      {isHinted && (
        <div className="tooltip" role="tooltip">
          {title}
          <KeyCaps keys={shortcut} />
        </div>
      )}
    </div>
  );
}

function Badge({ item: { state, unreadCount, waitingCount } }: { readonly item: RailItem }) {
  const count = unreadCount + waitingCount;
  if (count > 0) return <span className="rail-count">{Math.min(count, 99)}</span>;
  if (state === 'minimised') return <span className="rail-badge is-minimised" />;
  return state === 'closed' ? null : <span className="rail-badge" />;
}

function nameOf({ title, state, unreadCount, waitingCount }: RailItem): string {
  const states = [title];
  if (state !== 'closed') states.push(state === 'minimised' ? 'minimised' : 'open');
  if (unreadCount > 0) states.push(`${unreadCount} new`);
  if (waitingCount > 0) states.push(waitingWords(waitingCount));
  return states.join(', ');
}
