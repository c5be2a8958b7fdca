// A desk for tests, in the words of the person who uses it: press a title, move, let go, and say what should be seen.
import type { DeskAction, DeskEffect } from '../action.ts';
import { type Desk, emptyDesk, focusedId } from '../desk.ts';
import type { Handle, Point, Rect, Size } from '../geometry.ts';
import type { Grip } from '../gesture.ts';
import { parse, serialise } from '../layout.ts';
import { next } from '../next.ts';
import { type DeskRules, deskRules } from '../rules.ts';
import { viewsOf, type WindowView } from '../view.ts';

/** Where in a window the driver presses to move it: the middle of a bar this high. */
const TITLE_BAR_PX = 40;

export type SeenWindow = Omit<WindowView, 'rect'> & Rect;

/** Every verb returns the driver, so that a story is one sentence; `expect…` throws with both sides if the desk looks otherwise. */
export interface DeskDriver {
  readonly desk: Desk;
  /** Everything the desk asked for so far. */
  readonly effects: readonly DeskEffect[];
  act(...actions: readonly DeskAction[]): DeskDriver;
  open(...titles: readonly string[]): DeskDriver;
  clickRail(title: string): DeskDriver;
  /** Clicks somewhere in the window's contents. */
  clickInside(title: string): DeskDriver;
  close(title: string): DeskDriver;
  undoClose(): DeskDriver;
  minimise(title: string): DeskDriver;
  enterFullScreen(title: string): DeskDriver;
  leaveFullScreen(title: string): DeskDriver;
  /** Puts the pointer down on the title bar, or on a handle. */
  press(title: string, grip?: Grip): DeskDriver;
  /** Moves the pointer from where it is. */
  moveBy(x: number, y: number): DeskDriver;
  release(): DeskDriver;
  pressEscape(): DeskDriver;
  losePointer(): DeskDriver;
  changeDisplay(width: number, height: number): DeskDriver;
  /** Saves the layout and starts anew from it, perhaps on another display. */
  restart(display?: Size): DeskDriver;
  /** What is drawn of a window at this moment, in the middle of a gesture too. */
  see(id: string): SeenWindow;
  expectWindow(id: string, expected: Partial<SeenWindow>): DeskDriver;
  /** The title of the window in front, or null for none. */
  expectFocus(title: string | null): DeskDriver;
  /** The ids of the windows from back to front. */
  expectOrder(...ids: readonly string[]): DeskDriver;
}

export interface DeskDriverOptions {
  readonly display?: Size;
  readonly rules?: DeskRules;
}

/** A window's title is its id with a capital first letter, as a pane of that id would name it. */
export function driveDesk({ display = { width: 1280, height: 800 }, rules = deskRules }: DeskDriverOptions = {}): DeskDriver {
  let desk = emptyDesk(display);
  let pointer: Point = { x: 0, y: 0 };
  const effects: DeskEffect[] = [];

  const driver: DeskDriver = {
    get desk() {
      return desk;
    },
    effects,
    act(...actions) {
      for (const action of actions) {
        const step = next(desk, action, rules);
        desk = step.desk;
        effects.push(...step.effects);
      }
      return driver;
    },
    open: (...titles) => driver.act(...titles.map((title): DeskAction => ({ kind: 'open', paneId: idOf(title) }))),
    clickRail: (title) => driver.act({ kind: 'press-rail', paneId: idOf(title) }),
    clickInside: (title) => driver.act({ kind: 'show', id: visible(title).id }),
    close: (title) => driver.act({ kind: 'close', id: idOf(title) }),
    undoClose: () => driver.act({ kind: 'undo-close' }),
    minimise: (title) => driver.act({ kind: 'minimise', id: idOf(title) }),
    enterFullScreen: (title) => driver.act({ kind: 'enter-full-screen', id: idOf(title) }),
    leaveFullScreen: (title) => driver.act({ kind: 'leave-full-screen', id: idOf(title) }),
    press(title, grip = 'title') {
      const seen = visible(title);
      pointer = gripPoint(seen, grip);
      return driver.act({ kind: 'press', id: seen.id, grip, at: pointer });
    },
    moveBy(x, y) {
      pointer = { x: pointer.x + x, y: pointer.y + y };
      return driver.act({ kind: 'drag', to: pointer });
    },
    release: () => driver.act({ kind: 'release' }),
    pressEscape: () => driver.act({ kind: 'cancel' }),
    losePointer: () => driver.act({ kind: 'interrupt' }),
    changeDisplay: (width, height) => driver.act({ kind: 'display', size: { width, height } }),
    restart(newDisplay = desk.display) {
      desk = parse(serialise(desk), emptyDesk(newDisplay), { isKnownPane: () => true, rules }).desk;
      return driver;
    },
    see(id) {
      const view = viewsOf(desk, rules).find((candidate) => candidate.id === id);
      if (view === undefined) throw new Error(`There is no window ${id}; open are ${desk.stack.join(', ') || 'none'}.`);
      const { rect, ...rest } = view;
      const { gesture } = desk;
      const isHeld = (gesture.kind === 'moving' || gesture.kind === 'resizing') && gesture.hold.id === id;
      return { ...rest, ...(isHeld ? gesture.frame : rect) };
    },
    expectWindow(id, expected) {
      const seen = new Map<string, unknown>(Object.entries(driver.see(id)));
      const found = Object.fromEntries(Object.keys(expected).map((key) => [key, seen.get(key)]));
      expectSame(`Window ${id}`, found, expected);
      return driver;
    },
    expectFocus(title) {
      expectSame('The window in front', focusedId(desk), title === null ? null : idOf(title));
      return driver;
    },
    expectOrder(...ids) {
      expectSame('The order of windows', desk.stack, ids);
      return driver;
    },
  };

  function visible(title: string): SeenWindow {
    const seen = driver.see(idOf(title));
    if (!seen.isShown) throw new Error(`The window ${title} cannot be seen, so it cannot be pressed.`);
    return seen;
  }

  return driver;
}

function idOf(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}

/** The middle of a title bar, of an edge, or a corner itself. */
function gripPoint({ x, y, width, height }: Rect, grip: Grip): Point {
  if (grip === 'title') return { x: x + width / 2, y: y + TITLE_BAR_PX / 2 };
  return {
    x: x + width * shareOf(grip, /left$/i, /right$/i),
    y: y + height * shareOf(grip, /^top/, /^bottom/),
  };
}

function shareOf(handle: Handle, atStart: RegExp, atEnd: RegExp): number {
  if (atStart.test(handle)) return 0;
  return atEnd.test(handle) ? 1 : 0.5;
}

function expectSame(what: string, found: unknown, expected: unknown): void {
  const [foundText, expectedText] = [JSON.stringify(found), JSON.stringify(expected)];
  if (foundText !== expectedText) throw new Error(`${what} should be ${expectedText} but is ${foundText}.`);
}
