// Rules on names and colours that no tool checks. Pure, so that they are tested with bad samples.
import { posix } from 'node:path';

const vagueNames = ['utils', 'helpers', 'common', 'misc', 'types'];
/** Deeper folders below src hide what a package holds. */
const FOLDER_DEPTH_LIMIT = 3;

/** What is wrong with a path, in one sentence each. */
export function pathViolations(path: string): readonly string[] {
  const below = /^(?:packages|apps)\/[^/]+\/src\/(.*)$/.exec(path)?.[1];
  if (below === undefined) return [];
  const folders = below.split('/').slice(0, -1);
  const name = posix.basename(path);
  const found: string[] = [];
  for (const folder of folders) {
    if (vagueNames.includes(folder)) found.push(`${path}: a folder is a noun of the product, not “${folder}”`);
  }
  if (folders.length > FOLDER_DEPTH_LIMIT) found.push(`${path}: at most ${FOLDER_DEPTH_LIMIT} folders below src`);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/.test(name)) found.push(`${path}: file names are kebab-case`);
  return found;
}

/** Where colours are named. */
const TOKENS = 'packages/ui/src/tokens.css';
const rawColor = /(?<![\w&/-])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi;

/** Every colour written out instead of named by a token. */
export function colorViolations(path: string, text: string): readonly string[] {
  if (path === TOKENS || /\.test\.tsx?$/.test(path)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(rawColor)].map(
        ([color]) => `${path}:${index + 1} writes the colour ${color}; name it in ${TOKENS} and use the token`,
      ),
    );
}

/** Where words that somebody wrote are made harmless before they are shown. */
const WORDS = 'packages/ui/src/words.tsx';

/** Words of somebody else that are shown with all their signs, some of which turn letters around. */
export function rawWordsViolations(path: string, text: string): readonly string[] {
  if (path === WORDS || !/^(?:packages|apps)\/.*(?<!\.test)\.tsx$/.test(path)) return [];
  return /<bdi\b/.test(text) ? [`${path}: words that somebody wrote are shown by Words of ${WORDS}`] : [];
}

/**
 * Schemas of the contract that are built when its files are loaded instead of when they are first used. All of them together, 600, were
 * half of the time in which the program of the page was loaded; an open desk needs a fifth of them.
 */
export function eagerSchemaViolations(path: string, text: string): readonly string[] {
  if (!/^packages\/protocol\/src\/((entities|commands)\/[^/]+|events|frames)\.ts$/.test(path)) return [];
  const named =
    /^(?:export )?const (\w+) =\s+(?:z\s*\.(?:object|discriminatedUnion|union|record)|\w+\s*\.(?:extend|omit|pick|partial))\(/gm;
  const listed = /^ {2}('[a-z-]+\/[a-z-]+'): (?!lazily\()/gm;
  return [...text.matchAll(named), ...text.matchAll(listed)].map(
    ([, name]) => `${path}: ${name} is built when it is loaded; put it into lazily(() => …)`,
  );
}
