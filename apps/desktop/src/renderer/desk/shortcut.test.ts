import { describe, expect, it } from 'vitest';
import { panes } from '../panes/pane-registry.ts';
import { deskCommands, sheetShortcut } from './desk-commands.ts';
import { capsOf, matches } from './shortcut.ts';

const shortcut = { code: 'Digit1', cap: '1' };
const press = (part: Partial<Parameters<typeof matches>[1]>) => ({
  code: 'Digit1',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...part,
});

describe('a shortcut', () => {
  it('is Ctrl+Shift, on a Mac Cmd+Shift, and leaves the keys of the browser alone', () => {
    expect(matches(shortcut, press({ ctrlKey: true, shiftKey: true }), false)).toBe(true);
    expect(matches(shortcut, press({ metaKey: true, shiftKey: true }), true)).toBe(true);
    expect(matches(shortcut, press({ ctrlKey: true }), false)).toBe(false);
    expect(matches(shortcut, press({ ctrlKey: true, shiftKey: true }), true)).toBe(false);
    expect(matches(shortcut, press({ ctrlKey: true, shiftKey: true, altKey: true }), false)).toBe(false);
    expect(matches(shortcut, press({ ctrlKey: true, shiftKey: true, code: 'Digit2' }), false)).toBe(false);
  });

  it('without Shift is another one than the same key with it', () => {
    const plain = { code: 'Digit1', cap: '1', isWithoutShift: true };
    expect(matches(plain, press({ ctrlKey: true }), false)).toBe(true);
    expect(matches(plain, press({ ctrlKey: true, shiftKey: true }), false)).toBe(false);
    expect(capsOf(plain, true)).toEqual(['⌘', '1']);
  });

  it('is drawn with the keys of the machine', () => {
    expect(capsOf(shortcut, false)).toEqual(['Ctrl', 'Shift', '1']);
    expect(capsOf(shortcut, true)).toEqual(['⌘', '⇧', '1']);
  });
});

it('has a meaning of its own: no two things on the desk answer to the same keys', () => {
  const own = [...Object.values(deskCommands), ...panes.flatMap(({ commands }) => commands)].map(
    ({ shortcut: { code } }) => code,
  );
  expect([...own, sheetShortcut.code].toSorted()).toEqual([...new Set([...own, sheetShortcut.code])].toSorted());
});
