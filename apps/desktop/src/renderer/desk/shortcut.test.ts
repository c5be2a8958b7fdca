import { describe, expect, it } from 'vitest';
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

  it('is drawn with the keys of the machine', () => {
    expect(capsOf(shortcut, false)).toEqual(['Ctrl', 'Shift', '1']);
    expect(capsOf(shortcut, true)).toEqual(['⌘', '⇧', '1']);
  });
});
