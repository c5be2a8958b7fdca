// Lists inside a note's Markdown: adding and striking out items.

/** The content with more at its end, on a line of its own. */
export function appended(content: string, addition: string): string {
  const body = content.trimEnd();
  return body === '' ? addition : `${body}\n${addition}`;
}

/** List items of what a person wants to put on a list: “milk, eggs and bread” are three. */
export function listItems(spoken: string): string {
  return spoken
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/i)
    .map((item) => item.trim().replace(/^(?:some|a few)\s+/i, ''))
    .filter((item) => item !== '')
    .map((item) => `- ${item}`)
    .join('\n');
}

/** What of the items to be added the content already holds, and the rest. Lines that are no list items are always new. */
export function newItems(
  content: string,
  addition: string,
): { readonly added: string; readonly alreadyThere: readonly string[] } {
  const known = new Set(content.split('\n').map(bare));
  const added: string[] = [];
  const alreadyThere: string[] = [];
  for (const line of addition.split('\n')) {
    const item = bare(line);
    if (/^\s*[-*+]\s/.test(line) && known.has(item)) alreadyThere.push(line.replace(/^\s*[-*+]\s+/, ''));
    else {
      added.push(line);
      known.add(item);
    }
  }
  return { added: added.join('\n'), alreadyThere };
}

/** The content without the line that holds this item; undefined when no line does. */
export function withoutItem(content: string, item: string): string | undefined {
  const wanted = bare(item);
  const lines = content.split('\n');
  const index = lines.findIndex((line) => bare(line) === wanted);
  return index < 0 ? undefined : lines.filter((_, position) => position !== index).join('\n');
}

function bare(line: string): string {
  return line
    .replace(/^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)/, '')
    .trim()
    .toLowerCase();
}
