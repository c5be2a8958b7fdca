// The many ways people speak of a list they keep: what is on it, what goes on it, what comes off.

export type SpokenList =
  | { readonly kind: 'shown'; readonly list: string }
  | { readonly kind: 'added'; readonly list: string; readonly items: string }
  | { readonly kind: 'removed'; readonly list: string; readonly item: string };

/** `request` is without politeness and end marks. Undefined where no list is meant, and for two changes at once, which would be done by half. */
export function readSpokenList(request: string): SpokenList | undefined {
  if (/\b(?:and|then|but)\s+(?:please\s+)?(?:add|put|remove|take|delete|erase|include)\b/i.test(request)) return undefined;
  if (SHOPPING.test(request)) return { kind: 'shown', list: 'shopping list' };
  for (const { kind, form } of FORMS) {
    const groups = form.exec(request)?.groups;
    if (groups === undefined) continue;
    const list = listName(groups['list'] ?? '');
    if (kind === 'shown') return { kind, list };
    const item = (groups['item'] ?? '').trim();
    if (item === '' || /^(?:it|this|that|them|something|an item|a note)$/i.test(item)) continue;
    return kind === 'added' ? { kind, list, items: item } : { kind, list, item };
  }
  return undefined;
}

const LIST = String.raw`(?:my|the|our)\s+(?<list>(?:[\p{L}-]+\s+){0,2}list(?:\s+(?:for shopping|of groceries|of things to buy))?|groceries)`;
const END = String.raw`(?:\s+(?:to me|for me|out loud|aloud|back to me|too|as well|already|so far|now|again|at the moment))*$`;

const form = (
  kind: SpokenList['kind'],
  before: string,
  after = END,
): { readonly kind: SpokenList['kind']; readonly form: RegExp } => ({
  kind,
  form: new RegExp(`^${before}${LIST}${after}`, 'iu'),
});

const FORMS: readonly ReturnType<typeof form>[] = [
  form('added', String.raw`is\s+(?<item>.+?)\s+on\s+`, String.raw`,?\s+(?:and\s+)?if not,?\s+.*$`),
  form(
    'added',
    String.raw`(?:i|we)(?:'ve|'m|'re| have| am| are)?\s+(?:ran|run|all)?\s*out of\s+(?<item>.+?),?\s+(?:so\s+)?(?:add|put)\s+(?:it|that|them|some)\s+(?:to|on)\s+`,
  ),
  form('added', String.raw`(?:i|we)\s+(?:still\s+|also\s+)?(?:need|want)\s+(?<item>.+?)\s+(?:to be\s+)?(?:on|added to)\s+`),
  form('added', String.raw`(?:also\s+)?(?:add|put|get|include|place|stick|write)\s+(?<item>.+?)\s+(?:to|on|onto|in)\s+`),
  form(
    'removed',
    String.raw`i\s+(?:don't|do not|no longer)\s+need\s+(?<item>.+?)(?:\s+any ?more)?,?\s+(?:so\s+)?(?:take|remove)\s+(?:it|them)\s+(?:off|from)\s+`,
  ),
  form(
    'removed',
    String.raw`(?:remove|take|delete|erase|scratch|strike|cross|drop|get)\s+(?:off\s+)?(?<item>.+?)\s+(?:from|off|out)(?:\s+of)?\s+`,
  ),
  form(
    'shown',
    String.raw`(?:read|show|display|see|give|list|tell|check|open)(?:\s+(?:me|out|aloud|back|everything|all|what(?:'s| is)|that is|that's|the (?:items|things|contents|rest)|on|of|in|from))*\s+`,
  ),
  form('shown', String.raw`(?:what|which|how many)\b.{0,60}?\s(?:on|in)\s+`),
  form('shown', String.raw`(?:is|are|do i have|have i (?:put|got)|did i (?:put|add))\s+(?<item>.+?)\s+(?:on|in|to)\s+`),
];

/** Asks for the shopping list without naming it. */
const SHOPPING =
  /^(?:do i (?:still )?(?:need|have) to buy\b|what am i shopping for$|what (?:do i|did i|was it i|i) (?:still )?(?:have|need|want|wanted)\b.*\b(?:store|shop|shops|supermarket|market)$)/i;

/** Groceries and a list without a name are the shopping list. */
function listName(spoken: string): string {
  const name = spoken.trim().replace(/\s+(?:for shopping|of groceries|of things to buy)$/i, '');
  return /^(?:groceries|list)$/i.test(name) ? 'shopping list' : name;
}
