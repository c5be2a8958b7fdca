// Keeps the page's focus with the windows: keys never go to a window that is hidden, and they go where the keyboard chose.
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusedId, isStickyId } from '../desk.ts';
import type { DeskState, DeskStore } from './desk-store.ts';
import { useDesk } from './use-desk.ts';

/**
 * When the window that has the page's focus is closed or hidden, the one in front gets it. A window that merely comes to the
 * front takes nothing: it may have been opened by an agent while a person was writing somewhere else.
 */
export function useKeysFollowWindows(store: DeskStore, layerRef: RefObject<HTMLElement | null>): void {
  const isDue = useRef(false);
  const frontId = useDesk(store, ({ desk }) => focusedId(desk));

  useLayoutEffect(() => {
    const endState = store.view.subscribe((after, before) => {
      if (after.windows === before.windows) return;
      // Asked before the page changes: a hidden element has lost the focus already.
      const id = windowIdOf(layerRef.current);
      if (id === null || isShown(after.windows, id)) return;
      const front = focusedId(after.desk);
      if (front === focusedId(before.desk)) focusSlot(layerRef.current, front);
      else isDue.current = true;
    });
    const endEffects = store.onEffect((effect) => {
      if (effect.kind === 'move-focus' && !isStickyId(effect.id)) isDue.current = true;
    });
    return () => {
      endState();
      endEffects();
    };
  }, [store, layerRef]);

  // After the page changed: on a narrow display the window in front was hidden until now.
  useLayoutEffect(() => {
    if (isDue.current) focusSlot(layerRef.current, frontId);
    isDue.current = false;
  }, [layerRef, frontId]);
}

function isShown(windows: DeskState['windows'], id: string): boolean {
  return windows.some((view) => view.id === id && view.isShown);
}

/** The window in which the page's focus is. */
function windowIdOf(layer: HTMLElement | null): string | null {
  const slot = layer?.ownerDocument.activeElement?.closest<HTMLElement>('[data-window-id]') ?? null;
  return slot !== null && layer?.contains(slot) === true ? (slot.dataset['windowId'] ?? null) : null;
}

function focusSlot(layer: HTMLElement | null, id: string | null): void {
  for (const slot of layer?.children ?? []) {
    if (slot instanceof HTMLElement && slot.dataset['windowId'] === id) slot.focus({ preventScroll: true });
  }
}
