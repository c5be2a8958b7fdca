// The measures of the desk: where windows may stand, how large they start, how small they may become.
import type { Point, Rect, Size } from './geometry.ts';

export interface PaneSizes {
  /** Of a window that was never sized by anyone. */
  readonly initial: Size;
  readonly minimum: Size;
}

export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface DeskRules {
  /** By pane id; every other pane has `otherSizes`. */
  readonly sizes: Readonly<Record<string, PaneSizes>>;
  readonly otherSizes: PaneSizes;
  /** What of the display belongs to the rail, the input pill and the margins. */
  readonly insets: Insets;
  /** The same on a narrow display, where one window fills the rest. */
  readonly narrowInsets: Insets;
  readonly narrowBelowPx: number;
  readonly cascade: Point & { readonly stepPx: number };
  /** How far a pointer travels before a press becomes a drag. */
  readonly dragThresholdPx: number;
  readonly windowLimitCount: number;
  readonly closedLimitCount: number;
  /** Of notes that lie on the desk. */
  readonly stickies: PaneSizes & { readonly insets: Insets; readonly limitCount: number };
}

/**
 * Open windows at once, minimised ones included. It bounds the memory of a desk on which something opens windows in a loop
 * and must stay above the 20 live windows that dragging is measured with.
 */
export const WINDOW_LIMIT_COUNT = 30;

/** One press of an arrow key moves or stretches a window by this. */
export const KEYBOARD_STEP_PX = 16;

/** The same with the key for fine steps held: one step of the grid everything is drawn on. */
export const KEYBOARD_FINE_STEP_PX = 4;

/**
 * Notes on the desk at once. Each is kept up to date and written into the layout; the thousand that a loop could put there would
 * outgrow the text that is kept.
 */
export const STICKY_LIMIT_COUNT = 50;

const minimum: Size = { width: 200, height: 150 };

export const deskRules: DeskRules = {
  sizes: {
    // Narrower than this the foot of the chat, who → whom and what, is cut off.
    chat: { initial: { width: 600, height: 500 }, minimum: { width: 320, height: 150 } },
    notes: { initial: { width: 550, height: 450 }, minimum },
    // Two lines at its foot fit: the age of the reading, and why there is no newer one.
    weather: { initial: { width: 480, height: 520 }, minimum },
    calendar: { initial: { width: 900, height: 650 }, minimum },
    settings: { initial: { width: 900, height: 650 }, minimum },
    trace: { initial: { width: 900, height: 650 }, minimum },
    browser: { initial: { width: 900, height: 650 }, minimum },
    memory: { initial: { width: 1000, height: 700 }, minimum },
  },
  otherSizes: { initial: { width: 450, height: 350 }, minimum },
  insets: { top: 16, right: 16, bottom: 100, left: 112 },
  narrowInsets: { top: 74, right: 8, bottom: 76, left: 8 },
  narrowBelowPx: 900,
  cascade: { x: 150, y: 80, stepPx: 30 },
  dragThresholdPx: 4,
  windowLimitCount: WINDOW_LIMIT_COUNT,
  closedLimitCount: 20,
  stickies: {
    initial: { width: 240, height: 250 },
    // So high that beside the pill, where windows do not stand, a note's upper edge always looks out above it.
    minimum: { width: 160, height: 120 },
    insets: { top: 16, right: 16, bottom: 16, left: 112 },
    limitCount: STICKY_LIMIT_COUNT,
  },
};

export function sizesOf(paneId: string, rules: DeskRules): PaneSizes {
  return (Object.hasOwn(rules.sizes, paneId) ? rules.sizes[paneId] : undefined) ?? rules.otherSizes;
}

export function isNarrow(display: Size, rules: DeskRules): boolean {
  return display.width < rules.narrowBelowPx;
}

/**
 * Where windows stand side by side and over one another, also while the display is too narrow to show it. It ends above the input
 * pill, which may have risen.
 */
export function workArea(display: Size, rules: DeskRules, pillRisePx = 0): Rect {
  return inside(display, risen(rules.insets, pillRisePx));
}

/** What one window fills: the work area, or on a narrow display what the rail above and the pill below leave free. */
export function fullArea(display: Size, rules: DeskRules, pillRisePx = 0): Rect {
  return inside(display, risen(isNarrow(display, rules) ? rules.narrowInsets : rules.insets, pillRisePx));
}

function risen(insets: Insets, pillRisePx: number): Insets {
  return { ...insets, bottom: insets.bottom + pillRisePx };
}

/** Where notes may lie: also beside the input pill, and on a narrow display where its one window stands. */
export function stickyArea(display: Size, rules: DeskRules): Rect {
  return inside(display, isNarrow(display, rules) ? rules.narrowInsets : rules.stickies.insets);
}

function inside({ width, height }: Size, { top, right, bottom, left }: Insets): Rect {
  return { x: left, y: top, width: Math.max(0, width - left - right), height: Math.max(0, height - top - bottom) };
}
