import { expect, it } from 'vitest';
import { isMostlyInView } from './in-view.ts';

const chat = { id: 'chat', rect: { x: 112, y: 16, width: 600, height: 600 }, isShown: true };
const settings = (x: number) => ({ id: 'settings', rect: { x, y: 16, width: 700, height: 600 }, isShown: true });
const above = ['chat', 'settings'];

// Asking from the pill once raised the chat over the title and the sections of the settings, although it stood in view beside them.
it('a window that stands beside another, or is covered a little, is in view; one that is mostly covered, minimised or closed is not', () => {
  expect(isMostlyInView('chat', [chat, settings(712)], above)).toBe(true);
  expect(isMostlyInView('chat', [chat, settings(520)], above)).toBe(true);
  expect(isMostlyInView('chat', [chat, settings(300)], above)).toBe(false);
  expect(isMostlyInView('chat', [chat, settings(300)], ['settings', 'chat'])).toBe(true);
  expect(isMostlyInView('chat', [chat, { ...settings(300), isShown: false }], above)).toBe(true);
  expect(isMostlyInView('chat', [{ ...chat, isShown: false }], above)).toBe(false);
  expect(isMostlyInView('chat', [], [])).toBe(false);
});
