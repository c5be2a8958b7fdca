// Where a window or a note stands on the display there is, and whether it can be moved there. Follows from the desk; nothing is kept.
import { type Desk, type DeskWindow, isStickyId, type Sticky, stickyOf, windowOf } from './desk.ts';
import { fit, type Rect, type Size } from './geometry.ts';
import { type DeskRules, isNarrow, sizesOf, stickyArea, workArea } from './rules.ts';

/** Everything that moving and stretching go by. */
export interface Standing {
  readonly wanted: Rect;
  readonly rect: Rect;
  readonly area: Rect;
  readonly minimum: Size;
  readonly isMovable: boolean;
}

/** Of the window or sticky of that id; null if there is none. */
export function standingOf(desk: Desk, id: string, rules: DeskRules): Standing | null {
  if (isStickyId(id)) {
    const sticky = stickyOf(desk, id);
    if (sticky === undefined) return null;
    const { minimum } = rules.stickies;
    const rect = stickyRect(desk, sticky, rules);
    return { wanted: sticky.wanted, rect, area: stickyArea(desk.display, rules), minimum, isMovable: true };
  }
  const window = windowOf(desk, id);
  if (window === undefined) return null;
  return {
    wanted: window.wanted,
    rect: standingRect(desk, window, rules),
    area: workArea(desk.display, rules, desk.pillRisePx),
    minimum: sizesOf(window.paneId, rules).minimum,
    isMovable: isMovable(desk, window, rules),
  };
}

/** Where a window stands freely on the current display, also while it is full screen or minimised. */
export function standingRect(desk: Desk, window: DeskWindow, rules: DeskRules): Rect {
  return fit(window.wanted, workArea(desk.display, rules, desk.pillRisePx), sizesOf(window.paneId, rules).minimum);
}

/** Where a note lies on the current display. */
export function stickyRect(desk: Desk, sticky: Sticky, rules: DeskRules): Rect {
  return fit(sticky.wanted, stickyArea(desk.display, rules), rules.stickies.minimum);
}

/** Whether a pointer or the keyboard can move and resize a window. */
export function isMovable(desk: Desk, window: DeskWindow, rules: DeskRules): boolean {
  return !window.isMinimised && window.placement.kind === 'free' && !isNarrow(desk.display, rules);
}
