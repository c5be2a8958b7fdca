// Keys that work anywhere on the desk: the list of desk commands, each pane's own, “/” to write, “?” for the list, Escape to go back.
import { type RefObject, useEffect } from 'react';
import { arrangeByKey } from './arrange-by-keys.ts';
import { appCloseShortcut, deskCommands, sheetShortcut, stopShortcut } from './desk-commands.ts';
import { useServices } from './services.ts';
import { isTyping, matches } from './shortcut.ts';

export interface ShortcutTargets {
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  readonly onShowSheet: () => void;
}

export function useShortcuts({ fieldRef, onShowSheet }: ShortcutTargets): void {
  const { desk, stickies, panes, conversationList, requestStops, isMac } = useServices();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || isInDialog(event.target)) return;
      if (isPlainKey(event) && !isTyping(event.target)) {
        if (event.key === '/') {
          event.preventDefault();
          fieldRef.current?.focus();
          return;
        }
        if (event.key === '?') {
          event.preventDefault();
          onShowSheet();
          return;
        }
      }
      if (event.key === 'Escape') {
        const id = desk.frontId();
        if (id !== null) desk.dispatch({ kind: 'leave-full-screen', id });
        return;
      }
      const action = actionOf(event);
      if (action === undefined) return;
      event.preventDefault();
      action();
    }

    function stop(): void {
      const { id } = conversationList.shown.getState();
      if (id !== null) void requestStops.stop(id);
    }

    function actionOf(event: KeyboardEvent): (() => void) | undefined {
      if (matches(sheetShortcut, event, isMac)) return onShowSheet;
      if (matches(stopShortcut, event, isMac)) return stop;
      if (matches(appCloseShortcut, event, isMac)) return () => deskCommands.close.run(desk, stickies);
      const command = Object.values(deskCommands).find(({ shortcut }) => matches(shortcut, event, isMac));
      if (command !== undefined) return () => command.run(desk, stickies);
      const pane = panes.find(({ commands }) => commands.some(({ shortcut }) => matches(shortcut, event, isMac)));
      return pane === undefined ? undefined : () => desk.open(pane.id);
    }

    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [desk, stickies, panes, conversationList, requestStops, isMac, fieldRef, onShowSheet]);

  // In the capturing phase: the arrows belong to the window being arranged, whatever has the focus.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (!arrangeByKey(desk, event)) return;
      event.preventDefault();
      event.stopPropagation();
    }
    const onPointerDown = (): void => desk.endArranging('keep');
    window.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('pointerdown', onPointerDown, true);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('pointerdown', onPointerDown, true);
    };
  }, [desk]);
}

function isPlainKey({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey;
}

/** A dialog stands over the desk and has the keys to itself. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}
