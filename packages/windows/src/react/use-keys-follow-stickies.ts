// Keeps the page's focus with the notes: it goes to the note the keyboard chose, and on from one that is taken off the desk.
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusedId, isStickyId } from '../desk.ts';
import type { DeskStore } from './desk-store.ts';

export function useKeysFollowStickies(store: DeskStore, layerRef: RefObject<HTMLElement | null>): void {
  /** The note that gets the focus as soon as it is drawn. */
  const dueId = useRef<string | null>(null);

  useLayoutEffect(() => {
    const endEffects = store.onEffect((effect) => {
      if (effect.kind === 'move-focus' && isStickyId(effect.id))
        dueId.current = focus(layerRef.current, effect.id) ? null : effect.id;
    });
    const endState = store.view.subscribe(({ desk, stickies }, before) => {
      if (stickies === before.stickies) return;
      // Asked before the page changes: with the element the focus is gone.
      const id = focusedStickyId(layerRef.current);
      if (id === null || stickies.some((sticky) => sticky.id === id)) return;
      const next = desk.stickyStack.at(-1);
      if (next !== undefined) focus(layerRef.current, next);
      else focusWindow(layerRef.current, focusedId(desk));
    });
    return () => {
      endEffects();
      endState();
    };
  }, [store, layerRef]);

  useLayoutEffect(() => {
    if (dueId.current !== null && focus(layerRef.current, dueId.current)) dueId.current = null;
  });
}

function focusedStickyId(layer: HTMLElement | null): string | null {
  const slot = layer?.ownerDocument.activeElement?.closest<HTMLElement>('[data-sticky-id]') ?? null;
  return slot !== null && layer?.contains(slot) === true ? (slot.dataset['stickyId'] ?? null) : null;
}

/** Whether it is there to be focused. */
function focus(layer: HTMLElement | null, id: string): boolean {
  for (const slot of layer?.children ?? []) {
    if (!(slot instanceof HTMLElement) || slot.dataset['stickyId'] !== id) continue;
    slot.focus({ preventScroll: true });
    return true;
  }
  return false;
}

function focusWindow(layer: HTMLElement | null, id: string | null): void {
  const slots = layer?.ownerDocument.querySelectorAll<HTMLElement>('[data-window-id]') ?? [];
  for (const slot of slots) if (slot.dataset['windowId'] === id) slot.focus({ preventScroll: true });
}
