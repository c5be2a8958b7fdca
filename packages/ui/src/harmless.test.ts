import { expect, it } from 'vitest';
import { harmless } from './harmless.ts';

it('shows what turns letters around instead of obeying it', () => {
  expect(harmless('holiday \u202Egnp.exe')).toBe('holiday \uFFFDgnp.exe');
  expect(harmless('a \u202Ebc\u202C d')).toBe('a \uFFFDbc d');
  expect(harmless('\u202Dabc')).toBe('\uFFFDabc');
});

it('lets nothing reach beyond its own line', () => {
  expect(harmless('one \u2067two\nthree\u2069')).toBe('one \uFFFDtwo\nthree');
  expect(harmless('\u202Babc')).toBe('\uFFFDabc');
  expect(harmless('a\u2069b\u202Cc')).toBe('abc');
  expect(harmless('\u2067\u202Eb\u2069')).toBe('\uFFFD\uFFFDb');
});

it('leaves right-to-left text as its writer mixed it', () => {
  const mixed = 'שלום \u2066hello\u2069 \u202Bמה\u202C \u200Fok\u200E';
  expect(harmless(mixed)).toBe(mixed);
  expect(harmless('plain 😀')).toBe('plain 😀');
});
