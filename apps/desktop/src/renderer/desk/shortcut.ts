// Keyboard shortcuts as data, so that they can be matched, drawn and listed from one place.

export interface Shortcut {
  /** The key by its place on the keyboard, as in `KeyboardEvent.code`, so that it is the same on every layout. */
  readonly code: string;
  /** As drawn on its cap. */
  readonly cap: string;
  /** Where the browser leaves the key alone without Shift as well. */
  readonly isWithoutShift?: boolean;
}

type KeyPress = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Ctrl+Shift (Cmd+Shift on a Mac) and the key: browsers keep Ctrl+1 and Alt+1 for their own tabs. */
export function matches(shortcut: Shortcut, press: KeyPress, isMac: boolean): boolean {
  const main = isMac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  return main && press.shiftKey !== (shortcut.isWithoutShift ?? false) && !press.altKey && press.code === shortcut.code;
}

/** The caps to draw, in order. */
export function capsOf(shortcut: Shortcut, isMac: boolean): readonly string[] {
  const shift = shortcut.isWithoutShift === true ? [] : [isMac ? '⇧' : 'Shift'];
  return [isMac ? '⌘' : 'Ctrl', ...shift, shortcut.cap];
}

/** Whether a key press is text for the element it goes to. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
