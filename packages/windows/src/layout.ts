// A desk as text and back. What is read may be old, cut off or written by someone else: it is checked piece by piece and never trusted.
import { type Desk, type DeskWindow, free, fullScreen, isStickyId, type Placement, type Sticky, stickyId } from './desk.ts';
import { type Rect, type Size, soundRect } from './geometry.ts';
import { idleGesture } from './gesture.ts';
import type { DeskRules } from './rules.ts';

/** Raised when the text's shape changes; what another version wrote is not read. 1: windows, stack, closed windows, notes. */
const LAYOUT_VERSION = 1;

/** Longer ids come from damage: ours are a pane's name and at most one record's id. */
const ID_LIMIT_CHARACTERS = 200;

export interface LayoutReading {
  readonly desk: Desk;
  /** Whether anything of the text could not be used: single windows or notes, or all of it, so that the desk is the one given to start from. */
  readonly loss: 'none' | 'some' | 'all';
}

/** Everything but the display, the pill and a gesture that is not over: what is in someone's hand is kept where it was taken up. */
export function serialise(desk: Desk): string {
  const { windows, stack, closed, stickies, stickyStack } = desk;
  const notes = stickies.map(({ noteId, wanted }) => ({ noteId, wanted }));
  return JSON.stringify({
    version: LAYOUT_VERSION,
    windows: windows.map(written),
    stack,
    closed: closed.map(written),
    notes,
    noteStack: stickyStack,
  });
}

/** Reads what `serialise` wrote onto the display of `start`, under its pill. Windows of panes that are not known are left out. Never throws. */
export function parse(
  text: string,
  start: Desk,
  { isKnownPane, rules }: { readonly isKnownPane: (paneId: string) => boolean; readonly rules: DeskRules },
): LayoutReading {
  const layout = readJson(text);
  if (!isRecord(layout) || layout['version'] !== LAYOUT_VERSION || !Array.isArray(layout['windows'])) {
    return { desk: start, loss: 'all' };
  }
  const seen = new Set<string>();
  const windows = readWindows(layout['windows'], isKnownPane, seen);
  const openIds = new Set(windows.slice(0, rules.windowLimitCount).map(({ id }) => id));
  const closed = readWindows(layout['closed'], isKnownPane, seen);
  const stack = readStack(layout['stack'], openIds);
  const stickies = readStickies(layout['notes']).slice(0, rules.stickies.limitCount);
  const stickyStack = readStack(layout['noteStack'], new Set(stickies.map(({ id }) => id)));
  const desk: Desk = {
    display: start.display,
    pillRisePx: start.pillRisePx,
    windows: windows.slice(0, rules.windowLimitCount),
    stack,
    closed: closed.slice(-rules.closedLimitCount),
    stickies,
    stickyStack,
    gesture: idleGesture,
  };
  const lists = [
    [layout['windows'], desk.windows],
    [layout['stack'], stack],
    [layout['closed'], desk.closed],
    [layout['notes'], stickies],
    [layout['noteStack'], stickyStack],
  ] as const;
  return { desk, loss: lists.every(([text, read]) => sizeOf(text) === read.length) ? 'none' : 'some' };
}

/** Where each window and note of a desk was put, for the action `arrange`. */
export function placesOf({ windows, stickies }: Desk): ReadonlyMap<string, Rect> {
  return new Map([...windows, ...stickies].map(({ id, wanted }) => [id, wanted]));
}

/** Under what a layout of this display is kept: `1280x800`. */
export function layoutKey({ width, height }: Size): string {
  return `${width}x${height}`;
}

/** The key of the layout to start from: the display's own, else the one of the display nearest in size, else null. */
export function nearestLayoutKey(keys: readonly string[], display: Size): string | null {
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const key of keys) {
    const [, width, height] = /^(\d{1,6})x(\d{1,6})$/.exec(key) ?? [];
    if (width === undefined || height === undefined) continue;
    const distance = Math.abs(Number(width) - display.width) + Math.abs(Number(height) - display.height);
    if (distance < least) [nearest, least] = [key, distance];
  }
  return nearest;
}

function written({ id, paneId, wanted, placement, isMinimised }: DeskWindow): unknown {
  return { id, paneId, wanted, placement: placement.kind, isMinimised };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The usable windows of a list, in order; of two with one id the first. Adds their ids to `seen`. */
function readWindows(list: unknown, isKnownPane: (paneId: string) => boolean, seen: Set<string>): readonly DeskWindow[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    const window = readWindow(entry);
    if (window === null || seen.has(window.id) || !isKnownPane(window.paneId)) return [];
    seen.add(window.id);
    return [window];
  });
}

function readWindow(entry: unknown): DeskWindow | null {
  if (!isRecord(entry)) return null;
  const { id, paneId, isMinimised } = entry;
  const wanted = readRect(entry['wanted']);
  const placement = readPlacement(entry['placement']);
  if (!isId(id) || isStickyId(id) || !isId(paneId) || wanted === null || placement === null || typeof isMinimised !== 'boolean')
    return null;
  return { id, paneId, wanted, placement, isMinimised };
}

/** The usable notes of a list, in order; of two of one note the first. */
function readStickies(list: unknown): readonly Sticky[] {
  const read = new Map<string, Sticky>();
  for (const entry of Array.isArray(list) ? list : []) {
    if (!isRecord(entry)) continue;
    const { noteId } = entry;
    const wanted = readRect(entry['wanted']);
    if (!isId(noteId) || wanted === null || read.has(noteId)) continue;
    read.set(noteId, { id: stickyId(noteId), noteId, wanted });
  }
  return [...read.values()];
}

function readRect(value: unknown): Rect | null {
  if (!isRecord(value)) return null;
  const { x, y, width, height } = value;
  if (typeof x !== 'number' || typeof y !== 'number' || typeof width !== 'number' || typeof height !== 'number') return null;
  return soundRect({ x, y, width, height });
}

function readPlacement(value: unknown): Placement | null {
  return [free, fullScreen].find(({ kind }) => kind === value) ?? null;
}

/** The order that was kept, completed by the windows it does not name. */
function readStack(list: unknown, openIds: ReadonlySet<string>): readonly string[] {
  const kept = new Set<string>();
  for (const id of Array.isArray(list) ? list : []) if (typeof id === 'string' && openIds.has(id)) kept.add(id);
  return [...[...openIds].filter((id) => !kept.has(id)), ...kept];
}

function sizeOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= ID_LIMIT_CHARACTERS;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
