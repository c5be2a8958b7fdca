import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../desk/page-storage.ts';
import { APPEARANCE_KEY, createThemeKeeper, type Theme } from './theme.ts';

const firstPaint = readFileSync(new URL('../public/first-paint.js', import.meta.url), 'utf8');

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

/** What first-paint.js puts on an empty page. */
function paintFirst(kept: string | null, wishes: readonly string[] = []): string | undefined {
  const dataset: { theme?: string } = {};
  const window = { localStorage: { getItem: () => kept }, matchMedia: (query: string) => ({ matches: wishes.includes(query) }) };
  runInNewContext(firstPaint, { window, document: { documentElement: { dataset } } });
  return dataset.theme;
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

  it('of the last visit is on the page before anything is drawn', () => {
    expect(firstPaint).toContain(`'${APPEARANCE_KEY}'`);
    expect([null, 'dark', 'light', 'contrast', 'nonsense'].map((kept) => paintFirst(kept))).toEqual([
      'dark',
      'dark',
      'light',
      'contrast',
      'dark',
    ]);
    expect([
      paintFirst('system'),
      paintFirst('system', ['(prefers-color-scheme: light)']),
      paintFirst('system', ['(prefers-color-scheme: light)', '(prefers-contrast: more)']),
      paintFirst(null, ['(prefers-color-scheme: light)']),
    ]).toEqual(['dark', 'light', 'contrast', 'dark']);
  });
});
