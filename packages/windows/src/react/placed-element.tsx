// The place of a window or a note: where it stands, its handles, and the press that starts a drag. What is drawn in it comes from outside.
//
// react-rnd places the element, draws the handles and tells a press on the title bar from one on its buttons. Its own loops are
// not used: dragging would set state for every move, resizing would measure the page for every move, and neither can be cancelled.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { Rnd } from 'react-rnd';
import type { Rect } from '../geometry.ts';
import type { Grip } from '../gesture.ts';
import type { DeskStore } from './desk-store.ts';
import { type DragStart, followPointer } from './pointer-drag.ts';
import { handleClasses, handleStyles } from './resize-handles.ts';

export interface PlacedElementProps {
  readonly store: DeskStore;
  readonly id: string;
  readonly rect: Rect;
  readonly isShown: boolean;
  readonly isMovable: boolean;
  readonly className: string;
  /** By which the page and tests find it, such as `data-window-id`. */
  readonly attribute: string;
  readonly style: CSSProperties;
  /** The class of what it is dragged by. */
  readonly titleBarClassName: string;
  /** What in the title bar is pressed for itself and does not move it. */
  readonly controlsSelector: string;
  /** It was pressed, or something in it got the keys. */
  readonly onShow: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

type Press = Omit<DragStart, 'id' | 'grip'>;

export function PlacedElement(props: PlacedElementProps) {
  const { store, id, rect, isShown, isMovable, onShow, onKeyDown, children } = props;
  const press = useRef<Press | null>(null);

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const { pointerId, clientX: x, clientY: y, target, currentTarget: element } = event;
    press.current = event.button === 0 && target instanceof Element ? { pointerId, x, y, target, element } : null;
    onShow();
  }

  /** Takes up the pointer that went down last, once: a finger is followed by the mouse events that imitate it. */
  function begin(grip: Grip): false {
    if (press.current !== null) followPointer(store, { id, grip, ...press.current });
    press.current = null;
    return false;
  }

  return (
    <Rnd
      className={props.className}
      {...{ [props.attribute]: id }}
      tabIndex={-1}
      inert={!isShown}
      style={{ ...placedStyle, ...props.style, visibility: isShown ? 'visible' : 'hidden' }}
      position={rect}
      size={rect}
      disableDragging={!isMovable}
      enableResizing={isMovable}
      // It would add a style element, which the page's content security policy forbids.
      enableUserSelectHack={false}
      dragHandleClassName={props.titleBarClassName}
      cancel={props.controlsSelector}
      resizeHandleStyles={handleStyles}
      resizeHandleClasses={handleClasses}
      onPointerDownCapture={onPointerDown}
      onFocusCapture={onShow}
      {...(onKeyDown === undefined ? {} : { onKeyDown })}
      onDragStart={() => begin('title')}
      onResizeStart={(_event, handle) => begin(handle)}
    >
      <div style={contentStyle}>{children}</div>
    </Rnd>
  );
}

/** What changes inside lays out nothing outside of it. */
const placedStyle = { pointerEvents: 'auto', contain: 'layout style' } as const;

/** Keeps the frame's own layers below the handles. */
const contentStyle = { position: 'absolute', inset: 0, isolation: 'isolate' } as const;
