// All windows of a desk. It renders when windows come and go; everything else is between each slot and the store.
import { useLayoutEffect, useRef } from 'react';
import type { DeskStore } from './desk-store.ts';
import { useDesk } from './use-desk.ts';
import { useKeysFollowWindows } from './use-keys-follow-windows.ts';
import { type WindowDrawing, WindowSlot } from './window-slot.tsx';

export interface WindowLayerProps extends WindowDrawing {
  readonly store: DeskStore;
}

/** Fills the page it is in and reports the page's size to the desk. `renderFrame` and `renderContent` should keep their identity. */
export function WindowLayer({ store, ...drawing }: WindowLayerProps) {
  const layerRef = useRef<HTMLDivElement>(null);
  const ids = useDesk(store, ({ windows }) => windows.map(({ id }) => id));
  useDisplay(store);
  useKeysFollowWindows(store, layerRef);
  // Nobody is left to follow the pointer.
  useLayoutEffect(() => () => store.dispatch({ kind: 'interrupt' }), [store]);
  return (
    <div ref={layerRef} className="window-layer" style={layerStyle}>
      {ids.map((id) => (
        <WindowSlot key={id} store={store} id={id} {...drawing} />
      ))}
    </div>
  );
}

/** The layer itself lets every press through; its own stacking keeps windows from mixing with rail and pill. */
const layerStyle = { position: 'absolute', inset: 0, isolation: 'isolate', pointerEvents: 'none' } as const;

function useDisplay(store: DeskStore): void {
  useLayoutEffect(() => {
    const report = () => store.dispatch({ kind: 'display', size: { width: window.innerWidth, height: window.innerHeight } });
    report();
    window.addEventListener('resize', report);
    return () => window.removeEventListener('resize', report);
  }, [store]);
}
