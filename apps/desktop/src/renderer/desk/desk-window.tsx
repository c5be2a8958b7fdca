// One window as the desk draws it: the frame with what its controls do, and the contents of its pane.
import { WindowFrame } from '@vos/ui';
import type { WindowView } from '@vos/windows';
import { type ReactNode, useCallback } from 'react';
import { useStore } from 'zustand';
import { deskCommands } from './desk-commands.ts';
import { PaneBoundary } from './pane-boundary.tsx';
import { type Part, usePart } from './part.ts';
import { useServices } from './services.ts';
import { capsOf, type Shortcut } from './shortcut.ts';

/** Both are given to the window layer, which needs them to keep their identity. */
export const renderFrame = (view: WindowView, content: ReactNode): ReactNode => <DeskWindow view={view}>{content}</DeskWindow>;
export const renderContent = ({ paneId }: Pick<WindowView, 'paneId'>): ReactNode => <PaneContents paneId={paneId} />;

function DeskWindow({ view, children }: { readonly view: WindowView; readonly children: ReactNode }) {
  const { desk, panes, isMac } = useServices();
  const { id, paneId, rect, isFocused, isFullScreen, isMinimised } = view;
  const pane = panes.find((candidate) => candidate.id === paneId);
  const isArranging = useStore(desk.view, ({ arranging }) => arranging?.id === id);
  const wasRestored = useStore(desk.view, ({ restoredIds }) => restoredIds.has(id));
  const keys = ({ shortcut }: { readonly shortcut: Shortcut }): string => capsOf(shortcut, isMac).join('+');
  const originOf = useCallback(() => originAt(paneId, rect), [paneId, rect]);
  return (
    <WindowFrame
      title={pane?.title ?? ''}
      icon={pane?.icon ?? ''}
      isFocused={isFocused}
      isFullScreen={isFullScreen}
      isMinimised={isMinimised}
      isArranging={isArranging}
      startsStill={wasRestored}
      originOf={originOf}
      shortcuts={{
        minimise: keys(deskCommands.minimise),
        fullScreen: keys(deskCommands.fullScreen),
        close: keys(deskCommands.close),
      }}
      onMinimise={() => desk.minimise(id)}
      onToggleFullScreen={() => desk.toggleFullScreen(id)}
      onClose={() => desk.close(id)}
    >
      {children}
    </WindowFrame>
  );
}

function PaneContents({ paneId }: { readonly paneId: string }) {
  const { panes } = useServices();
  const pane = panes.find(({ id }) => id === paneId);
  if (pane === undefined) return null;
  return (
    <PaneBoundary title={pane.title}>
      <PartContents part={pane.contents} />
    </PaneBoundary>
  );
}

function PartContents({ part }: { readonly part: Part }) {
  const Contents = usePart(part);
  // The frame stands already. Contents are there within a moment, and words that come and go would only flicker.
  return Contents === null ? <div className="empty" aria-busy="true" /> : <Contents />;
}

/** The middle of the pane's rail item, seen from the window: windows come from there and go there. */
function originAt(paneId: string, { x, y }: WindowView['rect']): { readonly x: number; readonly y: number } | null {
  const items = [...document.querySelectorAll<HTMLElement>('[data-rail-item]')];
  const item = items.find(({ dataset }) => dataset['railItem'] === paneId)?.getBoundingClientRect();
  return item === undefined ? null : { x: item.x + item.width / 2 - x, y: item.y + item.height / 2 - y };
}
