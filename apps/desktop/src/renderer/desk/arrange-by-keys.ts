// While a window is being arranged by keyboard: what each key does with it.
import { type Direction, KEYBOARD_FINE_STEP_PX, KEYBOARD_STEP_PX } from '@vos/windows';
import type { DeskState } from './desk-state.ts';

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>;

/** Whether the key was meant for the window. Any other key ends arranging and is left to whoever has the focus. */
export function arrangeByKey(desk: DeskState, { key, shiftKey, altKey }: KeyPress): boolean {
  const { arranging } = desk.view.getState();
  if (arranging === null || modifiers.has(key)) return false;
  const direction = directions[key];
  if (direction !== undefined) {
    const stepPx = altKey ? KEYBOARD_FINE_STEP_PX : KEYBOARD_STEP_PX;
    desk.dispatch({ kind: shiftKey ? 'stretch' : 'nudge', id: arranging.id, direction, stepPx });
    return true;
  }
  desk.endArranging(key === 'Escape' ? 'restore' : 'keep');
  return key === 'Escape' || key === 'Enter';
}

/** Held down before the key they belong to. */
const modifiers: ReadonlySet<string> = new Set(['Shift', 'Alt', 'Control', 'Meta', 'AltGraph']);
