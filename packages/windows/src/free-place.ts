// Where a note lands on a desk that is in use: where it covers and is covered least, looked for from the upper right.
import type { Rect, Size } from './geometry.ts';

/** How far apart the places are that are tried, and the air that is left around what stands there. */
const STEP_PX = 24;

/** The place in `area` that shares the least with `taken`; the first such from the upper right, downwards and then to the left. */
export function freePlace({ width, height }: Size, taken: readonly Rect[], area: Rect): Rect {
  const right = Math.max(area.x, area.x + area.width - width - STEP_PX);
  const bottom = Math.max(area.y, area.y + area.height - height);
  const top = Math.min(area.y + STEP_PX, bottom);
  let best: Rect = { x: right, y: top, width, height };
  let least = Number.POSITIVE_INFINITY;
  for (let x = right; x >= area.x; x -= STEP_PX) {
    for (let y = top; y <= bottom; y += STEP_PX) {
      const place = { x, y, width, height };
      const shared = taken.reduce((sum, other) => sum + sharedArea(place, other), 0);
      if (shared === 0) return place;
      if (shared < least) [best, least] = [place, shared];
    }
  }
  return best;
}

/** In square pixels, with the air around `other`. */
function sharedArea(place: Rect, other: Rect): number {
  const across = Math.min(place.x + place.width, other.x + other.width + STEP_PX) - Math.max(place.x, other.x - STEP_PX);
  const down = Math.min(place.y + place.height, other.y + other.height + STEP_PX) - Math.max(place.y, other.y - STEP_PX);
  return Math.max(0, across) * Math.max(0, down);
}
