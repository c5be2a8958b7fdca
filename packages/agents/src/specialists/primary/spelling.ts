// Spelling, as far as it goes without a dictionary: the letters of the word as the person wrote it.

const PATTERNS: readonly RegExp[] = [
  /\b(?:spell(?:ed)?|write)\s+(?:me\s+|out\s+)?(?:the\s+)?(?:word\s+)?["“']?([\p{L}-]+)["”']?/iu,
  /\bspelling\s+(?:of|for)\s+(?:the\s+)?(?:word\s+)?["“']?([\p{L}-]+)/iu,
];
const COUNT =
  /\bhow many\s+["“']?(\p{L})["”']?(?:'?s)?\s+(?:are\s+)?(?:there\s+)?(?:in|does)\s+(?:the\s+)?(?:word\s+)?["“']?([\p{L}-]+)/iu;
const LENGTH =
  /\b(?:how many|what|which) letters\s+(?:are\s+)?(?:there\s+)?(?:in|has|does)\s+(?:the\s+)?(?:word\s+)?["“']?([\p{L}-]+)/iu;
const PASSIVE =
  /\b(?:how is|how's|how are|is|tell me how)\s+(?:the\s+)?(?:word\s+)?["“']?([\p{L}-]+)["”']?\s+(?:is\s+)?(?:correctly\s+)?(?:spelled|spelt|written)/iu;
const FILLERS: ReadonlySet<string> = new Set([
  'it',
  'this',
  'that',
  'out',
  'correctly',
  'for',
  'is',
  'the',
  'right',
  'a',
  'an',
  'word',
  'check',
  'with',
]);

export function answerSpelling(text: string): string {
  const count = COUNT.exec(text);
  if (count?.[1] !== undefined && count[2] !== undefined) {
    const letter = count[1].toLowerCase();
    const times = [...count[2].toLowerCase()].filter((character) => character === letter).length;
    return `“${count[2]}” as you wrote it has ${times === 0 ? 'no' : times} ${letter.toUpperCase()}${times === 1 ? '' : '’s'}.`;
  }
  const length = LENGTH.exec(text)?.[1];
  if (length !== undefined) return `${letters(length)}: ${[...length.replaceAll('-', '')].length} letters.`;
  const word = [PASSIVE, ...PATTERNS]
    .map((pattern) => pattern.exec(text)?.[1])
    .find((found) => found !== undefined && !FILLERS.has(found.toLowerCase()));
  if (word === undefined) return 'Which word shall I spell? For instance: spell “rhythm”.';
  return `${letters(word)}, as you wrote it. I have no dictionary here to check it with.`;
}

function letters(word: string): string {
  return [...word.toUpperCase()].join('-');
}
