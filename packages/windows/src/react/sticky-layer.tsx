// All notes that lie on the desk. It renders when notes come, go or are put elsewhere.
import { useLayoutEffect, useRef } from 'react';
import type { DeskStore } from './desk-store.ts';
import { type StickyDrawing, StickySlot } from './sticky-slot.tsx';
import { useDesk } from './use-desk.ts';
import { useKeysFollowStickies } from './use-keys-follow-stickies.ts';

export interface StickyLayerProps extends StickyDrawing {
  readonly store: DeskStore;
}

/** Fills the page it is in. `renderNote` should keep its identity. */
export function StickyLayer({ store, ...drawing }: StickyLayerProps) {
  const layerRef = useRef<HTMLDivElement>(null);
  const stickies = useDesk(store, (state) => state.stickies);
  useKeysFollowStickies(store, layerRef);
  // Nobody is left to follow the pointer.
  useLayoutEffect(() => () => store.dispatch({ kind: 'interrupt' }), [store]);
  return (
    <div ref={layerRef} className="sticky-layer" style={layerStyle}>
      {stickies.map((view) => (
        <StickySlot key={view.id} store={store} view={view} {...drawing} />
      ))}
    </div>
  );
}

/** It lets every press through. No stacking of its own: the note that is used lies before the windows. */
const layerStyle = { position: 'absolute', inset: 0, pointerEvents: 'none' } as const;
