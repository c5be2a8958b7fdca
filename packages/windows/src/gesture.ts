// A drag of a title bar or a handle, from press to one of three exits. It knows one rectangle, a window's or a note's, and nothing of the desk.
import { type Handle, move, type Point, type Rect, resize, type Size } from './geometry.ts';
import type { DeskRules } from './rules.ts';

/** What of a window or a note was taken hold of; a note's title is its upper edge. */
export type Grip = 'title' | Handle;

/** Everything a gesture computes from, noted down when it starts, so that no move builds on an earlier one. */
export interface Hold {
  /** The window or sticky that is held. */
  readonly id: string;
  /** Where the pointer went down. */
  readonly at: Point;
  readonly start: Rect;
  readonly area: Rect;
  readonly minimum: Size;
}

export type Gesture =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pressed'; readonly hold: Hold; readonly grip: Grip }
  | { readonly kind: 'moving'; readonly hold: Hold; readonly frame: Rect }
  | { readonly kind: 'resizing'; readonly hold: Hold; readonly handle: Handle; readonly frame: Rect };

export type GestureEvent =
  | { readonly kind: 'press'; readonly hold: Hold; readonly grip: Grip }
  | { readonly kind: 'drag'; readonly to: Point }
  /** The person let go: the window stays where it is. */
  | { readonly kind: 'release' }
  /** The person changed their mind: the window goes back to where it was. */
  | { readonly kind: 'cancel' }
  /** Something else ended it, such as a pointer that was lost: what the person had reached is kept. */
  | { readonly kind: 'interrupt' };

/** What a gesture asks of the desk when it ends. The id is a window's or a sticky's. */
export interface PlaceWindow {
  readonly kind: 'place';
  readonly id: string;
  readonly rect: Rect;
}

export const idleGesture: Gesture = { kind: 'idle' };

export function nextGesture(
  gesture: Gesture,
  event: GestureEvent,
  rules: Pick<DeskRules, 'dragThresholdPx'>,
): { readonly gesture: Gesture; readonly actions: readonly PlaceWindow[] } {
  switch (event.kind) {
    case 'press':
      // A second press can only mean that the end of the first was never heard of.
      return { gesture: { kind: 'pressed', hold: event.hold, grip: event.grip }, actions: placed(gesture) };
    case 'drag':
      return { gesture: dragged(gesture, event.to, rules.dragThresholdPx), actions: [] };
    case 'release':
    case 'interrupt':
      return { gesture: idleGesture, actions: placed(gesture) };
    case 'cancel':
      return { gesture: idleGesture, actions: [] };
  }
}

function dragged(gesture: Gesture, to: Point, thresholdPx: number): Gesture {
  if (gesture.kind === 'idle') return gesture;
  const { hold } = gesture;
  const by = { x: to.x - hold.at.x, y: to.y - hold.at.y };
  if (!Number.isFinite(by.x) || !Number.isFinite(by.y)) return gesture;
  switch (gesture.kind) {
    case 'pressed':
      if (Math.hypot(by.x, by.y) < thresholdPx) return gesture;
      return gesture.grip === 'title' ? movedBy(hold, by) : resizedBy(hold, gesture.grip, by);
    case 'moving':
      return movedBy(hold, by);
    case 'resizing':
      return resizedBy(hold, gesture.handle, by);
  }
}

function movedBy(hold: Hold, by: Point): Gesture {
  return { kind: 'moving', hold, frame: move(hold.start, by, hold.area) };
}

function resizedBy(hold: Hold, handle: Handle, by: Point): Gesture {
  return { kind: 'resizing', hold, handle, frame: resize(hold.start, handle, by, hold.area, hold.minimum) };
}

function placed(gesture: Gesture): readonly PlaceWindow[] {
  if (gesture.kind !== 'moving' && gesture.kind !== 'resizing') return [];
  return [{ kind: 'place', id: gesture.hold.id, rect: gesture.frame }];
}
