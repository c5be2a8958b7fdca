// The one function that changes a desk. It never throws, whatever an action names, and returns the same desk when nothing changed.
import type { DeskAction, DeskEffect, Direction } from './action.ts';
import { cascadePlace } from './cascade.ts';
import { type Desk, type DeskWindow, focusedId, free, fullScreen, windowOf } from './desk.ts';
import { fit, isSameRect, move, type Point, type Rect, resize, rewant, soundRect } from './geometry.ts';
import { type GestureEvent, nextGesture } from './gesture.ts';
import { type DeskRules, isNarrow, sizesOf, workArea } from './rules.ts';

export interface Step {
  readonly desk: Desk;
  readonly effects: readonly DeskEffect[];
}

export function next(desk: Desk, action: DeskAction, rules: DeskRules): Step {
  const before = endsGesture(desk, action) ? gestured(desk, { kind: 'interrupt' }, rules) : desk;
  switch (action.kind) {
    case 'open':
      return opened(before, action.paneId, action.id ?? action.paneId, rules);
    case 'close':
      return quietly(closed(before, action.id, rules));
    case 'undo-close':
      return reopened(before, rules);
    case 'show':
      return quietly(shown(before, action.id));
    case 'show-next':
      return shownByKeyboard(before, (visible) => visible.slice(0, 1));
    case 'show-previous':
      return shownByKeyboard(before, (visible) => visible.slice(0, -1));
    case 'minimise':
      return quietly(changed(before, action.id, (window) => (window.isMinimised ? window : { ...window, isMinimised: true })));
    case 'enter-full-screen':
      return quietly(changed(shown(before, action.id), action.id, (window) => placedAs(window, fullScreen)));
    case 'leave-full-screen':
      return quietly(changed(shown(before, action.id), action.id, (window) => placedAs(window, free)));
    case 'press-rail':
      return railPressed(before, action.paneId, rules);
    case 'place':
      return quietly(placed(before, action.id, action.rect, rules));
    case 'nudge':
      return quietly(nudged(before, action, rules));
    case 'stretch':
      return quietly(stretched(before, action, rules));
    case 'display':
      return quietly(onDisplay(before, action.size));
    case 'arrange':
      return quietly(arranged(before, action.places));
    case 'press':
      return quietly(pressed(before, action, rules));
    case 'drag':
    case 'release':
    case 'cancel':
    case 'interrupt':
      return quietly(gestured(before, action, rules));
  }
}

/** Where a window stands freely on the current display, also while it is full screen or minimised. */
export function standingRect(desk: Desk, window: DeskWindow, rules: DeskRules): Rect {
  return fit(window.wanted, workArea(desk.display, rules), sizesOf(window.paneId, rules).minimum);
}

/** Whether a pointer or the keyboard can move and resize a window. */
export function isMovable(desk: Desk, window: DeskWindow, rules: DeskRules): boolean {
  return !window.isMinimised && window.placement.kind === 'free' && !isNarrow(desk.display, rules);
}

function quietly(desk: Desk): Step {
  return { desk, effects: [] };
}

/** Whether an action takes from a running gesture what it stands on: its window, or the display. */
function endsGesture({ gesture, windows }: Desk, action: DeskAction): boolean {
  if (gesture.kind === 'idle') return false;
  const { windowId } = gesture.hold;
  switch (action.kind) {
    case 'display':
    case 'arrange':
    case 'press':
      return true;
    case 'press-rail':
      return windows.some(({ id, paneId }) => id === windowId && paneId === action.paneId);
    case 'close':
    case 'minimise':
    case 'enter-full-screen':
    case 'place':
    case 'nudge':
    case 'stretch':
      return action.id === windowId;
    default:
      return false;
  }
}

function opened(desk: Desk, paneId: string, id: string, rules: DeskRules): Step {
  if (windowOf(desk, id) !== undefined) return quietly(shown(desk, id));
  if (desk.windows.length >= rules.windowLimitCount) return limitReached(desk, rules);
  const taken = desk.windows.map(({ wanted }) => wanted);
  const wanted = cascadePlace(sizesOf(paneId, rules).initial, taken, workArea(desk.display, rules), rules);
  return quietly(added(desk, { id, paneId, wanted, placement: free, isMinimised: false }));
}

function reopened(desk: Desk, rules: DeskRules): Step {
  const last = desk.closed.at(-1);
  if (last === undefined) return quietly(desk);
  if (desk.windows.length >= rules.windowLimitCount) return limitReached(desk, rules);
  return quietly(added(desk, { ...last, isMinimised: false }));
}

function limitReached(desk: Desk, { windowLimitCount }: DeskRules): Step {
  return { desk, effects: [{ kind: 'limit-reached', limitCount: windowLimitCount }] };
}

function added(desk: Desk, window: DeskWindow): Desk {
  return {
    ...desk,
    windows: [...desk.windows, window],
    stack: [...desk.stack, window.id],
    // A window that is open again is no longer one that can be brought back.
    closed: desk.closed.filter(({ id }) => id !== window.id),
  };
}

function closed(desk: Desk, id: string, { closedLimitCount }: DeskRules): Desk {
  const window = windowOf(desk, id);
  if (window === undefined) return desk;
  return {
    ...desk,
    windows: desk.windows.filter((other) => other !== window),
    stack: desk.stack.filter((other) => other !== id),
    closed: [...desk.closed, window].slice(-closedLimitCount),
  };
}

function shown(desk: Desk, id: string): Desk {
  const window = windowOf(desk, id);
  if (window === undefined || focusedId(desk) === id) return desk;
  const visible = changed(desk, id, () => (window.isMinimised ? { ...window, isMinimised: false } : window));
  return { ...visible, stack: [...desk.stack.filter((other) => other !== id), id] };
}

/** Raises the windows that `choose` takes from those in view, back to front, in their order. */
function shownByKeyboard(desk: Desk, choose: (visibleIds: readonly string[]) => readonly string[]): Step {
  const visible = desk.stack.filter((id) => windowOf(desk, id)?.isMinimised === false);
  if (visible.length < 2) return quietly(desk);
  const raised = choose(visible);
  const stack = [...desk.stack.filter((id) => !raised.includes(id)), ...raised];
  const turned = { ...desk, stack };
  const focused = focusedId(turned);
  return { desk: turned, effects: focused === null ? [] : [{ kind: 'move-focus', id: focused }] };
}

function railPressed(desk: Desk, paneId: string, rules: DeskRules): Step {
  const own = desk.stack.flatMap((id) => desk.windows.filter((window) => window.id === id && window.paneId === paneId));
  const front = own.findLast(({ isMinimised }) => !isMinimised) ?? own.at(-1);
  if (front === undefined) return opened(desk, paneId, paneId, rules);
  return next(desk, { kind: front.id === focusedId(desk) ? 'minimise' : 'show', id: front.id }, rules);
}

function placed(desk: Desk, id: string, rect: Rect, rules: DeskRules): Desk {
  const to = soundRect(rect);
  if (to === null) return desk;
  return changed(desk, id, (window) => {
    const wanted = rewant(window.wanted, standingRect(desk, window, rules), to);
    return isSameRect(wanted, window.wanted) && window.placement.kind === 'free'
      ? window
      : { ...window, wanted, placement: free };
  });
}

interface KeyboardStep {
  readonly id: string;
  readonly direction: Direction;
  readonly stepPx: number;
}

const directions: Readonly<Record<Direction, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

function nudged(desk: Desk, { id, direction, stepPx }: KeyboardStep, rules: DeskRules): Desk {
  return steppedBy(desk, id, rules, (from, area) => move(from, times(directions[direction], stepPx), area));
}

function stretched(desk: Desk, { id, direction, stepPx }: KeyboardStep, rules: DeskRules): Desk {
  return steppedBy(desk, id, rules, (from, area, { paneId }) =>
    resize(from, 'bottomRight', times(directions[direction], stepPx), area, sizesOf(paneId, rules).minimum),
  );
}

function steppedBy(desk: Desk, id: string, rules: DeskRules, step: (from: Rect, area: Rect, window: DeskWindow) => Rect): Desk {
  const window = windowOf(desk, id);
  if (window === undefined || !isMovable(desk, window, rules)) return desk;
  return placed(desk, id, step(standingRect(desk, window, rules), workArea(desk.display, rules), window), rules);
}

function times({ x, y }: Point, factor: number): Point {
  return { x: x * factor, y: y * factor };
}

function onDisplay(desk: Desk, size: { readonly width: number; readonly height: number }): Desk {
  const width = Math.floor(size.width);
  const height = Math.floor(size.height);
  if (!(width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height))) return desk;
  if (width === desk.display.width && height === desk.display.height) return desk;
  return { ...desk, display: { width, height } };
}

function arranged(desk: Desk, places: ReadonlyMap<string, Rect>): Desk {
  const windows = desk.windows.map((window) => {
    const place = places.get(window.id);
    const wanted = place === undefined ? null : soundRect(place);
    return wanted === null || isSameRect(wanted, window.wanted) ? window : { ...window, wanted };
  });
  return windows.every((window, index) => window === desk.windows[index]) ? desk : { ...desk, windows };
}

function pressed(desk: Desk, { id, grip, at }: Extract<DeskAction, { readonly kind: 'press' }>, rules: DeskRules): Desk {
  const raised = shown(desk, id);
  const window = windowOf(raised, id);
  if (window === undefined || !isMovable(raised, window, rules)) return raised;
  const hold = {
    windowId: id,
    at,
    start: standingRect(raised, window, rules),
    area: workArea(raised.display, rules),
    minimum: sizesOf(window.paneId, rules).minimum,
  };
  return gestured(raised, { kind: 'press', hold, grip }, rules);
}

function gestured(desk: Desk, event: GestureEvent, rules: DeskRules): Desk {
  const { gesture, actions } = nextGesture(desk.gesture, event, rules);
  const moved = gesture === desk.gesture ? desk : { ...desk, gesture };
  return actions.reduce((sofar, { id, rect }) => placed(sofar, id, rect, rules), moved);
}

function placedAs(window: DeskWindow, placement: DeskWindow['placement']): DeskWindow {
  return window.placement.kind === placement.kind ? window : { ...window, placement };
}

function changed(desk: Desk, id: string, change: (window: DeskWindow) => DeskWindow): Desk {
  let isChanged = false;
  const windows = desk.windows.map((window) => {
    if (window.id !== id) return window;
    const after = change(window);
    isChanged ||= after !== window;
    return after;
  });
  return isChanged ? { ...desk, windows } : desk;
}
