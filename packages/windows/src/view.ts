// A desk as it is drawn: for each window and note where it is and what it looks like. Views that did not change keep their identity.
// How they lie over one another is not part of it, so that raising one draws only the two whose focus changes.
import { type Desk, type DeskWindow, focusedId } from './desk.ts';
import { isSameRect, type Rect } from './geometry.ts';
import { type DeskRules, fullArea, isNarrow, sizesOf } from './rules.ts';
import { isMovable, standingRect, stickyRect } from './standing.ts';

export interface WindowView {
  readonly id: string;
  readonly paneId: string;
  /** Where it stands while no gesture moves it. */
  readonly rect: Rect;
  readonly isFocused: boolean;
  readonly isMinimised: boolean;
  readonly isFullScreen: boolean;
  /** Not minimised, and on a narrow display in front. A window that is not shown stays mounted. */
  readonly isShown: boolean;
  /** Whether its title bar and edges can be dragged. */
  readonly isMovable: boolean;
}

export interface StickyView {
  readonly id: string;
  readonly noteId: string;
  /** Where it lies while no gesture moves it. */
  readonly rect: Rect;
}

/** All stickies in the order they were put there. `before`, an earlier result, is returned itself if nothing of it changed. */
export function stickyViewsOf(desk: Desk, rules: DeskRules, before: readonly StickyView[] = []): readonly StickyView[] {
  const views = desk.stickies.map((sticky): StickyView => {
    const rect = stickyRect(desk, sticky, rules);
    const known = before.find(({ id }) => id === sticky.id);
    return known !== undefined && isSameRect(known.rect, rect) ? known : { id: sticky.id, noteId: sticky.noteId, rect };
  });
  return isSameList(views, before) ? before : views;
}

/** All windows in the order they were opened. `before`, an earlier result, is returned itself if nothing of it changed. */
export function viewsOf(desk: Desk, rules: DeskRules, before: readonly WindowView[] = []): readonly WindowView[] {
  const focused = focusedId(desk);
  const views = desk.windows.map((window) => {
    const view = viewOf(desk, window, focused, rules);
    const known = before.find(({ id }) => id === window.id);
    return known !== undefined && isSameView(known, view) ? known : view;
  });
  return isSameList(views, before) ? before : views;
}

function isSameList<View>(one: readonly View[], other: readonly View[]): boolean {
  return one.length === other.length && one.every((view, index) => view === other[index]);
}

function viewOf(desk: Desk, window: DeskWindow, focused: string | null, rules: DeskRules): WindowView {
  const narrow = isNarrow(desk.display, rules);
  const isFullScreen = window.placement.kind === 'full-screen';
  return {
    id: window.id,
    paneId: window.paneId,
    rect: narrow || isFullScreen ? filledRect(desk, window, rules) : standingRect(desk, window, rules),
    isFocused: window.id === focused,
    isMinimised: window.isMinimised,
    isFullScreen,
    isShown: narrow ? window.id === focused : !window.isMinimised,
    isMovable: isMovable(desk, window, rules),
  };
}

/** On a display lower than rail, pill and margins together the window hangs over, so that its title bar can still be pressed. */
function filledRect({ display, pillRisePx }: Desk, { paneId }: DeskWindow, rules: DeskRules): Rect {
  const area = fullArea(display, rules, pillRisePx);
  return { ...area, height: Math.max(area.height, sizesOf(paneId, rules).minimum.height) };
}

function isSameView(one: WindowView, other: WindowView): boolean {
  return (
    isSameRect(one.rect, other.rect) &&
    one.paneId === other.paneId &&
    one.isFocused === other.isFocused &&
    one.isMinimised === other.isMinimised &&
    one.isFullScreen === other.isFullScreen &&
    one.isShown === other.isShown &&
    one.isMovable === other.isMovable
  );
}
