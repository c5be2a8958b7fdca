// The one function that changes a desk. It never throws, whatever an action names, and returns the same desk when nothing changed.
import type { DeskAction, DeskEffect, Direction } from './action.ts';
import { cascadePlace } from './cascade.ts';
import { type Desk, type DeskWindow, focusedId, free, fullScreen, isStickyId, stickyId, stickyOf, windowOf } from './desk.ts';
import { isSameRect, move, type Point, type Rect, resize, rewant, soundRect } from './geometry.ts';
import { type GestureEvent, nextGesture } from './gesture.ts';
import { type DeskRules, sizesOf, workArea } from './rules.ts';
import { type Standing, standingOf } from './standing.ts';
import { put, raised, replaced, takenOff } from './stickies.ts';

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
      return quietly(isStickyId(action.id) ? raised(before, action.id) : shown(before, action.id));
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
    case 'put-note':
      return putNote(before, action.noteId, action.wanted, rules);
    case 'take-off-note':
      return quietly(takenOff(before, action.noteId));
    case 'replace-note':
      return quietly(replaced(before, action.noteId, action.by));
    case 'go-to-note':
      return raisedByKeyboard(before, stickyId(action.noteId));
    case 'next-note':
      return raisedByKeyboard(before, before.stickyStack[0]);
    case 'place':
      return quietly(placed(before, action.id, action.rect, rules));
    case 'nudge':
      return quietly(nudged(before, action, rules));
    case 'stretch':
      return quietly(stretched(before, action, rules));
    case 'display':
      return quietly(onDisplay(before, action.size));
    case 'pill':
      return quietly(underPill(before, action.risePx));
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

function quietly(desk: Desk): Step {
  return { desk, effects: [] };
}

/** Whether an action takes from a running gesture what it stands on: its window, or the display. */
function endsGesture({ gesture, windows }: Desk, action: DeskAction): boolean {
  if (gesture.kind === 'idle') return false;
  const { id: heldId } = gesture.hold;
  switch (action.kind) {
    case 'display':
    case 'pill':
    case 'arrange':
    case 'press':
      return true;
    case 'press-rail':
      return windows.some(({ id, paneId }) => id === heldId && paneId === action.paneId);
    case 'close':
    case 'minimise':
    case 'enter-full-screen':
    case 'place':
    case 'nudge':
    case 'stretch':
      return action.id === heldId;
    case 'take-off-note':
    case 'replace-note':
      return stickyId(action.noteId) === heldId;
    default:
      return false;
  }
}

function opened(desk: Desk, paneId: string, id: string, rules: DeskRules): Step {
  if (isStickyId(id)) return quietly(desk);
  if (windowOf(desk, id) !== undefined) return quietly(shown(desk, id));
  if (desk.windows.length >= rules.windowLimitCount) return limitReached(desk, 'windows', rules.windowLimitCount);
  const taken = desk.windows.map(({ wanted }) => wanted);
  const wanted = cascadePlace(sizesOf(paneId, rules).initial, taken, workArea(desk.display, rules), rules);
  return quietly(added(desk, { id, paneId, wanted, placement: free, isMinimised: false }));
}

function reopened(desk: Desk, rules: DeskRules): Step {
  const last = desk.closed.at(-1);
  if (last === undefined) return quietly(desk);
  if (desk.windows.length >= rules.windowLimitCount) return limitReached(desk, 'windows', rules.windowLimitCount);
  return quietly(added(desk, { ...last, isMinimised: false }));
}

function limitReached(desk: Desk, of: 'windows' | 'notes', limitCount: number): Step {
  return { desk, effects: [{ kind: 'limit-reached', of, limitCount }] };
}

function putNote(desk: Desk, noteId: string, wanted: Rect | undefined, rules: DeskRules): Step {
  const after = put(desk, noteId, wanted, rules);
  const isThere = stickyOf(after, stickyId(noteId)) !== undefined;
  return isThere ? quietly(after) : limitReached(desk, 'notes', rules.stickies.limitCount);
}

function raisedByKeyboard(desk: Desk, id: string | undefined): Step {
  if (id === undefined || stickyOf(desk, id) === undefined) return quietly(desk);
  return { desk: raised(desk, id), effects: [{ kind: 'move-focus', id }] };
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
  const standing = standingOf(desk, id, rules);
  if (to === null || standing === null) return desk;
  const wanted = rewant(standing.wanted, standing.rect, to);
  const freed = changed(desk, id, (window) => placedAs(window, free));
  return isSameRect(wanted, standing.wanted) ? freed : arranged(freed, new Map([[id, wanted]]));
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
  return steppedBy(desk, id, rules, ({ rect, area }) => move(rect, times(directions[direction], stepPx), area));
}

function stretched(desk: Desk, { id, direction, stepPx }: KeyboardStep, rules: DeskRules): Desk {
  return steppedBy(desk, id, rules, ({ rect, area, minimum }) =>
    resize(rect, 'bottomRight', times(directions[direction], stepPx), area, minimum),
  );
}

function steppedBy(desk: Desk, id: string, rules: DeskRules, step: (from: Standing) => Rect): Desk {
  const standing = standingOf(desk, id, rules);
  return standing?.isMovable === true ? placed(desk, id, step(standing), rules) : desk;
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

function underPill(desk: Desk, risePx: number): Desk {
  const pillRisePx = Math.max(0, Math.round(risePx));
  return Number.isFinite(pillRisePx) && pillRisePx !== desk.pillRisePx ? { ...desk, pillRisePx } : desk;
}

function arranged(desk: Desk, places: ReadonlyMap<string, Rect>): Desk {
  const windows = wantedAt(desk.windows, places);
  const stickies = wantedAt(desk.stickies, places);
  return windows === desk.windows && stickies === desk.stickies ? desk : { ...desk, windows, stickies };
}

/** The same list if nothing in it was put elsewhere. */
function wantedAt<Thing extends { readonly id: string; readonly wanted: Rect }>(
  things: readonly Thing[],
  places: ReadonlyMap<string, Rect>,
): readonly Thing[] {
  const after = things.map((thing) => {
    const place = places.get(thing.id);
    const wanted = place === undefined ? null : soundRect(place);
    return wanted === null || isSameRect(wanted, thing.wanted) ? thing : { ...thing, wanted };
  });
  return after.every((thing, index) => thing === things[index]) ? things : after;
}

function pressed(desk: Desk, { id, grip, at }: Extract<DeskAction, { readonly kind: 'press' }>, rules: DeskRules): Desk {
  const onTop = isStickyId(id) ? raised(desk, id) : shown(desk, id);
  const standing = standingOf(onTop, id, rules);
  if (standing?.isMovable !== true) return onTop;
  const { rect: start, area, minimum } = standing;
  return gestured(onTop, { kind: 'press', hold: { id, at, start, area, minimum }, grip }, rules);
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
