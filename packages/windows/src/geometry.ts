// Rectangles and how they move, stretch and are kept inside an area. Each axis is worked out for itself, so one function serves both.

/** Beyond every wall of displays; a rectangle further out comes from damage or from an agent's mistake. */
const FARTHEST_PX = 100_000;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** All lengths are CSS pixels from the top left of the display. */
export interface Rect extends Point, Size {}

/** The edges and corners by which a window is resized. */
export const handles = [
  'top',
  'right',
  'bottom',
  'left',
  'topLeft',
  'topRight',
  'bottomLeft',
  'bottomRight',
] as const satisfies readonly string[];

export type Handle = (typeof handles)[number];

/** The nearest rectangle inside `area`; where the area is too small for `minimum` it stands at the area's top left and hangs over. */
export function fit(rect: Rect, area: Rect, minimum: Size): Rect {
  return joined(
    fitSpan(horizontal(rect), horizontal(area), minimum.width),
    fitSpan(vertical(rect), vertical(area), minimum.height),
  );
}

/** `start` shifted by whole pixels, stopped by the edges of `area`. */
export function move(start: Rect, by: Point, area: Rect): Rect {
  return joined(
    shiftSpan(horizontal(start), Math.round(by.x), horizontal(area)),
    shiftSpan(vertical(start), Math.round(by.y), vertical(area)),
  );
}

/** `start` with the sides of `handle` pulled by whole pixels. The opposite side stays where it is, whatever stops the pull. */
export function resize(start: Rect, handle: Handle, by: Point, area: Rect, minimum: Size): Rect {
  const [across, down] = pulledSides[handle];
  return joined(
    pullSpan(horizontal(start), across, Math.round(by.x), horizontal(area), minimum.width),
    pullSpan(vertical(start), down, Math.round(by.y), vertical(area), minimum.height),
  );
}

/**
 * `wanted` after the window was put from `shown` to `to`. An axis that was only shifted keeps its wanted length, and one that
 * was not touched keeps both: what a small display squeezed comes back on a large one.
 */
export function rewant(wanted: Rect, shown: Rect, to: Rect): Rect {
  return joined(
    rewantSpan(horizontal(wanted), horizontal(shown), horizontal(to)),
    rewantSpan(vertical(wanted), vertical(shown), vertical(to)),
  );
}

/** The rectangle in whole pixels, or null if it is none: not numbers, or further out than any display reaches. */
export function soundRect({ x, y, width, height }: Rect): Rect | null {
  if (![x, y, width, height].every((length) => Math.abs(length) <= FARTHEST_PX)) return null;
  return { x: whole(x), y: whole(y), width: whole(width), height: whole(height) };
}

/** Rounding leaves a negative zero, which would be another number once written and read back. */
function whole(length: number): number {
  return Math.round(length) + 0;
}

export function isSameRect(one: Rect, other: Rect): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

interface Span {
  readonly at: number;
  readonly length: number;
}

type Side = 'start' | 'end' | 'none';

const pulledSides: Readonly<Record<Handle, readonly [across: Side, down: Side]>> = {
  top: ['none', 'start'],
  right: ['end', 'none'],
  bottom: ['none', 'end'],
  left: ['start', 'none'],
  topLeft: ['start', 'start'],
  topRight: ['end', 'start'],
  bottomLeft: ['start', 'end'],
  bottomRight: ['end', 'end'],
};

function fitSpan(span: Span, area: Span, minimum: number): Span {
  const length = Math.max(minimum, Math.min(span.length, area.length));
  return shiftSpan({ at: span.at, length }, 0, area);
}

function shiftSpan({ at, length }: Span, by: number, area: Span): Span {
  // The near edge wins over the far one: that is where the title and its icon are.
  return { at: Math.max(area.at, Math.min(at + by, area.at + area.length - length)), length };
}

function pullSpan(span: Span, side: Side, by: number, area: Span, minimum: number): Span {
  const end = span.at + span.length;
  switch (side) {
    case 'none':
      return span;
    case 'start': {
      const at = Math.min(Math.max(span.at + by, area.at), end - minimum);
      return { at, length: end - at };
    }
    case 'end':
      return { at: span.at, length: Math.max(Math.min(end + by, area.at + area.length) - span.at, minimum) };
  }
}

function rewantSpan(wanted: Span, shown: Span, to: Span): Span {
  if (to.length !== shown.length) return to;
  return to.at === shown.at ? wanted : { at: to.at, length: wanted.length };
}

function horizontal({ x, width }: Rect): Span {
  return { at: x, length: width };
}

function vertical({ y, height }: Rect): Span {
  return { at: y, length: height };
}

function joined(across: Span, down: Span): Rect {
  return { x: across.at, y: down.at, width: across.length, height: down.length };
}
