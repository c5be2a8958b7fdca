// What just happened, at the lower right, with the way back where there is one.
import { X } from 'lucide-react';
import { NamedIcon } from './icon.tsx';
import { harmless } from '../harmless.ts';

export interface ToastProps {
  readonly toast: {
    readonly number: number;
    readonly icon: string;
    readonly title: string;
    readonly line?: string;
    readonly action?: { readonly label: string; readonly run: () => void };
  } | null;
  readonly onDismiss: () => void;
  /** A pointer or the focus is on it, so it should stay. */
  readonly onHold: () => void;
  readonly onRelease: () => void;
}

/** The region stays in the page, so that what comes into it is read out. */
export function Toast({ toast, onDismiss, onHold, onRelease }: ToastProps) {
  return (
    <div className="toast-region" role="status">
      {toast !== null && (
        <div
          key={toast.number}
          className="toast"
          onPointerEnter={onHold}
          onPointerLeave={onRelease}
          onFocus={onHold}
          onBlur={onRelease}
        >
          <span className="agent-mark">
            <NamedIcon name={toast.icon} />
          </span>
          <div className="toast-text">
            <p className="toast-title">{harmless(toast.title)}</p>
            {toast.line !== undefined && <p className="toast-line">{harmless(toast.line)}</p>}
          </div>
          {toast.action !== undefined && (
            <button type="button" className="button is-small" onClick={toast.action.run}>
              {toast.action.label}
            </button>
          )}
          <button type="button" className="icon-button is-small" aria-label="Dismiss" title="Dismiss" onClick={onDismiss}>
            <X className="icon" />
          </button>
        </div>
      )}
    </div>
  );
}
