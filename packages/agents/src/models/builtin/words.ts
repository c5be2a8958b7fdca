// Breaks a request into the words that are compared: forms of one word fall together, numbers are all alike, polite openings are gone.

/** Longest part of a request that is looked at, UTF-16 units. What somebody wants stands at the beginning; the rest is material. */
export const READ_LIMIT = 600;

const POLITE: readonly RegExp[] = [
  /^(?:please|hey|ok|okay|so|um|well|now)[ ,]+(?=\w+ \w)/,
  /^(?:can|could|would|will) you (?:please |kindly )?(?=\w)/,
  /^i (?:want|need|would like|wish) you to (?:please )?/,
  /^i'd like you to (?:please )?/,
  /[ ,]+(?:please|thanks|thank you|for me|for me please)$/,
  /^i (?:want|need|would like|wish) to know (?=\w+ \w)/,
  /^i'd like to know (?=\w+ \w)/,
  /^do you know (?=wh|how)/,
  /^(?:tell|show) me (?=wh|how)/,
];

/** Words, pairs of neighbours and the first word: each at most once. */
export function wordFeatures(text: string): readonly string[] {
  const words = (plainRequest(text).match(/[\p{L}']+|5|[+*/%^=-]/gu) ?? []).map(wordStem);
  const features = new Set(words);
  for (let index = 0; index + 1 < words.length; index += 1) features.add(`${words[index]} ${words[index + 1]}`);
  if (words[0] !== undefined) features.add(`^${words[0]}`);
  return [...features];
}

/** The request without polite wrapping, in lower case, every number as 5; never empty unless the request is. */
function plainRequest(text: string): string {
  let plain = text
    .slice(0, READ_LIMIT)
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[?!]/g, ' ')
    .replaceAll(/\bto[- ]do(?='?s?\b.*\blist|'?s?$)/g, 'todo')
    .replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .trim()
    .replace(/\.+$/, '');
  for (let round = 0; round < 3; round += 1) {
    const before = plain;
    for (const pattern of POLITE) {
      const stripped = plain.replace(pattern, '').trim();
      if (stripped.length > 1) plain = stripped;
    }
    if (plain === before) break;
  }
  return plain.replaceAll(/\d+(?:[.,:]\d+)*/g, '5').replaceAll(/\s+/g, ' ');
}

function wordStem(word: string): string {
  const bare = word.replace(/'s$/, '');
  if (bare.length > 4) return bare.replace(/ies$/, 'y').replace(/(?:ing|ed|es|s)$/, '');
  return bare.length > 3 ? bare.replace(/s$/, '') : bare;
}
