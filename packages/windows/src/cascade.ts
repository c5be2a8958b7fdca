// Where a new window goes: one step right and down of the last place taken, starting over where the display ends.
import type { Point, Rect, Size } from './geometry.ts';
import type { DeskRules } from './rules.ts';

/** The first place of the cascade at which no window in `taken` stands, as far as the area has any. */
export function cascadePlace(size: Size, taken: readonly Point[], area: Rect, rules: Pick<DeskRules, 'cascade'>): Rect {
  const { x, y, stepPx } = rules.cascade;
  // Each axis starts over for itself: on a low display the windows still walk to the right.
  const across = stepCount(x, size.width, area.x + area.width, stepPx);
  const down = stepCount(y, size.height, area.y + area.height, stepPx);
  const placeOf = (turn: number): Rect => ({ x: x + stepPx * (turn % across), y: y + stepPx * (turn % down), ...size });
  for (let turn = 0; turn < across * down; turn += 1) {
    const place = placeOf(turn);
    if (!taken.some((other) => other.x === place.x && other.y === place.y)) return place;
  }
  return placeOf(taken.length);
}

/** How many steps fit before the window would stick out at the far side; at least the first. */
function stepCount(from: number, length: number, end: number, stepPx: number): number {
  return Math.max(1, Math.floor((end - length - from) / stepPx) + 1);
}
