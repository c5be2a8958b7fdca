// Where the chat stands until a person puts it somewhere: alone over the pill, and at the left as soon as there is a second window. And
// where a new window stands: beside the others while there is room.
import { type Desk, type DeskRules, deskRules, isNarrow, type Rect, type Size, viewsOf, windowOf, workArea } from '@vos/windows';

/** Air between the work area and windows that the desk places by itself, and between two of those, in pixels. */
const AIR_PX = 16;
const GAP_PX = 24;

const HOME_WIDTH_PX = 720;
const BESIDE_WIDTH_PX = 440;

/** A new window is made as narrow as this before it covers another: the narrowest at which settings and routes are still read with ease. */
const NARROWED_WIDTH_PX = 600;

/** Below this width of the work area a second window beside the chat would be narrower than most start. */
const SIDE_BY_SIDE_FROM_PX = 900;

/** New windows start to the right of a chat that stands at the left, instead of over it. */
export const homeRules: DeskRules = {
  ...deskRules,
  cascade: { x: deskRules.insets.left + AIR_PX + BESIDE_WIDTH_PX + GAP_PX, y: deskRules.insets.top + AIR_PX, stepPx: 32 },
};

/** Over the pill and on its axis: with nothing else open the desk is a place to ask, and the answer stands above the question. */
export function homePlace(display: Size): Rect {
  const area = workArea(display, deskRules);
  const width = Math.min(HOME_WIDTH_PX, Math.max(0, area.width - 2 * GAP_PX));
  return {
    x: Math.round(area.x + (area.width - width) / 2),
    y: area.y + AIR_PX,
    width,
    height: Math.max(0, area.height - AIR_PX),
  };
}

/** At the left, where it leaves room for others. */
export function besidePlace(display: Size): Rect {
  const area = workArea(display, deskRules);
  return { x: area.x + AIR_PX, y: area.y + AIR_PX, width: BESIDE_WIDTH_PX, height: Math.max(0, area.height - AIR_PX) };
}

/** Whether the window stands where `homePlace` put it on a display of that size, so that nobody minds if it moves on. */
export function isAtHome(desk: Desk, id: string, display: Size): boolean {
  const window = windowOf(desk, id);
  if (window === undefined) return false;
  const { x, y, width, height } = homePlace(display);
  const { wanted } = window;
  return wanted.x === x && wanted.y === y && wanted.width === width && wanted.height === height;
}

export function hasRoomBeside(display: Size): boolean {
  return workArea(display, deskRules).width >= SIDE_BY_SIDE_FROM_PX;
}

/**
 * The uppermost place, and of those the leftmost, at which a new window of that pane covers no other one; narrower where it must be. `moved` says where a window
 * will stand that moves aside for it. Null where there is no such place; the desk then lays it over the others.
 */
export function placeBeside(desk: Desk, paneId: string, moved: ReadonlyMap<string, Rect>): Rect | null {
  if (isNarrow(desk.display, homeRules)) return null;
  const { width, height } = (homeRules.sizes[paneId] ?? homeRules.otherSizes).initial;
  const area = workArea(desk.display, homeRules);
  const taken = viewsOf(desk, homeRules)
    .filter(({ isShown }) => isShown)
    .map(({ id, rect }) => moved.get(id) ?? rect);
  const rows = [area.y + AIR_PX, ...taken.map(({ y, height: high }) => y + high + GAP_PX)].toSorted((one, other) => one - other);
  const columns = [area.x + AIR_PX, ...taken.map(({ x, width: wide }) => x + wide + GAP_PX)].toSorted(
    (one, other) => one - other,
  );
  const isFree = (place: Rect): boolean =>
    place.x + place.width <= area.x + area.width &&
    place.y + place.height <= area.y + area.height &&
    taken.every(
      (other) =>
        place.x + place.width + GAP_PX <= other.x ||
        other.x + other.width + GAP_PX <= place.x ||
        place.y + place.height + GAP_PX <= other.y ||
        other.y + other.height + GAP_PX <= place.y,
    );
  const places = rows.flatMap((y) => columns.map((x): Rect => ({ x, y, width, height })));
  const narrowed = places
    .map((place) => ({ ...place, width: Math.min(width, area.x + area.width - AIR_PX - place.x) }))
    .filter((place) => place.width >= NARROWED_WIDTH_PX);
  return [...places, ...narrowed].find(isFree) ?? null;
}
