// Going through the entries of a log or list by keys, as through a feed: Tab comes to one of them, arrows go to the next, Home and End to the
// first and the last.
import { type RefObject, useEffect, useState } from 'react';

/** What is an entry, in the order in which they are shown. */
const ENTRY = '[data-entry-id]';

/**
 * The entry that Tab comes to: the one that had the keys last, else `startId`, else the newest. Who left the log while it showed its newest end comes
 * back to the newest.
 */
export function useEntryKeys(
  logRef: RefObject<HTMLElement | null>,
  entryIds: readonly string[],
  isAtNewest: boolean,
  startId?: string,
): string | undefined {
  const [lastId, setLastId] = useState<string | null>(null);

  useEffect(() => {
    const log = logRef.current;
    const ends = new AbortController();
    const { signal } = ends;
    log?.addEventListener('keydown', (event) => goOn(log, event), { signal });
    log?.addEventListener(
      'focusin',
      ({ target }) => {
        const entry = target instanceof Element ? target.closest<HTMLElement>(ENTRY) : null;
        if (entry !== null) setLastId(entry.dataset['entryId'] ?? null);
      },
      { signal },
    );
    log?.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (isAtNewest && !(relatedTarget instanceof Node && log.contains(relatedTarget))) setLastId(null);
      },
      { signal },
    );
    return () => ends.abort();
  }, [logRef, isAtNewest]);

  return [lastId, startId].find((id) => typeof id === 'string' && entryIds.includes(id)) ?? entryIds.at(-1);
}

function goOn(log: HTMLElement, event: KeyboardEvent): void {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(target instanceof Element)) return;
  const entries = [...log.querySelectorAll<HTMLElement>(ENTRY)];
  const at = entries.findIndex((entry) => entry.contains(target));
  if (at < 0 || isScrolledThrough(key, entries[at], log)) return;
  const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: entries.length - 1 }[key];
  if (next === undefined) return;
  event.preventDefault();
  entries[next]?.focus();
}

/** Whether the arrow first brings into view what of the entry is hidden in its direction; the browser scrolls by itself. */
function isScrolledThrough(key: string, entry: HTMLElement | undefined, log: HTMLElement): boolean {
  if (entry === undefined) return false;
  const [shown, view] = [entry.getBoundingClientRect(), log.getBoundingClientRect()];
  if (key === 'ArrowDown') return shown.bottom > view.bottom + 1;
  return key === 'ArrowUp' && shown.top < view.top - 1;
}
