export { createDeskStore } from './desk-store.ts';
export type { DeskState, DeskStore } from './desk-store.ts';
export { StickyLayer } from './sticky-layer.tsx';
export { useDesk } from './use-desk.ts';
export { WindowLayer } from './window-layer.tsx';
export type { WindowLayerProps } from './window-layer.tsx';
export type { WindowDrawing } from './window-slot.tsx';
