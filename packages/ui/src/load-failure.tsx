// What stands in a window whose contents did not come: a drawing, what happened, what to do, and the one button for it.
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';

export interface LoadFailureProps {
  readonly art: ReactNode;
  readonly title: string;
  readonly sentence: string;
  readonly onRetry: () => void;
  readonly className?: string;
}

export function LoadFailure({ art, title, sentence, onRetry, className = 'empty' }: LoadFailureProps) {
  return (
    <div className={className} role="alert">
      {art}
      <h3>{title}</h3>
      <p>{sentence}</p>
      <button type="button" className="button" onClick={onRetry}>
        <RotateCcw className="icon" />
        Try again
      </button>
    </div>
  );
}

/** The mark that every drawing of something broken carries, in the same place of its 132 by 104. */
export function BrokenMark() {
  return (
    <g fill="none" stroke="var(--error)" strokeLinecap="round">
      <circle cx="67" cy="64" r="13" fill="var(--surface-window)" strokeWidth="2" />
      <path d="M67 58v6.5M67 69.5v.1" strokeWidth="2.5" />
    </g>
  );
}
