// The windows of this desk as the person has them: the window manager, what came with the last start, and what happened in windows
// that cannot be seen. Local to the page that shows it; the layout keeper stores it.
import { must } from '@vos/base';
import type { HostEvent } from '@vos/protocol';
import { type Desk, type DeskAction, emptyDesk, focusedId, next, type Rect, type Size, windowOf } from '@vos/windows';
import { createDeskStore, type DeskState as WindowsState, type DeskStore } from '@vos/windows/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Pane } from '../panes/pane.ts';
import { besidePlace, hasRoomBeside, homePlace, isAtHome, homeRules, placeBeside } from './home.ts';
import { isMostlyInView } from './in-view.ts';
import type { Toasts } from './toasts.ts';

export interface DeskView {
  /** Replaced when a layout is restored. */
  readonly store: DeskStore;
  /** Whether it is known how the windows stood; until then none is drawn, so that none jumps. */
  readonly isRestored: boolean;
  /** Windows that were there when the desk was restored; they appear without being announced by motion. */
  readonly restoredIds: ReadonlySet<string>;
  /** By pane id: what happened in it since it was last in view. */
  readonly unreadCounts: Readonly<Record<string, number>>;
  /** The window that is being moved by the arrow keys, and where it stood before. */
  readonly arranging: { readonly id: string; readonly start: Rect } | null;
}

export interface DeskState {
  readonly view: Pick<StoreApi<DeskView>, 'getState' | 'subscribe' | 'getInitialState'>;
  /** Shows a pane's window, opening it where it stood last if it is closed. Before the desk is restored it waits for that. */
  open(paneId: string): void;
  /** Opens a pane's window where it cannot be seen; one of which most is in view stays where it is, below what the person is at. */
  bringIntoView(paneId: string): void;
  /** As a press on its rail item: opens, shows, or minimises the window in front. */
  pressRail(paneId: string): void;
  /** Closes a window and offers to undo it. */
  close(id: string): void;
  undoClose(): void;
  minimise(id: string): void;
  toggleFullScreen(id: string): void;
  /** Lets the arrow keys move and resize the window until they are let go of. */
  startArranging(id: string): void;
  /** `keep`: where the arrow keys took it. `restore`: where it stood before. */
  endArranging(how: 'keep' | 'restore'): void;
  dispatch(action: DeskAction): void;
  /** The id of the window in front. */
  frontId(): string | null;
  /** Puts the desk as it was. What was asked for in the meantime happens on it. */
  restore(desk: Desk): void;
  onEvent(event: HostEvent): void;
  /** Hears of every change of the windows, with the desk before and after it. Restoring is none. */
  onChange(listener: (after: Desk, before: Desk) => void): void;
}

export interface DeskStateOptions {
  readonly panes: readonly Pane[];
  readonly toasts: Toasts;
  readonly display: Size;
}

export function createDeskState({ panes, toasts, display }: DeskStateOptions): DeskState {
  const homePaneId = must(panes[0], 'the desk has panes').id;
  const view = createStore<DeskView>(() => ({
    store: createDeskStore(emptyDesk(display), homeRules),
    isRestored: false,
    restoredIds: new Set(),
    unreadCounts: {},
    arranging: null,
  }));
  const listeners = new Set<(after: Desk, before: Desk) => void>();
  const waiting: (() => void)[] = [];
  let unfollow = (): void => {};
  let dismissUndo = (): void => {};
  follow();

  const desk = (): Desk => view.getState().store.view.getState().desk;
  const dispatch = (action: DeskAction): void => view.getState().store.dispatch(action);
  const titleOf = (paneId: string): string => panes.find(({ id }) => id === paneId)?.title ?? paneId;

  function follow(): void {
    unfollow();
    const { store } = view.getState();
    const ends = [
      store.view.subscribe(onWindows),
      store.onEffect((effect) => {
        if (effect.kind !== 'limit-reached') return;
        if (effect.of === 'windows') {
          const line = 'Close one to open another. Nothing was closed.';
          toasts.show({ icon: 'app-window', title: `${effect.limitCount} windows are open`, line });
        } else {
          const line = 'Take one off to put another there.';
          toasts.show({ icon: 'notebook-pen', title: `${effect.limitCount} notes lie on the desk`, line });
        }
      }),
    ];
    unfollow = () => {
      for (const end of ends) end();
    };
  }

  function onWindows(after: WindowsState, before: WindowsState): void {
    if (after.windows !== before.windows) readWhatIsInView(after);
    if (after.desk.closed !== before.desk.closed) dismissUndo();
    const { arranging } = view.getState();
    if (arranging !== null && focusedId(after.desk) !== arranging.id) view.setState({ arranging: null });
    // First, because a layout that was saved for the new display knows better.
    if (after.desk.display !== before.desk.display && isAtHome(after.desk, homePaneId, before.desk.display)) {
      dispatch({ kind: 'arrange', places: new Map([[homePaneId, homePlace(after.desk.display)]]) });
    }
    for (const listener of listeners) listener(after.desk, before.desk);
  }

  function readWhatIsInView({ windows }: Pick<WindowsState, 'windows'>): void {
    const { unreadCounts } = view.getState();
    const inView = new Set(windows.filter(({ isShown }) => isShown).map(({ paneId }) => paneId));
    if (![...inView].some((id) => (unreadCounts[id] ?? 0) > 0)) return;
    view.setState({ unreadCounts: Object.fromEntries(Object.entries(unreadCounts).filter(([id]) => !inView.has(id))) });
  }

  function whenRestored(action: () => void): void {
    if (view.getState().isRestored) action();
    else waiting.push(action);
  }

  function openFresh(paneId: string): void {
    const before = desk();
    const last = before.closed.findLast(({ id }) => id === paneId);
    const places = new Map<string, Rect>();
    if (paneId === homePaneId) {
      if (before.windows.length === 0) places.set(paneId, homePlace(before.display));
    } else if (isAtHome(before, homePaneId, before.display) && hasRoomBeside(before.display)) {
      places.set(homePaneId, besidePlace(before.display));
    }
    const place = last?.wanted ?? (places.has(paneId) ? null : placeBeside(before, paneId, places));
    if (place !== null) places.set(paneId, place);
    dispatch({ kind: 'open', paneId });
    if (windowOf(desk(), paneId) !== undefined) dispatch({ kind: 'arrange', places });
  }

  function open(paneId: string): void {
    whenRestored(() => {
      if (windowOf(desk(), paneId) === undefined) openFresh(paneId);
      else dispatch({ kind: 'show', id: paneId });
    });
  }

  return {
    view,
    open,
    bringIntoView(paneId) {
      whenRestored(() => {
        const { windows, desk: now } = view.getState().store.view.getState();
        if (!isMostlyInView(paneId, windows, now.stack)) open(paneId);
      });
    },
    pressRail(paneId) {
      whenRestored(() => {
        if (windowOf(desk(), paneId) === undefined) openFresh(paneId);
        else dispatch({ kind: 'press-rail', paneId });
      });
    },
    close(id) {
      const window = windowOf(desk(), id);
      if (window === undefined) return;
      dispatch({ kind: 'close', id });
      dismissUndo = toasts.show({
        icon: panes.find((pane) => pane.id === window.paneId)?.icon ?? 'app-window',
        title: `${titleOf(window.paneId)} closed`,
        line: 'It comes back where it was.',
        action: { label: 'Undo', run: () => dispatch({ kind: 'undo-close' }) },
      });
    },
    undoClose: () => dispatch({ kind: 'undo-close' }),
    minimise: (id) => dispatch({ kind: 'minimise', id }),
    toggleFullScreen(id) {
      whenRestored(() => {
        const isFullScreen = windowOf(desk(), id)?.placement.kind === 'full-screen';
        dispatch({ kind: isFullScreen ? 'leave-full-screen' : 'enter-full-screen', id });
      });
    },
    startArranging(id) {
      dispatch({ kind: 'leave-full-screen', id });
      const shown = view
        .getState()
        .store.view.getState()
        .windows.find((window) => window.id === id);
      if (shown?.isMovable === true) view.setState({ arranging: { id, start: shown.rect } });
      else if (shown !== undefined)
        toasts.show({ icon: 'app-window', title: 'A window fills a screen this narrow', line: 'There is nowhere to move it.' });
    },
    endArranging(how) {
      const { arranging } = view.getState();
      if (arranging === null) return;
      view.setState({ arranging: null });
      if (how === 'restore') dispatch({ kind: 'place', id: arranging.id, rect: arranging.start });
    },
    dispatch,
    frontId: () => focusedId(desk()),
    restore(restored) {
      // The display may have changed while the layout was on its way.
      const { display, pillRisePx } = desk();
      const { desk: onDisplay } = next({ ...restored, pillRisePx }, { kind: 'display', size: display }, homeRules);
      const store = createDeskStore(onDisplay, homeRules);
      view.setState({ store, isRestored: true, restoredIds: new Set(onDisplay.stack), arranging: null });
      follow();
      readWhatIsInView(store.view.getState());
      for (const action of waiting.splice(0)) action();
    },
    onEvent(event) {
      const { store, unreadCounts } = view.getState();
      const { windows } = store.view.getState();
      for (const { id, isNews } of panes) {
        if (!windows.some(({ paneId, isShown }) => paneId === id && isShown) && isNews(event)) {
          view.setState({ unreadCounts: { ...unreadCounts, [id]: (unreadCounts[id] ?? 0) + 1 } });
        }
      }
    },
    onChange: (listener) => void listeners.add(listener),
  };
}

/** The desk of a first start: the chat alone. */
export function firstDesk(display: Size, paneId: string): Desk {
  const { desk } = next(emptyDesk(display), { kind: 'open', paneId }, homeRules);
  return next(desk, { kind: 'arrange', places: new Map([[paneId, homePlace(display)]]) }, homeRules).desk;
}
