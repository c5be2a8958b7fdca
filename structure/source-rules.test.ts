import { describe, expect, it } from 'vitest';
import { colorViolations, eagerSchemaViolations, pathViolations, rawWordsViolations } from './source-rules.ts';
import { listFiles, readText } from './source-tree.ts';

const files = listFiles();

describe('this project', () => {
  it('names its folders and files after what is in them', () => {
    expect(files.flatMap(pathViolations)).toEqual([]);
  });

  it('writes colours in the tokens only', () => {
    const sources = files.filter((path) => /^(packages|apps)\/.*\.(tsx?|css|html)$/.test(path));
    expect(sources.flatMap((path) => colorViolations(path, readText(path)))).toEqual([]);
  });

  it('shows no words that somebody wrote with signs that turn letters around', () => {
    const pages = files.filter((path) => path.endsWith('.tsx'));
    expect(pages.flatMap((path) => rawWordsViolations(path, readText(path)))).toEqual([]);
  });

  it('builds the schemas of the contract when they are first used', () => {
    expect(files.filter((path) => path.endsWith('.ts')).flatMap((path) => eagerSchemaViolations(path, readText(path)))).toEqual(
      [],
    );
  });
});

describe('the rules', () => {
  it.each([
    'packages/base/src/utils/a.ts',
    'packages/base/src/notes/helpers/a.ts',
    'packages/base/src/types/a.ts',
    'packages/ui/src/NoteCard.tsx',
    'packages/ui/src/a/b/c/d/e.ts',
  ])('refuse the path %s', (path) => {
    expect(pathViolations(path)).toHaveLength(1);
  });

  it.each(['packages/base/src/ids.test.ts', 'packages/ledger/src/migrations/0001-foundation.ts', 'scripts/set-up/weights.mjs'])(
    'allow the path %s',
    (path) => {
      expect(pathViolations(path)).toEqual([]);
    },
  );

  it.each([
    'color: #fff;',
    "const red = '#ff0000';",
    'background: rgb(0 0 0 / 50%);',
    'border-color: hsl(10, 20%, 30%)',
    'fill="#00BCD4"',
  ])('refuse %s', (line) => {
    expect(colorViolations('packages/ui/src/a.css', line)).toHaveLength(1);
  });

  it.each([
    'color: var(--accent);',
    '<a href="#notes">',
    "querySelector('#root')",
    '&#123;',
    'color-mix(in srgb, var(--a), transparent)',
    'https://a.b/c#add',
  ])('allow %s', (line) => {
    expect(colorViolations('packages/ui/src/a.css', line)).toEqual([]);
  });

  it('allow raw words in no place but one', () => {
    expect(rawWordsViolations('packages/ui/src/notes/note-card.tsx', '<bdi className="a">{title}</bdi>')).toHaveLength(1);
    expect(rawWordsViolations('packages/ui/src/words.tsx', '<bdi>{title}</bdi>')).toEqual([]);
  });

  it('allow colours where they are named', () => {
    expect(colorViolations('packages/ui/src/tokens.css', '--accent: #00bcd4;')).toEqual([]);
  });

  it.each([
    'export const place = z.object({ name: z.string() });',
    'const attempt = z\n  .object({ id: identifier })',
    'export const savedPlace = place.extend({ id: identifier });',
    "  'place/list': { params: z.object({}), result: z.object({}), errors: [] },",
    "  'note/removed': z.object({ id: identifier }),",
  ])('refuse in the contract %s', (text) => {
    expect(eagerSchemaViolations('packages/protocol/src/entities/weather.ts', text)).toHaveLength(1);
  });

  it.each([
    'export const place = lazily(() => z.object({ name: z.string() }));',
    "export const weatherUnits = z.enum(['metric', 'imperial']);",
    "  'note/removed': lazily(() => z.object({ id: identifier })),",
  ])('allow in the contract %s', (text) => {
    expect(eagerSchemaViolations('packages/protocol/src/events.ts', text)).toEqual([]);
  });
});
