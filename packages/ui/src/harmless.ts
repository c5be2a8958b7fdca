// Text that somebody wrote, for a place where it is only shown. Signs that turn letters around make “gnp.exe” look like “exe.png”; here they
// are shown instead of obeyed. What is kept, edited and copied as a whole stays as it was written.

/** Stands where letters would have been turned around. */
const SHOWN = '\uFFFD';

const LEFT_TO_RIGHT_EMBEDDING = '\u202A';
const RIGHT_TO_LEFT_EMBEDDING = '\u202B';
const END_OF_EMBEDDING = '\u202C';
const END_OF_ISOLATE = '\u2069';
const TURNING = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Overrides are shown as a mark. Embeddings and isolates, with which right-to-left scripts are mixed with others, stay where they are closed in
 * the same line; one that is not would reach beyond its text.
 */
export function harmless(text: string): string {
  return TURNING.test(text) ? text.split('\n').map(harmlessLine).join('\n') : text;
}

/** Whether some of it would be read differently from how it is written. */
export function turnsLetters(text: string): boolean {
  return harmless(text) !== text;
}

function harmlessLine(line: string): string {
  const signs = [...line];
  /** Where those that are open began, the innermost last. */
  const open: number[] = [];
  signs.forEach((sign, index) => {
    if (!TURNING.test(sign)) return;
    if (sign !== END_OF_EMBEDDING && sign !== END_OF_ISOLATE) {
      open.push(index);
      return;
    }
    const start = open.at(-1);
    const isPair = start !== undefined && isEmbedding(signs[start]) === (sign === END_OF_EMBEDDING);
    if (isPair) open.pop();
    // The end of what was shown has nothing left to end.
    if (!isPair || isOverride(signs[start])) signs[index] = '';
  });
  for (const index of open) signs[index] = SHOWN;
  return signs.map((sign) => (isOverride(sign) ? SHOWN : sign)).join('');
}

function isOverride(sign: string | undefined): boolean {
  return sign === '\u202D' || sign === '\u202E';
}

/** Whether it is ended by the end of an embedding, as an override is; an isolate has an end of its own. */
function isEmbedding(sign: string | undefined): boolean {
  return sign === LEFT_TO_RIGHT_EMBEDDING || sign === RIGHT_TO_LEFT_EMBEDDING || isOverride(sign);
}
