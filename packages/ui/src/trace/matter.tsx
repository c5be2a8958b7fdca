// Something that waits for the person, above everything else in the window: what it is, what is known, and what can be done.
import type { ReactNode } from 'react';
import { relativeTime } from '../chat/when.ts';

export interface MattersProps {
  /** As assistive technology names the part. */
  readonly label: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly isUncertain?: boolean;
  readonly children: ReactNode;
}

export function Matters({ label, title, icon, isUncertain = false, children }: MattersProps) {
  return (
    <section className={`matters${isUncertain ? ' is-uncertain' : ''}`} aria-label={label}>
      <h3>
        {icon}
        {title}
      </h3>
      <ul>{children}</ul>
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
          <bdi className="truncate">{head}</bdi>
          <time dateTime={since}>{relativeTime(since, nowMs)}</time>
        </span>
        <span className="matter-sentence" dir="auto">
          {sentence}
        </span>
      </button>
      {children}
    </li>
  );
}
