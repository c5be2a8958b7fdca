// The state of a desk, and what can be read from it without a rule: which windows and notes there are, in which order, and which is in front.
import type { Rect, Size } from './geometry.ts';
import { type Gesture, idleGesture } from './gesture.ts';

/** How a window stands while it is not minimised. Where it stands freely is `DeskWindow.wanted`, kept under every placement. */
export type Placement = { readonly kind: 'free' } | { readonly kind: 'full-screen' };

export interface DeskWindow {
  readonly id: string;
  /** What it shows, as the pane registry names it. */
  readonly paneId: string;
  /** Where the person or an agent put it, on whatever display that was. Where it is shown follows from it and the display. */
  readonly wanted: Rect;
  readonly placement: Placement;
  readonly isMinimised: boolean;
}

/** A note that lies on the desk itself, under the windows. What is on it belongs to the note. */
export interface Sticky {
  /** Names it among everything that stands on the desk; follows from the note's id. */
  readonly id: string;
  readonly noteId: string;
  /** As of a window. */
  readonly wanted: Rect;
}

export interface Desk {
  readonly display: Size;
  /** By how much the input pill is higher than a line now, in pixels. Windows make room for it and take it back afterwards. */
  readonly pillRisePx: number;
  /** In the order they were opened, which never changes while they are open. */
  readonly windows: readonly DeskWindow[];
  /** The ids of all windows from back to front. */
  readonly stack: readonly string[];
  /** What can be opened again, the latest last. */
  readonly closed: readonly DeskWindow[];
  /** In the order they were put there. */
  readonly stickies: readonly Sticky[];
  /** The ids of all stickies from the lowest to the uppermost. */
  readonly stickyStack: readonly string[];
  readonly gesture: Gesture;
}

export const free: Placement = { kind: 'free' };
export const fullScreen: Placement = { kind: 'full-screen' };

export function emptyDesk(display: Size): Desk {
  return { display, pillRisePx: 0, windows: [], stack: [], closed: [], stickies: [], stickyStack: [], gesture: idleGesture };
}

export function windowOf(desk: Desk, id: string): DeskWindow | undefined {
  return desk.windows.find((window) => window.id === id);
}

const STICKY_PREFIX = 'sticky:';

/** What the sticky of a note is called. No window is called so. */
export function stickyId(noteId: string): string {
  return STICKY_PREFIX + noteId;
}

export function isStickyId(id: string): boolean {
  return id.startsWith(STICKY_PREFIX);
}

export function stickyOf(desk: Desk, id: string): Sticky | undefined {
  return desk.stickies.find((sticky) => sticky.id === id);
}

/** The id of the window in front, or null while none is open or all are minimised. */
export function focusedId(desk: Desk): string | null {
  return desk.stack.findLast((id) => windowOf(desk, id)?.isMinimised === false) ?? null;
}

/** What the rail says of a pane: `current` has the focus, `open` shows a window behind another, `minimised` hides all of them. */
export type RailState = 'closed' | 'minimised' | 'open' | 'current';

export function railStateOf(desk: Desk, paneId: string): RailState {
  const own = desk.windows.filter((window) => window.paneId === paneId);
  if (own.length === 0) return 'closed';
  const focused = focusedId(desk);
  if (own.some(({ id }) => id === focused)) return 'current';
  return own.every(({ isMinimised }) => isMinimised) ? 'minimised' : 'open';
}
