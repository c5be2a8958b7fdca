// Something that waits for the person, above everything else in the window: what it is, what is known, and what can be done.
import { Children, type ReactNode, useId, useState } from 'react';
import { relativeTime } from '../chat/when.ts';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

export interface MattersProps {
  /** As assistive technology names the part. */
  readonly label: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly isUncertain?: boolean;
  /** What can be done with all of them. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** More than these are shown when the person asks for them, so that the requests below keep their room. */
const FOLDED_COUNT = 2;

export function Matters({ label, title, icon, isUncertain = false, actions, children }: MattersProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const listId = useId();
  const matters = Children.toArray(children);
  return (
    <section className={`matters${isUncertain ? ' is-uncertain' : ''}`} aria-label={label}>
      <header className="matters-head">
        <h3>
          {icon}
          {title}
        </h3>
        <span className="matters-actions">
          {matters.length > FOLDED_COUNT && (
            <button
              type="button"
              className="button is-small is-quiet"
              aria-expanded={isUnfolded}
              aria-controls={listId}
              onClick={() => setIsUnfolded(!isUnfolded)}
            >
              {isUnfolded ? 'Show fewer' : 'Show all'}
            </button>
          )}
          {actions}
        </span>
      </header>
      {/* It can be focused because a scrolled region must be reachable by keyboard. */}
      <ul id={listId} aria-label={title} tabIndex={isUnfolded ? 0 : undefined}>
        {isUnfolded ? matters : matters.slice(0, FOLDED_COUNT)}
      </ul>
    </section>
  );
}

export interface MatterProps {
  readonly head: string;
  /** ISO 8601. */
  readonly since: string;
  readonly sentence: string;
  readonly nowMs: number;
  /** Shows the request it belongs to. */
  readonly onShow: () => void;
  /** What can be done with it. */
  readonly children: ReactNode;
}

export function Matter({ head, since, sentence, nowMs, onShow, children }: MatterProps) {
  return (
    <li className="matter">
      <button type="button" className="matter-words" onClick={onShow}>
        <span className="matter-head">
          <Words className="truncate" title={head}>
            {head}
          </Words>
          <time dateTime={since}>{relativeTime(since, nowMs)}</time>
        </span>
        <span className="matter-sentence" dir="auto">
          {harmless(sentence)}
        </span>
      </button>
      <span className="matter-actions">{children}</span>
    </li>
  );
}
