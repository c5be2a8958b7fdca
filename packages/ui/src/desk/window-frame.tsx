// The frame around a pane: title bar, the controls that work, and the body. Where it lies is decided by the desk, not here.
import { Maximize2, Minimize2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { NamedIcon } from './icon.tsx';

export interface WindowFrameProps {
  readonly title: string;
  readonly icon: string;
  readonly isFocused: boolean;
  readonly isFullScreen: boolean;
  readonly onToggleFullScreen: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function WindowFrame({ title, icon, isFocused, isFullScreen, onToggleFullScreen, onClose, children }: WindowFrameProps) {
  const ResizeIcon = isFullScreen ? Minimize2 : Maximize2;
  return (
    <section className={`window${isFocused ? ' is-focused' : ''}${isFullScreen ? ' is-full-screen' : ''}`} aria-label={title}>
      {/* A double click on a title bar is how people expect to enlarge a window; the button beside it does the same by keyboard. */}
      <header className="window-bar" onDoubleClick={onToggleFullScreen}>
        <NamedIcon name={icon} />
        <h2 className="window-title">{title}</h2>
        <div className="window-controls">
          <button
            type="button"
            className="window-control is-resize"
            aria-label={isFullScreen ? 'Leave full screen' : 'Full screen'}
            title={isFullScreen ? 'Leave full screen (Esc)' : 'Full screen'}
            onClick={onToggleFullScreen}
          >
            <ResizeIcon className="icon" />
          </button>
          <button type="button" className="window-control is-close" aria-label="Close" title="Close" onClick={onClose}>
            <X className="icon" />
          </button>
        </div>
      </header>
      <div className="window-body">{children}</div>
    </section>
  );
}
