import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../desk/page-storage.ts';
import { createThemeKeeper, type Theme } from './theme.ts';

/** A computer whose wishes the test changes. */
function computer() {
  const wishes = new Set<string>();
  const listeners = new Set<() => void>();
  return {
    listeners,
    matchMedia: ((query: string) => ({
      get matches() {
        return wishes.has(query);
      },
      addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
    })) as unknown as Parameters<typeof createThemeKeeper>[0]['matchMedia'],
    wish(query: string) {
      wishes.add(query);
      for (const listener of listeners) listener();
    },
  };
}

describe('the theme', () => {
  it('is dark until another is chosen, whatever the computer asks for, and the choice is kept', () => {
    const { matchMedia, wish } = computer();
    const storage = createMemoryStorage();
    const shown: Theme[] = [];
    const keeper = createThemeKeeper({ storage, matchMedia, apply: (theme) => shown.push(theme) });
    wish('(prefers-color-scheme: light)');
    keeper.choose('light');
    keeper.choose('contrast');
    expect(shown).toEqual(['dark', 'dark', 'light', 'contrast']);
    const again: Theme[] = [];
    createThemeKeeper({ storage, matchMedia, apply: (theme) => again.push(theme) });
    expect(again).toEqual(['contrast']);
  });

  it('follows the computer when asked to, until told to stop', () => {
    const { matchMedia, wish, listeners } = computer();
    const shown: Theme[] = [];
    const keeper = createThemeKeeper({ storage: createMemoryStorage(), matchMedia, apply: (theme) => shown.push(theme) });
    keeper.choose('system');
    wish('(prefers-color-scheme: light)');
    wish('(prefers-contrast: more)');
    expect(shown).toEqual(['dark', 'dark', 'light', 'contrast']);
    keeper.stop();
    expect(listeners.size).toBe(0);
  });
});
