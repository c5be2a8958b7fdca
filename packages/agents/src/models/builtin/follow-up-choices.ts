// What a short answer points at: one of the choices that were offered, or the thing that was spoken of last.

/** The choices of a question that offers them, numbered and one a line; empty where it offers none. */
export function choicesOf(said: string): readonly string[] {
  const lines = said.trimEnd().split('\n');
  if (lines.at(-1)?.endsWith('?') !== true) return [];
  const choices = lines.flatMap((line) => /^\d+\. (.+)$/.exec(line)?.[1] ?? []);
  return choices.length < 2 ? [] : choices;
}

/** The choice an answer names: by its words, as “2” or as “the second one”; undefined where it could be several or none. */
export function chosenFrom(choices: readonly string[], answer: string): string | undefined {
  const named = [answer, theOneMeant(answer)].map((text) => wordsOf(text).join(' '));
  const exact = choices.filter((choice) => named.includes(wordsOf(choice).join(' ')));
  if (exact.length === 1) return exact[0];
  const ordinal = /^(?:please\s+)?(?:the\s+|number\s+|no\.?\s*|#|option\s+)*(\w+)(?:\s+(?:one|note|of them|please))*[.!]*$/i.exec(
    answer.trim(),
  )?.[1];
  const place = ordinal === undefined ? undefined : placeOf(ordinal.toLowerCase(), choices.length);
  if (place !== undefined) return choices[place];
  const wanted = wordsOf(theOneMeant(answer));
  const fitting = choices.filter((choice) => {
    const held = new Set(wordsOf(choice));
    return wanted.length > 0 && wanted.every((word) => held.has(word));
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** “the birthday one” → “birthday”; “the note about the cake, please” → “the cake”. */
export function theOneMeant(answer: string): string {
  return answer
    .trim()
    .replace(/[\s?!.,]+$/, '')
    .replace(/[,\s]+please$/i, '')
    .replace(/^(?:please\s+)?(?:it'?s|it is|i mean|i meant)\s+/i, '')
    .replace(
      /^(?:the|my|that)\s+(?:one|note)\s+(?:(?:that|which)\s+)?(?:is\s+)?(?:about|with|called|titled|named|for|on|of|says|saying)\s+/i,
      '',
    )
    .replace(/^(?:the|my|that)\s+(.+?)\s+(?:one|note)$/i, '$1')
    .replace(/^(?:the|my|that|an?)\s+(?=\S)/i, '')
    .trim();
}

/** True where an answer speaks of one of several in so many words, so that it is no request of its own. */
export function isPointing(answer: string): boolean {
  return /^(?:the|my|that)\s+(?:(?:one|note)\b|.{1,80}\s(?:one|note)\W*$|(?:newest|newer|oldest|older|latest|first|second|third|last)\W*$)/i.test(
    answer.trim(),
  );
}

/** “none of them”: nothing of what was offered is meant. */
export function isNoneMeant(answer: string): boolean {
  return /^(?:no|nope|none|neither|nothing|not any|no one|no,? thanks)(?:\s+(?:of (?:them|these|those)|thanks|thank you|one))*\W*$/i.test(
    answer.trim(),
  );
}

const PRONOUN = String.raw`(?:it|this|that|(?:this|that|the|the same) (?:note|one))`;
const AT_END = new RegExp(String.raw`(?<=\s)${PRONOUN}(?=[?!.\s]*$)`, 'i');
const BEFORE_CHANGE = new RegExp(
  String.raw`(?<=^(?:please\s+|(?:can|could|would|will) you\s+)*(?:change|rename|retitle|update|edit|rewrite|replace|pin|unpin|move|put|mark|set|what does|what did)\s+)${PRONOUN}(?=\s+(?:to|so|into|in|as|with|say)\b)`,
  'i',
);
/** Longer texts bring their own subject. */
const POINTING_WORD_LIMIT = 12;

/** The text with the thing spoken of last in place of its “it”; undefined where it has none. */
export function withSubject(text: string, subject: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.split(/\s+/).length > POINTING_WORD_LIMIT) return undefined;
  const pattern = BEFORE_CHANGE.test(trimmed) ? BEFORE_CHANGE : AT_END.test(trimmed) ? AT_END : undefined;
  return pattern === undefined ? undefined : trimmed.replace(pattern, () => subject);
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

function placeOf(word: string, count: number): number | undefined {
  if (word === 'last') return count - 1;
  const digits = /^(\d+)(?:st|nd|rd|th)?$/.exec(word)?.[1];
  const place = digits === undefined ? Math.max(ORDINALS.indexOf(word), NUMBERS.indexOf(word)) : Number(digits) - 1;
  return place >= 0 && place < count ? place : undefined;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
