// Everything that can happen to a desk, and what it may ask for beyond a new state.
import type { Point, Rect, Size } from './geometry.ts';
import type { GestureEvent, Grip, PlaceWindow } from './gesture.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** An action that names a window which is not there changes nothing. */
export type DeskAction =
  /** Opens a window in front. Where `id` (the pane's id if it has one window only) is open already, that window is shown. */
  | { readonly kind: 'open'; readonly paneId: string; readonly id?: string }
  | { readonly kind: 'close'; readonly id: string }
  /** Opens the window closed last as it was, in front. */
  | { readonly kind: 'undo-close' }
  /** Brings a window to the front, from behind others or from being minimised. */
  | { readonly kind: 'show'; readonly id: string }
  | { readonly kind: 'show-next' }
  | { readonly kind: 'show-previous' }
  | { readonly kind: 'minimise'; readonly id: string }
  | { readonly kind: 'enter-full-screen'; readonly id: string }
  | { readonly kind: 'leave-full-screen'; readonly id: string }
  /** Opens what is closed, shows what is minimised or behind another, and minimises only the window in front. */
  | { readonly kind: 'press-rail'; readonly paneId: string }
  /** Puts a window to a place of the current display and ends its full screen. */
  | PlaceWindow
  /** Moves a window by one step of the keyboard. */
  | { readonly kind: 'nudge'; readonly id: string; readonly direction: Direction; readonly stepPx: number }
  /** Grows or shrinks a window at its right or lower edge. */
  | { readonly kind: 'stretch'; readonly id: string; readonly direction: Direction; readonly stepPx: number }
  /** The display has another size. One without area, as a hidden page reports it, is ignored. */
  | { readonly kind: 'display'; readonly size: Size }
  /** Takes over where windows stand from another arrangement; what is open, minimised or in front stays so. */
  | { readonly kind: 'arrange'; readonly places: ReadonlyMap<string, Rect> }
  /** A pointer goes down on a title bar or handle. The rest of the gesture's events follow it. */
  | { readonly kind: 'press'; readonly id: string; readonly grip: Grip; readonly at: Point }
  | Exclude<GestureEvent, { readonly kind: 'press' }>;

export type DeskEffect =
  /** The desk refused to open a window because so many are open. */
  | { readonly kind: 'limit-reached'; readonly limitCount: number }
  /** The keyboard chose a window, so keys should go to it. */
  | { readonly kind: 'move-focus'; readonly id: string };
