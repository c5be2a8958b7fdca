// Everything that can happen to a desk, and what it may ask for beyond a new state.
import type { Point, Rect, Size } from './geometry.ts';
import type { GestureEvent, Grip, PlaceWindow } from './gesture.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** An action that names a window or a note which is not there changes nothing. */
export type DeskAction =
  /** Opens a window in front. Where `id` (the pane's id if it has one window only) is open already, that window is shown. */
  | { readonly kind: 'open'; readonly paneId: string; readonly id?: string }
  | { readonly kind: 'close'; readonly id: string }
  /** Opens the window closed last as it was, in front. */
  | { readonly kind: 'undo-close' }
  /** Brings a window to the front, from behind others or from being minimised; a sticky over the other stickies. */
  | { readonly kind: 'show'; readonly id: string }
  | { readonly kind: 'show-next' }
  | { readonly kind: 'show-previous' }
  | { readonly kind: 'minimise'; readonly id: string }
  | { readonly kind: 'enter-full-screen'; readonly id: string }
  | { readonly kind: 'leave-full-screen'; readonly id: string }
  /** Opens what is closed, shows what is minimised or behind another, and minimises only the window in front. */
  | { readonly kind: 'press-rail'; readonly paneId: string }
  /** Puts a note on the desk, at `wanted` or where there is room. One that lies there already comes on top and stays where it is. */
  | { readonly kind: 'put-note'; readonly noteId: string; readonly wanted?: Rect }
  | { readonly kind: 'take-off-note'; readonly noteId: string }
  /** Another note takes over the place of one. */
  | { readonly kind: 'replace-note'; readonly noteId: string; readonly by: string }
  /** Brings a note on top and the keys to it. */
  | { readonly kind: 'go-to-note'; readonly noteId: string }
  /** The same for the lowest note, so that again and again it goes round. */
  | { readonly kind: 'next-note' }
  /** Puts a window or a sticky to a place of the current display and ends a window's full screen. */
  | PlaceWindow
  /** Moves a window or a sticky by one step of the keyboard. */
  | { readonly kind: 'nudge'; readonly id: string; readonly direction: Direction; readonly stepPx: number }
  /** Grows or shrinks a window or a sticky at its right or lower edge. */
  | { readonly kind: 'stretch'; readonly id: string; readonly direction: Direction; readonly stepPx: number }
  /** The display has another size. One without area, as a hidden page reports it, is ignored. */
  | { readonly kind: 'display'; readonly size: Size }
  /** The input pill grew over its usual height, or shrank. */
  | { readonly kind: 'pill'; readonly risePx: number }
  /** Takes over where windows and stickies stand from another arrangement, by their ids; what is open, minimised or in front stays so. */
  | { readonly kind: 'arrange'; readonly places: ReadonlyMap<string, Rect> }
  /** A pointer goes down on a title bar, a note's upper edge or a handle. The rest of the gesture's events follow it. */
  | { readonly kind: 'press'; readonly id: string; readonly grip: Grip; readonly at: Point }
  | Exclude<GestureEvent, { readonly kind: 'press' }>;

export type DeskEffect =
  /** The desk refused to open a window, or to take a note, because so many are there. */
  | { readonly kind: 'limit-reached'; readonly of: 'windows' | 'notes'; readonly limitCount: number }
  /** The keyboard chose a window or a sticky, so keys should go to it. */
  | { readonly kind: 'move-focus'; readonly id: string };
