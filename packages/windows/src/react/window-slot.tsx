// The place of one window in the layer of windows, around what comes from outside: its frame, and in it what the window shows.
import { memo, type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import type { WindowView } from '../view.ts';
import type { DeskStore } from './desk-store.ts';
import { PlacedElement } from './placed-element.tsx';

export interface WindowDrawing {
  /** The frame with its title bar and controls, around `content`. Drawn again when the window's view changes. */
  readonly renderFrame: (view: WindowView, content: ReactNode) => ReactNode;
  /** What the window shows. Called once a window; it is drawn again only by its own state. */
  readonly renderContent: (view: Pick<WindowView, 'id' | 'paneId'>) => ReactNode;
  /** The class of the title bar in the frame. */
  readonly titleBarClassName: string;
  /** What in the title bar is pressed for itself and does not move the window. */
  readonly controlsSelector: string;
}

export interface WindowSlotProps extends WindowDrawing {
  readonly store: DeskStore;
  readonly id: string;
}

export const WindowSlot = memo(function WindowSlot({ store, id, ...drawing }: WindowSlotProps) {
  const view = useStore(store.view, ({ windows }) => windows.find((candidate) => candidate.id === id));
  const layer = useStore(store.view, ({ desk }) => desk.stack.indexOf(id));
  // Between the desk's change and the layer's next render a window may be gone already.
  return view === undefined ? null : <PlacedWindow store={store} view={view} layer={layer} {...drawing} />;
});

interface PlacedWindowProps extends WindowDrawing {
  readonly store: DeskStore;
  readonly view: WindowView;
  /** Its place from the back, counted from 0. */
  readonly layer: number;
}

function PlacedWindow({ store, view, layer, renderFrame, renderContent, ...bar }: PlacedWindowProps) {
  const { id, paneId, rect, isFocused, isShown, isMovable } = view;
  const content = useMemo(() => renderContent({ id, paneId }), [renderContent, id, paneId]);
  return (
    <PlacedElement
      store={store}
      id={id}
      rect={rect}
      isShown={isShown}
      isMovable={isMovable}
      className="window-slot"
      attribute="data-window-id"
      style={{ zIndex: layer }}
      {...bar}
      onShow={() => {
        if (!isFocused) store.dispatch({ kind: 'show', id });
      }}
    >
      <DrawnWindow view={view} content={content} renderFrame={renderFrame} />
    </PlacedElement>
  );
}

interface DrawnWindowProps extends Pick<WindowDrawing, 'renderFrame'> {
  readonly view: WindowView;
  readonly content: ReactNode;
}

const DrawnWindow = memo(function DrawnWindow({ view, content, renderFrame }: DrawnWindowProps) {
  return renderFrame(view, content);
});
