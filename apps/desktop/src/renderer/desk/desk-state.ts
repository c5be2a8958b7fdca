// Which windows are open on this desk, which one is in front, and what happened in the closed ones. Local to the page that shows it.
import type { HostEvent } from '@vos/protocol';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Pane } from '../panes/pane.ts';

export interface DeskView {
  readonly openIds: readonly string[];
  readonly currentId: string | null;
  readonly fullScreenId: string | null;
  readonly unreadCounts: Readonly<Record<string, number>>;
}

export interface DeskState {
  readonly view: Pick<StoreApi<DeskView>, 'getState' | 'subscribe' | 'getInitialState'>;
  /** Opens a window, or brings it to the front. What was unread in it counts as seen. */
  open(paneId: string): void;
  close(paneId: string): void;
  toggleFullScreen(paneId: string): void;
  leaveFullScreen(): void;
  onEvent(event: HostEvent): void;
}

export function createDeskState(panes: readonly Pane[], openIds: readonly string[]): DeskState {
  const view = createStore<DeskView>(() => ({
    openIds,
    currentId: openIds.at(-1) ?? null,
    fullScreenId: null,
    unreadCounts: {},
  }));
  return {
    view,
    open(paneId) {
      view.setState(({ openIds: open, unreadCounts }) => ({
        openIds: open.includes(paneId) ? open : [...open, paneId],
        currentId: paneId,
        unreadCounts: { ...unreadCounts, [paneId]: 0 },
      }));
    },
    close(paneId) {
      view.setState(({ openIds: open, fullScreenId }) => {
        const left = open.filter((id) => id !== paneId);
        return { openIds: left, currentId: left.at(-1) ?? null, fullScreenId: fullScreenId === paneId ? null : fullScreenId };
      });
    },
    toggleFullScreen(paneId) {
      view.setState(({ fullScreenId }) => ({ fullScreenId: fullScreenId === paneId ? null : paneId }));
    },
    leaveFullScreen() {
      view.setState({ fullScreenId: null });
    },
    onEvent(event) {
      const { openIds: open, unreadCounts } = view.getState();
      for (const { id, isNews } of panes) {
        if (!open.includes(id) && isNews(event)) {
          view.setState({ unreadCounts: { ...unreadCounts, [id]: (unreadCounts[id] ?? 0) + 1 } });
        }
      }
    },
  };
}
