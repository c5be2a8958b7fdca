// The desk: backdrop, windows, rail and input pill, or the screen that says why there is none.
import { MESSAGE_TEXT_LIMIT } from '@vos/protocol/entities';
import { DeskScreen, InputPill, Rail, WindowFrame } from '@vos/ui';
import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useServices } from './services.ts';
import { capsOf, isTyping, matches } from './shortcut.ts';
import { useDraft } from './use-draft.ts';

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
  const { desk, panes, isMac } = useServices();
  const { openIds, currentId, fullScreenId, unreadCounts } = useStore(desk.view);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  useShortcuts(fieldRef);

  // On a touch screen focus would raise the keyboard over half the desk.
  useEffect(() => {
    if (!window.matchMedia('(hover: none)').matches) fieldRef.current?.focus();
  }, []);

  return (
    <>
      {/* Rail and pill come first, so that Tab reaches them without passing every message. */}
      <Rail
        items={panes.map(({ id, icon, title, commands }) => ({
          id,
          icon,
          title,
          isOpen: openIds.includes(id),
          isCurrent: id === currentId,
          unreadCount: unreadCounts[id] ?? 0,
          shortcut: commands.slice(0, 1).flatMap(({ shortcut }) => capsOf(shortcut, isMac)),
        }))}
        onChoose={desk.open}
      />
      <Pill fieldRef={fieldRef} />
      <main className="desk">
        <h1 className="visually-hidden">VOS</h1>
        <div className="desk-grid" />
        {panes
          .filter(({ id }) => openIds.includes(id))
          .map(({ id, title, icon, component: Contents }) => (
            <WindowFrame
              key={id}
              title={title}
              icon={icon}
              isFocused={id === currentId}
              isFullScreen={id === fullScreenId}
              onToggleFullScreen={() => desk.toggleFullScreen(id)}
              onClose={() => desk.close(id)}
            >
              <Contents />
            </WindowFrame>
          ))}
      </main>
    </>
  );
}

/** Holds the draft by itself, so that a key press draws the pill and nothing else. */
function Pill({ fieldRef }: { readonly fieldRef: RefObject<HTMLTextAreaElement | null> }) {
  const { desk, outbox, connection } = useServices();
  const [draft, setDraft] = useDraft();

  function send(text: string): void {
    outbox.add(text, connection.view.getState().session?.conversationId ?? null);
    setDraft('');
    // The answer should be seen where it arrives.
    desk.open('chat');
  }

  return <InputPill draft={draft} onDraftChange={setDraft} onSend={send} textLimit={MESSAGE_TEXT_LIMIT} fieldRef={fieldRef} />;
}

/** Keys that work anywhere on the desk: each pane's own, “/” to write, Escape to leave full screen. */
function useShortcuts(fieldRef: RefObject<HTMLTextAreaElement | null>): void {
  const { desk, panes, isMac } = useServices();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.key === '/' && !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        fieldRef.current?.focus();
        return;
      }
      if (event.key === 'Escape') {
        desk.leaveFullScreen();
        return;
      }
      const pane = panes.find(({ commands }) => commands.some(({ shortcut }) => matches(shortcut, event, isMac)));
      if (pane === undefined) return;
      event.preventDefault();
      desk.open(pane.id);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [desk, panes, isMac, fieldRef]);
}
