// A list of notes is told once: where a card shows them, the reply that names them again is shown by its first sentence. Pure.

/** `and 5 more.`, below the items a reply names. */
const REST = /^and [\d,]+ more\.?$/i;

/**
 * The reply without the list of what the card above it shows; unchanged where it names anything else, or has nothing but the list.
 * `isUnfinished`: it is still being written, so that its last line may be the beginning of an item.
 */
export function withoutListed(text: string, titles: readonly string[], isUnfinished = false): string {
  const lines = text.trimEnd().split('\n');
  const start = lines.findIndex((line) => /^-(?: |$)/.test(line));
  if (titles.length === 0 || start < 1) return text;
  const isRepeated = lines.slice(start).every((line, index, list) => {
    const isLast = index === list.length - 1;
    if (isLast && (REST.test(line) || (isUnfinished && /^(?:-|and\b.*|an?)$/.test(line)))) return true;
    if (!line.startsWith('- ')) return false;
    const item = line.slice(2);
    return titles.some(
      (title) => item === title || item.startsWith(`${title}: `) || (isUnfinished && isLast && `${title}:`.startsWith(item)),
    );
  });
  if (!isRepeated) return text;
  return lines.slice(0, start).join('\n').trimEnd().replace(/:$/, '.');
}
