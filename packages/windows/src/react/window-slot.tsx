// The place of one window: where it stands, its handles, and the press that starts a drag. What is drawn in it comes from outside.
//
// react-rnd places the element, draws the handles and tells a press on the title bar from one on its buttons. Its own loops are
// not used: dragging would set state for every move, resizing would measure the page for every move, and neither can be cancelled.
import { memo, type PointerEvent, type ReactNode, useMemo, useRef } from 'react';
import { Rnd } from 'react-rnd';
import { useStore } from 'zustand';
import type { Grip } from '../gesture.ts';
import type { WindowView } from '../view.ts';
import type { DeskStore } from './desk-store.ts';
import { type DragStart, followPointer } from './pointer-drag.ts';
import { handleClasses, handleStyles } from './resize-handles.ts';

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

type Press = Omit<DragStart, 'windowId' | 'grip'>;

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

function PlacedWindow(props: PlacedWindowProps) {
  const { store, view, layer, renderFrame, renderContent, titleBarClassName, controlsSelector } = props;
  const { id, paneId, rect, isFocused, isShown, isMovable } = view;
  const press = useRef<Press | null>(null);
  const content = useMemo(() => renderContent({ id, paneId }), [renderContent, id, paneId]);

  function show(): void {
    if (!isFocused) store.dispatch({ kind: 'show', id });
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const { pointerId, clientX: x, clientY: y, target, currentTarget: element } = event;
    press.current = event.button === 0 && target instanceof Element ? { pointerId, x, y, target, element } : null;
    show();
  }

  /** Takes up the pointer that went down last, once: a finger is followed by the mouse events that imitate it. */
  function begin(grip: Grip): false {
    if (press.current !== null) followPointer(store, { windowId: id, grip, ...press.current });
    press.current = null;
    return false;
  }

  return (
    <Rnd
      className="window-slot"
      data-window-id={id}
      tabIndex={-1}
      inert={!isShown}
      style={{ ...slotStyle, zIndex: layer, visibility: isShown ? 'visible' : 'hidden' }}
      position={rect}
      size={rect}
      disableDragging={!isMovable}
      enableResizing={isMovable}
      // It would add a style element, which the page's content security policy forbids.
      enableUserSelectHack={false}
      dragHandleClassName={titleBarClassName}
      cancel={controlsSelector}
      resizeHandleStyles={handleStyles}
      resizeHandleClasses={handleClasses}
      onPointerDownCapture={onPointerDown}
      onFocusCapture={show}
      onDragStart={() => begin('title')}
      onResizeStart={(_event, handle) => begin(handle)}
    >
      <div style={contentStyle}>
        <DrawnWindow view={view} content={content} renderFrame={renderFrame} />
      </div>
    </Rnd>
  );
}

interface DrawnWindowProps extends Pick<WindowDrawing, 'renderFrame'> {
  readonly view: WindowView;
  readonly content: ReactNode;
}

const DrawnWindow = memo(function DrawnWindow({ view, content, renderFrame }: DrawnWindowProps) {
  return renderFrame(view, content);
});

/** What changes inside a window lays out nothing outside of it. */
const slotStyle = { pointerEvents: 'auto', contain: 'layout style' } as const;

/** Keeps the frame's own layers below the handles. */
const contentStyle = { position: 'absolute', inset: 0, isolation: 'isolate' } as const;
