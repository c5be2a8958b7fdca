// Keeps how windows and notes stand: reads it from the host at the start, saves it when it changed, one text for each size of display.
// Two tabs of one browser are one client; the one that changed last is what both come back to.
import { type Clock, errorBody, type Ids } from '@vos/base';
import type { CommandInput, CommandResult } from '@vos/protocol';
import { type Desk, emptyDesk, layoutKey, nearestLayoutKey, next, parse, placesOf, serialise, type Size } from '@vos/windows';
import { type DeskState, firstDesk } from './desk-state.ts';
import { homePlace, isAtHome, homeRules } from './home.ts';
import type { PageStorage } from './page-storage.ts';

/** A drag or a row of key presses becomes one write. What is lost if the page dies before is a second of arranging. */
const QUIET_MS = 500;

/** A host on this machine answers within milliseconds. After this a person would rather have a desk than the right one. */
const WAIT_MS = 1_500;

const CLIENT_KEY = 'vos.client';
const UNSAVED_KEY = 'vos.desk.unsaved';

export interface LayoutKeeperOptions {
  readonly desk: DeskState;
  readonly read: (params: CommandInput<'desk/read'>) => Promise<CommandResult<'desk/read'>>;
  readonly save: (params: CommandInput<'desk/save'>) => Promise<CommandResult<'desk/save'>>;
  /** Who this page is to the host; a page without it remembers an id of its own in its storage. */
  readonly clientId?: string | undefined;
  readonly storage: PageStorage;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly displaySize: () => Size;
  readonly homePaneId: string;
  readonly isKnownPane: (paneId: string) => boolean;
}

export interface LayoutKeeper {
  /** Draws a first desk if no layout comes in time. The returned function ends the wait. */
  begin(): () => void;
  /** Reads the layout once, and saves what could not be saved before. */
  goOnline(): void;
  /** Saves at once what waits for a quiet moment. What does not get through any more is taken up at the next start. */
  flush(): void;
}

/** What a layout is written from. */
const written = ['windows', 'stack', 'closed', 'stickies', 'stickyStack'] as const;

interface Layout {
  readonly key: string;
  readonly layout: string;
}

export function createLayoutKeeper(options: LayoutKeeperOptions): LayoutKeeper {
  const { desk, read, save, storage, clock, ids, displaySize, homePaneId, isKnownPane } = options;
  const clientId = options.clientId ?? clientIdOf(storage, ids);
  /** What is known of each display, by its key. */
  const layouts = new Map<string, string>();
  /** What of it the host has not confirmed yet. */
  const unsent = new Map<string, string>();
  let isRead = false;
  let isSending = false;
  /** Whether windows changed since they were last written down. */
  let isDirty = false;
  /** The desk that was drawn because no layout came in time, until a person changes it. */
  let stopgap: Desk | null = null;
  let cancelSave = (): void => {};

  desk.onChange((after, before) => {
    if (after.display !== before.display) {
      // What was arranged a moment ago was arranged on the display before.
      if (isDirty) writeDown(before);
      const known = layouts.get(layoutKey(after.display));
      if (known !== undefined) desk.dispatch({ kind: 'arrange', places: placesOf(readLayout(known, after.display).desk) });
    }
    if (written.every((part) => after[part] === before[part])) return;
    stopgap = null;
    isDirty = true;
    cancelSave();
    cancelSave = clock.schedule(QUIET_MS, () => {
      writeDown(currentDesk());
      void send();
    });
  });

  function currentDesk(): Desk {
    return desk.view.getState().store.view.getState().desk;
  }

  function writeDown(current: Desk): void {
    isDirty = false;
    const key = layoutKey(current.display);
    const text = serialise(current);
    if (layouts.get(key) === text) return;
    layouts.set(key, text);
    unsent.set(key, text);
  }

  function readLayout(text: string, display: Size): ReturnType<typeof parse> {
    return parse(text, emptyDesk(display), { isKnownPane, rules: homeRules });
  }

  /** What is open comes from the layout saved last, where it stands from the display nearest in size. */
  function restoredDesk(saved: readonly Layout[]): Desk {
    const display = displaySize();
    const usable = saved.filter(({ layout }) => readLayout(layout, display).loss !== 'all');
    const [latest] = usable;
    if (latest === undefined) return firstDesk(display, homePaneId);
    const { desk: restored } = readLayout(latest.layout, display);
    const nearestKey = nearestLayoutKey(
      usable.map(({ key }) => key),
      display,
    );
    const nearest = usable.find(({ key }) => key === nearestKey) ?? latest;
    const places = new Map(placesOf(readLayout(nearest.layout, display).desk));
    const arranged = next(restored, { kind: 'arrange', places }, homeRules).desk;
    if (!isAtHome(arranged, homePaneId, sizeOf(nearest.key))) return arranged;
    return next(arranged, { kind: 'arrange', places: new Map([[homePaneId, homePlace(display)]]) }, homeRules).desk;
  }

  async function readOnce(): Promise<void> {
    isRead = true;
    try {
      const answer = await read({ clientId });
      const unsaved = readUnsaved(storage);
      if (unsaved !== null) unsent.set(unsaved.key, unsaved.layout);
      const saved = unsaved === null ? answer.layouts : [unsaved, ...answer.layouts.filter(({ key }) => key !== unsaved.key)];
      for (const { key, layout } of saved) if (!layouts.has(key)) layouts.set(key, layout);
      if (!desk.view.getState().isRestored || stopgap !== null) desk.restore(restoredDesk(saved));
      stopgap = null;
    } catch {
      // The connection was lost again: the next one reads. Meanwhile `begin` sees to it that there is a desk.
      isRead = false;
      return;
    }
    await send();
  }

  async function send(): Promise<void> {
    // Before it was read, what is on the desk may be less than what is kept.
    if (!isRead || isSending) return;
    isSending = true;
    let isStopped = false;
    for (let [entry] = unsent; entry !== undefined && !isStopped; [entry] = unsent) {
      const [key, layout] = entry;
      try {
        await save({ clientId, key, layout });
      } catch (error) {
        // What may get through later stays in the list; what is refused for good would keep back everything after it.
        isStopped = errorBody(error).retryable;
      }
      if (!isStopped && unsent.get(key) === layout) unsent.delete(key);
    }
    isSending = false;
    if (unsent.size === 0) writeUnsaved(storage, null);
  }

  return {
    begin() {
      return clock.schedule(WAIT_MS, () => {
        if (desk.view.getState().isRestored) return;
        const first = firstDesk(displaySize(), homePaneId);
        stopgap = first;
        desk.restore(first);
      });
    },
    goOnline() {
      void (isRead ? send() : readOnce());
    },
    flush() {
      if (isDirty) writeDown(currentDesk());
      const [latest] = [...unsent].slice(-1);
      if (latest === undefined) return;
      writeUnsaved(storage, { key: latest[0], layout: latest[1] });
      void send();
    },
  };
}

function sizeOf(key: string): Size {
  const [width = 0, height = 0] = key.split('x').map(Number);
  return { width, height };
}

function clientIdOf(storage: PageStorage, ids: Ids): string {
  const fresh = ids.next('client');
  try {
    const known = storage.getItem(CLIENT_KEY);
    if (known !== null && /^client_[0-9a-f]{32}$/.test(known)) return known;
    storage.setItem(CLIENT_KEY, fresh);
  } catch {
    // Without storage the page is a client of its own, and starts with a first desk each time.
  }
  return fresh;
}

function readUnsaved(storage: PageStorage): Layout | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(UNSAVED_KEY) ?? 'null');
    if (typeof value !== 'object' || value === null || !('key' in value) || !('layout' in value)) return null;
    const { key, layout } = value;
    return typeof key === 'string' && typeof layout === 'string' ? { key, layout } : null;
  } catch {
    return null;
  }
}

function writeUnsaved(storage: PageStorage, layout: Layout | null): void {
  try {
    if (layout === null) storage.removeItem(UNSAVED_KEY);
    else storage.setItem(UNSAVED_KEY, JSON.stringify(layout));
  } catch {
    // No room: then the last second of arranging is lost.
  }
}
