// Turns what only makes sense after something else, an answer to a question or “and in Rome?”, into a whole request again.
import { choicesOf, chosenFrom, theOneMeant } from './follow-up-choices.ts';

const OPENER =
  /^(?:(?:and|also|or|then|but)\s+)?(?:(?:what|how) about|what of|(?:(?:do )?the )?same for|and also|and|also|or)\s+/i;
/** More words than this are a request of their own. */
const CONTINUATION_WORD_LIMIT = 8;

/** A place or time may stand without any opener: “in Rome?” More words than this are rather a request. */
const BARE_WORD_LIMIT = 4;

/** What follows “and …”, “what about …”, or a mere place or time; undefined if the text does not lean on the one before. */
export function continuationOf(text: string): string | undefined {
  const trimmed = withoutEnd(text);
  const rest = trimmed.replace(OPENER, '');
  const wordCount = rest.split(/\s+/).length;
  if (rest === '' || wordCount > CONTINUATION_WORD_LIMIT) return undefined;
  if (rest === trimmed && (wordCount > BARE_WORD_LIMIT || !isCircumstance(rest))) return undefined;
  return rest;
}

const DAY =
  /\b(?:the day after tomorrow|today|tonight|tomorrow|right now|now|yesterday|this (?:morning|afternoon|evening|weekend|week)|(?:the )?next (?:few days|week|weekend|month|\d+ days)|the weekend|(?:on |this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: (?:morning|afternoon|evening))?|in \w+ days)\b/i;
const PLACE_PART = /^(?:in|into|to|at|near|for|from|on)\b/i;

/** True for a mere place or time, which can only be meant for whoever was asked last. */
export function isCircumstance(rest: string): boolean {
  return PLACE_PART.test(rest) || DAY.exec(rest)?.[0].length === rest.length;
}

/** The earlier request with the new detail in place of the old one: the likeliest reading first. */
export function withDetail(earlier: string, rest: string): readonly string[] {
  const base = withoutEnd(earlier);
  const readings: string[] = [];
  const amount = /^[+-]?\d[\d.,]*%?/.exec(rest);
  const target = /^(?:in|into|to)\s+(\S+(?:\s\S+)?)$/i.exec(rest);
  const isConversion = /\d.*\b(?:in|into|to)\s+\S+(?:\s\S+)?$/i.test(base);

  if (DAY.exec(rest)?.[0].length === rest.length) readings.push(DAY.test(base) ? base.replace(DAY, rest) : `${base} ${rest}`);
  else if (amount !== null) {
    const pattern =
      amount[0].length === rest.length ? /[+-]?\d[\d.,]*%?/ : /[+-]?\d[\d.,]*%?(?:\s*(?!(?:to|in|into|of)\b)[a-z°]+)?/i;
    if (pattern.test(base)) readings.push(base.replace(pattern, rest));
  } else if (target !== null && isConversion) readings.push(base.replace(/\b(in|into|to)\s+\S+(?:\s\S+)?$/i, `$1 ${target[1]}`));
  else {
    const place = rest.replace(/^(?:in|at|near|for|from)\s+/i, '');
    const timeless = DAY.test(rest) ? base.replace(DAY, '').trim() : base;
    const [head, oldPlace] = splitAtPlace(timeless);
    if (oldPlace === undefined) readings.push(`${timeless} in ${place}`);
    else {
      const day = DAY.exec(oldPlace);
      readings.push(`${head} ${place}${day === null ? '' : ` ${day[0]}`}`);
    }
  }
  readings.push(`${base} ${rest}`);
  return [...new Set(readings)];
}

/** “weather in Paris tomorrow” → “weather in”, “Paris tomorrow”. */
function splitAtPlace(text: string): readonly [string, string | undefined] {
  const match = /^(.*\b(?:in|at|near|for))\s+(?!(?:the )?(?:morning|afternoon|evening|next|coming|\d+ days))(.+)$/i.exec(text);
  return match?.[1] !== undefined && match[2] !== undefined ? [match[1], match[2]] : [text, undefined];
}

/** The earlier request completed by the answer to a question about it: the likeliest reading first. */
export function withAnswer(earlier: string, question: string, answer: string): readonly string[] {
  const base = withoutEnd(earlier);
  const bare = withoutEnd(answer).replace(/^(?:it'?s|it is|i mean|i meant|make it|let'?s say|please|the answer is)\s+/i, '');
  const readings: string[] = [];
  if (/\bwhich note\b/i.test(question)) readings.push(withNote(base, bare));
  if (/^(?:in|at|for|to|into|on|from|of|by|with|about|near|between)\b/i.test(bare)) readings.push(`${base} ${bare}`);
  else {
    if (/\b(?:place|where|city|town|location)\b/i.test(question)) readings.push(`${base} in ${bare}`);
    if (/\b(?:into?|to) (?:what|which)\b|\bunits?\b/i.test(question)) readings.push(`${base} to ${bare}`);
    readings.push(`${base}: ${bare}`, `${base} ${bare}`);
  }
  return [...new Set([...readings, bare])];
}

/** The request with the note that was asked for. */
function withNote(base: string, answer: string): string {
  const unnamed = base.replace(/\s+(?:(?:all|every|both|of|a|my|the|that|this|these|those)\s+)*(?:notes?|it|this|that)$/i, '');
  const isLatest = /^(?:(?:the|my)\s+)?(?:last|latest|newest|most recent)(?:\s+(?:one|note))?$/i.test(answer);
  return `${unnamed} ${isLatest ? 'my last note' : `the note about “${theOneMeant(answer)}”`}`;
}

/** A question is short and ends as one, or offers choices; a note that is read out may end the same way but is seldom both. */
export function isQuestion(text: string): boolean {
  return (text.length <= 240 && text.trimEnd().endsWith('?')) || choicesOf(text).length > 0;
}

function withoutEnd(text: string): string {
  return text.trim().replace(/[\s?!.]+$/, '');
}

/** “What’s the weather in Utrecht?”, “The plumber called: he comes on Friday”. */
const OPENS_ANEW = /^(?:what|when|where|who|why|how|is|are|can|could|do|does|will|would|note|remind|remember)\b|[:;]/i;

/** “Tell me the weather in Paris”, “I would like a list of everything”. */
const ASKS_ANEW =
  /^(?:please\s+)?(?:tell|show|give|find|search|look|make|create|add|write|set|put|start|turn|play|send|convert|calculate|translate|list|let|i (?:want|need)|i(?:['’]d| would) like)\b/i;

/** “Show me the one about the cake”: still one of those that were asked about. */
const NAMES_ONE = /\b(?:the|that)(?: \w+)? one\b/i;

/** Words enough for a request of one's own; titles of notes are often four. */
const WHOLE_WORDS = 5;

/** After “which one do you mean?”: whether a text is about something new, for what is asked for is a name and no sentence with a turn of its own. */
export function speaksAnew(question: string, text: string): boolean {
  const said = text.trim();
  const isNameAskedFor = /\bwhich\b[^?]*\?$/i.test(question.trim());
  if (!isNameAskedFor || said.split(/\s+/).length < WHOLE_WORDS) return false;
  // A title may itself sound like a request.
  if (chosenFrom(choicesOf(question), said) !== undefined) return false;
  return OPENS_ANEW.test(said) || (ASKS_ANEW.test(said) && !NAMES_ONE.test(said));
}
