// The frame around a pane: title bar, the controls that work, and the body. Where it lies is decided by the desk, not here.
import type { Point } from '@vos/windows';
import { Maximize2, Minimize2, Minus, X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { ArrangeHint } from './arrange-hint.tsx';
import { NamedIcon } from './icon.tsx';

export interface WindowFrameProps {
  readonly title: string;
  readonly icon: string;
  readonly isFocused: boolean;
  readonly isFullScreen: boolean;
  readonly isMinimised: boolean;
  /** Whether the arrow keys move it now. */
  readonly isArranging: boolean;
  /** Whether it is simply there at first, as after a reload, instead of coming from its rail item. */
  readonly startsStill: boolean;
  /** The point, from the window's own corner, that it comes from and goes to; null for its middle. */
  readonly originOf: () => Point | null;
  /** What the keys of its controls are called. */
  readonly shortcuts: { readonly minimise: string; readonly fullScreen: string; readonly close: string };
  readonly onMinimise: () => void;
  readonly onToggleFullScreen: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function WindowFrame(props: WindowFrameProps) {
  const { title, icon, isFocused, isFullScreen, isMinimised, isArranging, startsStill, originOf, shortcuts } = props;
  const { onMinimise, onToggleFullScreen, onClose, children } = props;
  const ref = useRef<HTMLElement>(null);
  const motion = useMotion(isMinimised, startsStill);
  const ResizeIcon = isFullScreen ? Minimize2 : Maximize2;

  useLayoutEffect(() => {
    if (ref.current === null || motion === 'still') return;
    const origin = originOf();
    ref.current.style.transformOrigin = origin === null ? '' : `${origin.x}px ${origin.y}px`;
  }, [motion, originOf]);

  const states = [
    'window',
    `is-${motion}`,
    ...(isFocused ? ['is-focused'] : []),
    ...(isFullScreen ? ['is-full-screen'] : []),
    ...(isArranging ? ['is-arranging'] : []),
  ];
  return (
    <section ref={ref} className={states.join(' ')} aria-label={title}>
      {/* A double click on a title bar is how people expect to enlarge a window; the button in it does the same by keyboard. */}
      <header
        className="window-bar"
        onDoubleClick={({ target }) => {
          if (!(target instanceof Element && target.closest('.window-controls'))) onToggleFullScreen();
        }}
      >
        <NamedIcon name={icon} />
        <h2 className="window-title truncate">{title}</h2>
        <div className="window-controls">
          <button
            type="button"
            className="window-control is-minimise"
            aria-label="Minimise"
            title={`Minimise (${shortcuts.minimise})`}
            onClick={onMinimise}
          >
            <Minus className="icon" />
          </button>
          <button
            type="button"
            className="window-control is-resize"
            aria-label={isFullScreen ? 'Leave full screen' : 'Full screen'}
            title={isFullScreen ? 'Leave full screen (Esc)' : `Full screen (${shortcuts.fullScreen})`}
            onClick={onToggleFullScreen}
          >
            <ResizeIcon className="icon" />
          </button>
          <button
            type="button"
            className="window-control is-close"
            aria-label="Close"
            title={`Close (${shortcuts.close})`}
            onClick={onClose}
          >
            <X className="icon" />
          </button>
        </div>
      </header>
      <div className="window-body">{children}</div>
      {isArranging && <ArrangeHint title={title} />}
    </section>
  );
}

/** `coming` and `going` move once, when they begin; a window that starts still or minimised has not moved yet. */
type Motion = 'still' | 'coming' | 'going';

function useMotion(isMinimised: boolean, startsStill: boolean): Motion {
  const [state, setState] = useState<{ readonly wasMinimised: boolean; readonly motion: Motion }>({
    wasMinimised: isMinimised,
    motion: startsStill || isMinimised ? 'still' : 'coming',
  });
  if (state.wasMinimised === isMinimised) return state.motion;
  const motion = isMinimised ? 'going' : 'coming';
  setState({ wasMinimised: isMinimised, motion });
  return motion;
}
