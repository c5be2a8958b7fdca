// Where the app's window stood last, kept in a small file so that it opens there again, if there is still a screen.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowPlace {
  readonly bounds: Bounds;
  readonly isMaximised: boolean;
}

/** Smallest window in which the desk's narrow layout still works, in pixels. */
export const SMALLEST_WINDOW = { width: 400, height: 480 } as const;

/** This much of a window must lie on a screen, so that it can be taken hold of, in pixels. */
const REACHABLE_PX = 80;

/** The stored place if it can be used on these screens (their work areas); undefined when the window should open where it would first. */
export function usablePlace(stored: unknown, screens: readonly Bounds[]): WindowPlace | undefined {
  if (!isPlace(stored)) return undefined;
  const { bounds, isMaximised } = stored;
  const screen = screens.find(
    (area) =>
      overlap(bounds.x, bounds.width, area.x, area.width) >= REACHABLE_PX &&
      bounds.y >= area.y &&
      bounds.y <= area.y + area.height - REACHABLE_PX,
  );
  if (screen === undefined) return undefined;
  const width = clamp(bounds.width, SMALLEST_WINDOW.width, screen.width);
  const height = clamp(bounds.height, SMALLEST_WINDOW.height, screen.height);
  return { bounds: { x: bounds.x, y: bounds.y, width, height }, isMaximised };
}

/** What the file holds, parsed as JSON; undefined when it is missing or damaged. */
export function readPlace(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A place that cannot be written is only a courtesy lost. */
export function writePlace(file: string, place: WindowPlace): void {
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(place)}\n`);
    renameSync(`${file}.new`, file);
  } catch {
    // The window opens where it would first.
  }
}

function isPlace(value: unknown): value is WindowPlace {
  if (typeof value !== 'object' || value === null || !('bounds' in value) || !('isMaximised' in value)) return false;
  const { bounds, isMaximised } = value;
  if (typeof isMaximised !== 'boolean' || typeof bounds !== 'object' || bounds === null) return false;
  return ['x', 'y', 'width', 'height'].every((side) => Number.isInteger((bounds as Record<string, unknown>)[side]));
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(Math.min(value, high), Math.min(low, high));
}
