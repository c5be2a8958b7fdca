// Keeps a scrolled list at its newest end while the reader is there, and leaves it alone while the reader is anywhere else.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Nearer to the end than this counts as being at the end; about half a line. */
const END_TOLERANCE_PX = 12;

export interface StickToNewest {
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  readonly isAtNewest: boolean;
  readonly onScroll: () => void;
  readonly scrollToNewest: () => void;
}

/**
 * `version` changes with whatever the list shows. `firstKey` names its first row: when only that changes, older rows were put
 * in front and what the reader looks at is held still.
 */
export function useStickToNewest(version: unknown, firstKey: string | undefined): StickToNewest {
  const scrollRef = useRef<HTMLDivElement>(null);
  const atNewest = useRef(true);
  const lastTopPx = useRef(0);
  const before = useRef<{ firstKey: string | undefined; heightPx: number }>({ firstKey, heightPx: 0 });
  const [isAtNewest, setIsAtNewest] = useState(true);

  const jumpToNewest = useCallback(() => {
    const list = scrollRef.current;
    if (list === null) return;
    list.scrollTop = list.scrollHeight;
    lastTopPx.current = list.scrollTop;
  }, []);

  // `version` is not read: it stands for all that may have changed the height.
  useLayoutEffect(() => {
    const list = scrollRef.current;
    if (list === null) return;
    const { firstKey: lastFirstKey, heightPx } = before.current;
    if (atNewest.current) jumpToNewest();
    else if (lastFirstKey !== firstKey && heightPx > 0) list.scrollTop += list.scrollHeight - heightPx;
    before.current = { firstKey, heightPx: list.scrollHeight };
  }, [version, firstKey, jumpToNewest]);

  // The window, the pill or a banner may change how much of the list is seen.
  useEffect(() => {
    const list = scrollRef.current;
    if (list === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (atNewest.current) jumpToNewest();
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [jumpToNewest]);

  const onScroll = useCallback(() => {
    const list = scrollRef.current;
    if (list === null) return;
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight <= END_TOLERANCE_PX;
    // Only going up leaves the end. It also moves away by itself, when the window is made narrower just before a scroll is told.
    const isGoingUp = list.scrollTop < lastTopPx.current;
    lastTopPx.current = list.scrollTop;
    if (isAtEnd || isGoingUp) atNewest.current = isAtEnd;
    else if (atNewest.current) jumpToNewest();
    setIsAtNewest(atNewest.current);
  }, [jumpToNewest]);

  const scrollToNewest = useCallback(() => {
    atNewest.current = true;
    setIsAtNewest(true);
    jumpToNewest();
  }, [jumpToNewest]);

  return { scrollRef, isAtNewest, onScroll, scrollToNewest };
}
