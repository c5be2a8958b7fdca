// Finds several requests in one message. Only offers parts that start like a request; whether they are taken apart is decided by what they mean.

const REQUEST_START =
  /^(?:please\s+)?(?:(?:can|could|would|will) you\s+)?(?:what|what's|whats|how|who|when|where|which|is|are|will|does|do|did|tell|show|give|list|convert|calculate|compute|note|remember|write|make|create|add|put|delete|remove|find|search|flip|roll|toss|throw|pick|open|read|spell|say|pin|archive|check|look|set|remind|call)\b/i;
/** What such a request captures may itself hold “and what …”, so only the end of a sentence ends it. */
const CAPTURE_START =
  /^(?:please\s+)?(?:(?:can|could|would|will) you\s+)?(?:note|write|jot|remember|save|take|make|create|add|new|record)\b/i;
const PART_LIMIT = 4;
/** Longer messages are material for one request, not several. */
const SPLIT_TEXT_LIMIT = 400;

/** At least two parts, each a piece of the text as it was written; undefined when the text is one request. */
export function requestParts(text: string, startsRequest: (part: string) => boolean): readonly string[] | undefined {
  if (text.length > SPLIT_TEXT_LIMIT) return undefined;
  const parts = sentences(text).flatMap((sentence) =>
    CAPTURE_START.test(sentence) ? [sentence] : clauses(sentence, startsRequest),
  );
  const isSplit =
    parts.length >= 2 && parts.length <= PART_LIMIT && parts.every((part) => REQUEST_START.test(part) || startsRequest(part));
  return isSplit ? parts : undefined;
}

function sentences(text: string): readonly string[] {
  return text
    .split(/(?<=[?!;])\s+|(?<=\p{L}\.)\s+(?=\p{Lu})|\n+/u)
    .map(trimmed)
    .filter((part) => part !== '');
}

function clauses(sentence: string, startsRequest: (part: string) => boolean): readonly string[] {
  const found: string[] = [];
  for (const piece of sentence.split(/,?\s+(?:and then|and also|and|then|also)\s+/i).map(trimmed)) {
    const previous = found.at(-1);
    if (previous === undefined || REQUEST_START.test(piece) || startsRequest(piece)) found.push(piece);
    else return [sentence];
  }
  return found;
}

function trimmed(part: string): string {
  return part.trim().replace(/[;,]+$/, '');
}

const GREETING =
  /^(?:hi|hello|hey|hello there|hi there|good (?:morning|afternoon|evening)|thanks|thank you|great|ok|okay)(?:\s+(?:vos|there))?\s*[,.!–-]+\s+(?=\S+\s+\S)/i;

/** The request after a greeting in front of it; the text itself where there is none. */
export function withoutGreeting(text: string): string {
  return text.replace(GREETING, '');
}
