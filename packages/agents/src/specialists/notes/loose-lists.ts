// Freer wordings about a list, read only once it is clear from elsewhere that the notes agent is meant.

export interface ListChange {
  readonly list: string;
  /** As they were said: “milk and two lemons”. */
  readonly items?: string;
  readonly removed?: string;
}

/** The list a text speaks of while it asks for no change; undefined otherwise. */
export function readListLoosely(text: string): string | undefined {
  const list = listNamed(text);
  if (list === undefined) return undefined;
  return CHANGE_VERB.test(text) ? undefined : list;
}

/** What goes on a list and what comes off it; undefined unless every part of the text is understood. */
export function readListChangeLoosely(text: string): ListChange | undefined {
  const list = listNamed(text);
  if (list === undefined) return undefined;
  const added: string[] = [];
  const removed: string[] = [];
  for (const clause of clausesOf(text)) {
    const off = firstGroup(REMOVALS, clause);
    const on = off === undefined ? firstGroup(ADDITIONS, clause) : undefined;
    const item = tidy(off ?? on ?? '');
    // “… and add it”: the thing was named before.
    if (item === '' || PRONOUN.test(item)) continue;
    (off === undefined ? added : removed).push(item);
  }
  if (removed.length > 1 || added.length + removed.length === 0) return undefined;
  return {
    list,
    ...(added.length === 0 ? {} : { items: added.join(', ') }),
    ...(removed[0] === undefined ? {} : { removed: removed[0] }),
  };
}

const LIST = String.raw`(?:(?:[\p{L}-]+\s+)?list(?:\s+(?:for shopping|of groceries))?|groceries|shopping (?:cart|bag|basket))`;
const MENTION = new RegExp(
  String.raw`(?:\s*\b(?:from|off of|off|out of|of|to|onto|on|in|for))?(?:\s+|^)(?:my|the|our|a|this)?\s*\b${LIST}\b`,
  'giu',
);
const NAME = new RegExp(String.raw`\b(?<name>${LIST})\b`, 'iu');
const ARTICLE = /^(?:my|the|our|a|this|to|on|off|from|of|in|whole|entire|read|show|display|and)\s+/i;
const CHANGE_VERB =
  /\b(?:add|remove|delete|take|erase|scratch|strike|cross|drop|append|clear|empty|start|need .+ on)\b|(?<!\b(?:i|we) )\bput\b|^(?!does\b).*\binclude\b/i;
const CLAUSE_START = String.raw`(?=(?:please\s+|also\s+|so\s+|can you\s+|you\s+)*(?:add|put|remove|delete|take|include|erase|if not)\b)`;
const CLAUSE_END = new RegExp(String.raw`[,;]?\s+(?:and|then|but)\s+${CLAUSE_START}|[,;]\s*${CLAUSE_START}`, 'iu');
const REASON =
  /[,;]?\s+(?:please\s+)?(?:(?:if|unless|because|cause|since|as)\s+(?:it|they|i|we|not)|i(?:'m| am| just)|we(?:'re| are| just))\b.*$/i;
const REMOVALS: readonly RegExp[] = [
  /\bget\s+(.+?)\s+(?:removed|deleted|taken)$/i,
  /\b(?:remove|delete|take|erase|scratch|strike|drop|cross)\s+(?:out\s+|off\s+)?(.+)$/i,
  /\b(?:no longer|don't|do not)\s+need\s+(.+)$/i,
];
const ADDITIONS: readonly RegExp[] = [
  /\bget\s+(.+?)\s+added$/i,
  /\b(?:add|put|include|place|append)\s+(.+)$/i,
  /\b(?:make|be) sure\s+(?:that\s+)?(.+?)(?:\s+(?:is|are|gets?)(?:\s+(?:added|there))?)?$/i,
  /\b(?:out of|low on)\s+(.+?)(?:\s+and need them to be added)?$/i,
  /\bneed\s+(.+?)(?:\s+to be(?: added)?| added)?$/i,
  /^(?:is|are|do i have)\s+(.+?)$/i,
];
const PRONOUN = /^(?:it|them|that|this|some|one)$/i;

function clausesOf(text: string): readonly string[] {
  return text
    .replace(MENTION, ' ')
    .split(CLAUSE_END)
    .map((clause) => clause.replace(/^\s*if not\s*/i, ''))
    .map((clause) =>
      (/^\s*(?:i'm|i am|we're|we are)\b/i.test(clause) ? clause : clause.replace(REASON, '')).replace(/\s+/g, ' ').trim(),
    )
    .filter((clause) => clause !== '');
}

function listNamed(text: string): string | undefined {
  const name = NAME.exec(text)?.groups?.['name']?.replace(ARTICLE, '').toLowerCase();
  if (name === undefined) return undefined;
  return /^(?:list|groceries|list for shopping|list of groceries|shopping (?:cart|bag|basket))$/.test(name)
    ? 'shopping list'
    : name.replace(/\s+(?:for shopping|of groceries)$/, '');
}

function firstGroup(forms: readonly RegExp[], clause: string): string | undefined {
  return forms.map((form) => form.exec(clause)?.[1]).find((found) => found !== undefined);
}

function tidy(item: string): string {
  return item
    .trim()
    .replace(/^(?:some|extra|more)\s+/i, '')
    .replace(/(?:[,\s]+(?:as well|too|also|already|please|instead|now|again|any ?more|on it|to it|off it))+$/i, '')
    .replace(/\s+(?:listed|on|off|of|in|to)$/i, '')
    .trim();
}
