// A note on the desk as the layer of notes wants it; what draws it is loaded with the first one.
import type { ReactNode } from 'react';
import { PaneBoundary } from '../desk/pane-boundary.tsx';
import { createPart, usePart } from '../desk/part.ts';

export const stickyPart = createPart(async () => (await import('./desk-sticky.tsx')).DeskSticky);

/** Given to the layer of notes, which needs it to keep its identity. */
export const renderSticky = (noteId: string): ReactNode => (
  <PaneBoundary title="This note">
    <Sticky noteId={noteId} />
  </PaneBoundary>
);

function Sticky({ noteId }: { readonly noteId: string }) {
  const DeskSticky = usePart(stickyPart);
  return DeskSticky === null ? null : <DeskSticky noteId={noteId} />;
}
