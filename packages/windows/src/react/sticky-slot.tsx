// The place of one note on the desk. Its upper edge drags it; so do the arrow keys while the note itself or its grip has the focus.
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import { stepByKey } from '../step-by-key.ts';
import type { StickyView } from '../view.ts';
import type { DeskStore } from './desk-store.ts';
import { PlacedElement } from './placed-element.tsx';

export interface StickyDrawing {
  /** What is on the note. Called once a note; it is drawn again only by its own state. */
  readonly renderNote: (noteId: string) => ReactNode;
  /** The class of its upper edge. */
  readonly titleBarClassName: string;
  /** What in the upper edge is pressed for itself and does not move the note. */
  readonly controlsSelector: string;
  /** What in it hands the arrow keys to the desk. */
  readonly gripSelector: string;
}

export interface StickySlotProps extends StickyDrawing {
  readonly store: DeskStore;
  readonly view: StickyView;
}

export const StickySlot = memo(function StickySlot({ store, view, renderNote, gripSelector, ...bar }: StickySlotProps) {
  const { id, noteId, rect } = view;
  const order = useStore(store.view, ({ desk }) => desk.stickyStack.indexOf(id));
  const note = useMemo(() => renderNote(noteId), [renderNote, noteId]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target, currentTarget, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey || !(target instanceof Element)) return;
    if (target !== currentTarget && !target.matches(gripSelector)) return;
    const step = stepByKey(id, event);
    if (step === null) return;
    event.preventDefault();
    store.dispatch(step);
  }

  return (
    <PlacedElement
      store={store}
      id={id}
      rect={rect}
      isShown
      isMovable
      className="sticky-slot"
      attribute="data-sticky-id"
      // The style sheet makes a layer of it: one that is used comes before the windows.
      style={{ '--sticky-order': order } as CSSProperties}
      {...bar}
      onShow={() => store.dispatch({ kind: 'show', id })}
      onKeyDown={onKeyDown}
    >
      {note}
    </PlacedElement>
  );
});
