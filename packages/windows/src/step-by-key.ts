// What an arrow key does to a window or a note that the keyboard has hold of.
import type { DeskAction, Direction } from './action.ts';
import { KEYBOARD_FINE_STEP_PX, KEYBOARD_STEP_PX } from './rules.ts';

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Arrows move, with Shift they stretch, with Alt they do it finely; null for any other key. */
export function stepByKey(id: string, { key, shiftKey, altKey }: KeyPress): DeskAction | null {
  const direction = Object.hasOwn(directions, key) ? directions[key] : undefined;
  if (direction === undefined) return null;
  return { kind: shiftKey ? 'stretch' : 'nudge', id, direction, stepPx: altKey ? KEYBOARD_FINE_STEP_PX : KEYBOARD_STEP_PX };
}
