import { describe, expect, it } from 'vitest';
import { followSystemTheme, type Theme } from './theme.ts';

describe('the theme', () => {
  it('follows the system until told to stop', () => {
    const wishes = new Set<string>();
    const listeners = new Set<() => void>();
    const matchMedia = (query: string) => ({
      get matches() {
        return wishes.has(query);
      },
      addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
    });
    const shown: Theme[] = [];
    const stop = followSystemTheme(matchMedia as unknown as Parameters<typeof followSystemTheme>[0], (theme) =>
      shown.push(theme),
    );
    const wish = (query: string): void => {
      wishes.add(query);
      for (const listener of listeners) listener();
    };
    wish('(prefers-color-scheme: light)');
    wish('(prefers-contrast: more)');
    expect(shown).toEqual(['dark', 'light', 'contrast']);
    stop();
    expect(listeners.size).toBe(0);
  });
});
