// The desk: backdrop, windows, rail and input pill, or the screen that says why there is none.
import { MESSAGE_TEXT_LIMIT } from '@vos/protocol/entities';
import { DeskScreen, InputPill, Rail, ShortcutSheet, Toast } from '@vos/ui';
import { railStateOf } from '@vos/windows';
import { StickyLayer, useDesk, WindowLayer } from '@vos/windows/react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useWaitingCounts } from '../chat/use-waiting-counts.ts';
import { renderSticky } from '../notes/sticky-part.tsx';
import { chatPane } from '../panes/pane-registry.ts';
import { type DeskCommand, deskCommands, sheetShortcut, stopShortcut } from './desk-commands.ts';
import { renderContent, renderFrame } from './desk-window.tsx';
import { useServices } from './services.ts';
import { capsOf } from './shortcut.ts';
import { useDraft } from './use-draft.ts';
import { usePasteGuard } from './use-paste-guard.ts';
import { useShortcuts } from './use-shortcuts.ts';

export function Desk() {
  const { connection, reload } = useServices();
  const { status } = useStore(connection.view);
  switch (status.kind) {
    case 'refused':
      return (
        <DeskScreen title="This address has no key to the desk" action="Try again" onAction={connection.tryNow}>
          The key is part of the address, and the one here is missing or old. Open the address that <code>npm start</code> printed
          in its terminal. Your conversations are safe.
        </DeskScreen>
      );
    case 'outdated':
      return (
        <DeskScreen title="VOS was updated" action="Reload" onAction={reload}>
          {status.sentence}
        </DeskScreen>
      );
    default:
      return <OpenDesk />;
  }
}

function OpenDesk() {
  const { desk, layout, noteDrafts } = useServices();
  const { store, isRestored } = useStore(desk.view);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const showSheet = useCallback(() => setIsSheetOpen(true), []);
  useShortcuts({ fieldRef, onShowSheet: showSheet });
  usePasteGuard();

  useEffect(() => layout.begin(), [layout]);
  useEffect(() => {
    function flush(): void {
      layout.flush();
      noteDrafts.flush();
    }
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, [layout, noteDrafts]);

  // On a touch screen focus would raise the keyboard over half the desk.
  useEffect(() => {
    if (!window.matchMedia('(hover: none)').matches) fieldRef.current?.focus();
  }, []);

  // With the last window the focus would be lost to the page, where no key does anything.
  const hasWindows = useDesk(store, ({ windows }) => windows.some(({ isShown }) => isShown));
  useEffect(() => {
    if (isRestored && !hasWindows && document.activeElement === document.body) fieldRef.current?.focus();
  }, [isRestored, hasWindows]);

  return (
    <>
      {/* Rail and pill come first, so that Tab reaches them without passing every message. */}
      <DeskRail onShowSheet={showSheet} />
      <Pill fieldRef={fieldRef} />
      <DeskToast />
      <main className="desk">
        <h1 className="visually-hidden">VOS</h1>
        <div className="desk-grid" />
        {isRestored && (
          <>
            <StickyLayer
              store={store}
              renderNote={renderSticky}
              titleBarClassName="sticky-bar"
              controlsSelector=".sticky-controls"
              gripSelector=".sticky-grip"
            />
            <WindowLayer
              store={store}
              renderFrame={renderFrame}
              renderContent={renderContent}
              titleBarClassName="window-bar"
              controlsSelector=".window-controls"
            />
          </>
        )}
      </main>
      {isSheetOpen && <DeskShortcuts onClose={() => setIsSheetOpen(false)} />}
    </>
  );
}

function DeskRail({ onShowSheet }: { readonly onShowSheet: () => void }) {
  const { desk, panes, isMac } = useServices();
  const { store, unreadCounts } = useStore(desk.view);
  const states = useDesk(store, (state) => panes.map(({ id }) => railStateOf(state.desk, id)));
  const waitingCount = useUnseenWaitingCount();
  return (
    <Rail
      items={panes.map(({ id, icon, title, commands, isAtFoot = false }, index) => ({
        id,
        icon,
        title,
        isAtFoot,
        state: states[index] ?? 'closed',
        unreadCount: unreadCounts[id] ?? 0,
        waitingCount: id === chatPane.id ? waitingCount : 0,
        shortcut: commands.slice(0, 1).flatMap(({ shortcut }) => capsOf(shortcut, isMac)),
      }))}
      onChoose={desk.pressRail}
      help={{ title: 'Keyboard shortcuts', shortcut: capsOf(sheetShortcut, isMac), onChoose: onShowSheet }}
    />
  );
}

/** What waits for the person in the chat, apart from the conversation that is in view. */
function useUnseenWaitingCount(): number {
  const { desk, conversationList } = useServices();
  const { store } = useStore(desk.view);
  const { id: shownId } = useStore(conversationList.shown);
  const isChatShown = useDesk(store, ({ windows }) => windows.some(({ paneId, isShown }) => isShown && paneId === chatPane.id));
  return [...useWaitingCounts()].reduce((sum, [id, count]) => sum + (isChatShown && id === shownId ? 0 : count), 0);
}

function DeskToast() {
  const { toasts } = useServices();
  const { toast } = useStore(toasts.view);
  return <Toast toast={toast} onDismiss={toasts.dismiss} onHold={toasts.hold} onRelease={toasts.release} />;
}

function DeskShortcuts({ onClose }: { readonly onClose: () => void }) {
  const { panes, isMac } = useServices();
  const entry = ({ title, shortcut }: Pick<DeskCommand, 'title' | 'shortcut'>) => ({ title, keys: capsOf(shortcut, isMac) });
  return (
    <ShortcutSheet
      groups={[
        { title: 'Windows', entries: Object.values(deskCommands).map(entry) },
        {
          title: 'Desk',
          entries: [
            { title: 'Write a request', keys: ['/'] },
            { title: 'Stop what agents are at', keys: capsOf(stopShortcut, isMac) },
            ...panes.flatMap(({ commands }) => commands.map(entry)),
            { title: 'Leave full screen', keys: ['Esc'] },
            { title: 'This list', keys: capsOf(sheetShortcut, isMac) },
          ],
        },
      ]}
      onClose={onClose}
    />
  );
}

/** Holds the draft by itself, so that a key press draws the pill and nothing else. */
function Pill({ fieldRef }: { readonly fieldRef: RefObject<HTMLTextAreaElement | null> }) {
  const { desk, outbox, conversationList } = useServices();
  const [draft, setDraft] = useDraft();

  const onRise = useCallback(
    (risePx: number) => {
      desk.dispatch({ kind: 'pill', risePx });
      // What lies over the desk makes room as well.
      document.documentElement.style.setProperty('--pill-rise', `${risePx}px`);
    },
    [desk],
  );

  function send(text: string): void {
    outbox.add(text, conversationList.shown.getState().id);
    setDraft('');
    // The answer should be seen where it arrives.
    desk.bringIntoView('chat');
  }

  return (
    <InputPill
      draft={draft}
      onDraftChange={setDraft}
      onSend={send}
      onRise={onRise}
      textLimit={MESSAGE_TEXT_LIMIT}
      fieldRef={fieldRef}
    />
  );
}
