// Whether enough of a window can be seen that what comes in it is not missed. Pure.
import type { Rect } from '@vos/windows';

/** Less than this cannot be read at a glance, and the window comes to the front instead. */
const SEEN_SHARE = 0.6;

/** So many points across and down are looked at: a few percent of a window between them. */
const POINTS = 20;

export interface SeenWindow {
  readonly id: string;
  readonly rect: Rect;
  readonly isShown: boolean;
}

/** `stack` holds the ids from back to front. False for a window that is not there. */
export function isMostlyInView(id: string, windows: readonly SeenWindow[], stack: readonly string[]): boolean {
  const window = windows.find((candidate) => candidate.id === id);
  if (window === undefined || !window.isShown) return false;
  const above = windows.filter((other) => other.isShown && stack.indexOf(other.id) > stack.indexOf(id));
  let seenCount = 0;
  for (let row = 0; row < POINTS; row += 1) {
    for (let column = 0; column < POINTS; column += 1) {
      const x = window.rect.x + ((column + 0.5) / POINTS) * window.rect.width;
      const y = window.rect.y + ((row + 0.5) / POINTS) * window.rect.height;
      if (!above.some(({ rect }) => isIn(rect, x, y))) seenCount += 1;
    }
  }
  return seenCount >= SEEN_SHARE * POINTS * POINTS;
}

function isIn(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}
