// While a window is being arranged by keyboard: what each key does with it.
import { stepByKey } from '@vos/windows';
import type { DeskState } from './desk-state.ts';

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>;

/** Whether the key was meant for the window. Any other key ends arranging and is left to whoever has the focus. */
export function arrangeByKey(desk: DeskState, press: KeyPress): boolean {
  const { arranging } = desk.view.getState();
  const { key } = press;
  if (arranging === null || modifiers.has(key)) return false;
  const step = stepByKey(arranging.id, press);
  if (step !== null) {
    desk.dispatch(step);
    return true;
  }
  desk.endArranging(key === 'Escape' ? 'restore' : 'keep');
  return key === 'Escape' || key === 'Enter';
}

/** Held down before the key they belong to. */
const modifiers: ReadonlySet<string> = new Set(['Shift', 'Alt', 'Control', 'Meta', 'AltGraph']);
