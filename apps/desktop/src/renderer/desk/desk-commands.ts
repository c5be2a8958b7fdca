// What the keyboard can do on the desk, as one list: the keys are matched, the sheet of shortcuts and the hints are drawn from it.
import type { Stickies } from '../notes/stickies.ts';
import type { DeskState } from './desk-state.ts';
import type { Shortcut } from './shortcut.ts';

export interface DeskCommand {
  /** As the sheet of shortcuts shows it. */
  readonly title: string;
  readonly shortcut: Shortcut;
  readonly run: (desk: DeskState, stickies: Stickies) => void;
}

/** Ctrl+Shift+T would be the custom for the last one, but a browser never gives that key to a page. */
export const deskCommands = {
  minimise: { title: 'Minimise the window', shortcut: { code: 'KeyH', cap: 'H' }, run: onFront((desk, id) => desk.minimise(id)) },
  fullScreen: {
    title: 'Full screen and back',
    shortcut: { code: 'KeyF', cap: 'F' },
    run: onFront((desk, id) => desk.toggleFullScreen(id)),
  },
  close: { title: 'Close the window', shortcut: { code: 'KeyX', cap: 'X' }, run: onFront((desk, id) => desk.close(id)) },
  arrange: {
    title: 'Move and resize by arrow keys',
    shortcut: { code: 'KeyM', cap: 'M' },
    run: onFront((desk, id) => desk.startArranging(id)),
  },
  next: { title: 'Next window', shortcut: { code: 'Period', cap: '.' }, run: (desk) => desk.dispatch({ kind: 'show-next' }) },
  previous: {
    title: 'Previous window',
    shortcut: { code: 'Comma', cap: ',' },
    run: (desk) => desk.dispatch({ kind: 'show-previous' }),
  },
  nextNote: {
    title: 'Next note on the desk',
    shortcut: { code: 'KeyS', cap: 'S' },
    run: (_desk, stickies) => stickies.next(),
  },
  undoClose: { title: 'Open the window closed last', shortcut: { code: 'KeyL', cap: 'L' }, run: (desk) => desk.undoClose() },
} as const satisfies Readonly<Record<string, DeskCommand>>;

/** Stops what agents are at in the conversation that is shown; also while somebody types. */
export const stopShortcut: Shortcut = { code: 'Period', cap: '.', isWithoutShift: true };

/** Closes the window in front, as it does in every app. A browser never gives that key to a page: there it closes the tab. */
export const appCloseShortcut: Shortcut = { code: 'KeyW', cap: 'W', isWithoutShift: true };

/** Opens the sheet of shortcuts; “?” alone does as well while nobody types. */
export const sheetShortcut: Shortcut = { code: 'Slash', cap: '?' };

function onFront(run: (desk: DeskState, id: string) => void): DeskCommand['run'] {
  return (desk) => {
    const id = desk.frontId();
    if (id !== null) run(desk, id);
  };
}
