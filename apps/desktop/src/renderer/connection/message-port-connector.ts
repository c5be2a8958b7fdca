// One attempt to reach the host that lives in the app's own process. The preload asks the main process for a port and hands it over.
import { type DeskBridge, messagePort } from '@vos/protocol';
import type { Connector } from './connection.ts';

declare global {
  interface Window {
    /** Only in the desktop app. */
    readonly vos?: DeskBridge;
  }
}

/** The part of a window that hears the preload. */
export interface PortReceiver {
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

/** `newNonce` gives a text that nobody else in the page can know, so that no other message is taken for the preload's. */
export function messagePortConnector(page: PortReceiver, bridge: DeskBridge, newNonce: () => string): Connector {
  return ({ onOpen, onClose }) => {
    const nonce = newNonce();
    let isOver = false;

    function stopListening(): void {
      page.removeEventListener('message', onMessage);
    }

    function onMessage(event: MessageEvent<unknown>): void {
      const [carrier] = event.ports;
      if (event.source !== page || event.data !== nonce || carrier === undefined) return;
      stopListening();
      const port = messagePort(carrier);
      port.onClose(() => {
        if (isOver) return;
        isOver = true;
        onClose('lost');
      });
      if (!isOver) onOpen(port);
    }

    page.addEventListener('message', onMessage);
    bridge.connect(nonce);
    return () => {
      isOver = true;
      stopListening();
    };
  };
}
