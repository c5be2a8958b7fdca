// The geometry of one day's temperatures and rain: where points lie, the smooth line through them, the bars. Pure.

export interface CurveHour {
  /** 0 to 24. */
  readonly hour: number;
  readonly temperature: number;
  readonly precipitation: number;
}

export interface Frame {
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  readonly side: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Millimetres an hour that fill a bar; heavier rain is a full bar too. */
const FULL_BAR_MM = 4;
/** Degrees between which a flat day is drawn, so that a change of one degree does not look like a storm. */
const LEAST_SPAN = 6;
const BAR_HEIGHT = 30;

export function xOf(hour: number, { width, side }: Frame): number {
  return side + (hour / 24) * (width - 2 * side);
}

export function pointsOf(hours: readonly CurveHour[], frame: Frame): readonly Point[] {
  const temperatures = hours.map(({ temperature }) => temperature);
  const low = Math.min(...temperatures);
  const span = Math.max(Math.max(...temperatures) - low, LEAST_SPAN);
  return hours.map(({ hour, temperature }) => ({
    x: xOf(hour, frame),
    y: frame.bottom - ((temperature - low) / span) * (frame.bottom - frame.top),
  }));
}

/** A line through all points that never overshoots them between two: monotone cubic pieces. */
export function smoothPath(points: readonly Point[]): string {
  const [first] = points;
  if (first === undefined) return '';
  const slopes = slopesOf(points);
  let path = `M${round(first.x)},${round(first.y)}`;
  for (let index = 1; index < points.length; index += 1) {
    const from = points[index - 1] ?? first;
    const to = points[index] ?? first;
    const third = (to.x - from.x) / 3;
    path += `C${round(from.x + third)},${round(from.y + (slopes[index - 1] ?? 0) * third)} ${round(to.x - third)},${round(to.y - (slopes[index] ?? 0) * third)} ${round(to.x)},${round(to.y)}`;
  }
  return path;
}

export function barsOf(
  hours: readonly CurveHour[],
  frame: Frame,
  base: number,
): readonly (Point & { readonly height: number })[] {
  return hours
    .filter(({ precipitation }) => precipitation > 0)
    .map(({ hour, precipitation }) => {
      const height = Math.max(2, Math.min(1, precipitation / FULL_BAR_MM) * BAR_HEIGHT);
      return { x: xOf(hour, frame), y: base - height, height };
    });
}

/** Where the line is at an hour between two points. */
export function pointAt(points: readonly Point[], x: number): Point | undefined {
  const after = points.findIndex((point) => point.x >= x);
  const to = points[after];
  const from = points[after - 1] ?? to;
  if (to === undefined || from === undefined) return undefined;
  const share = to.x === from.x ? 0 : (x - from.x) / (to.x - from.x);
  return { x, y: from.y + (to.y - from.y) * share };
}

/** Slope at each point: none at a peak or a valley, else the harmonic mean of both sides. */
function slopesOf(points: readonly Point[]): readonly number[] {
  const steps = points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    return to.x === from.x ? 0 : (to.y - from.y) / (to.x - from.x);
  });
  return points.map((_, index) => {
    const before = steps[index - 1];
    const after = steps[index];
    if (before === undefined || after === undefined) return after ?? before ?? 0;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
