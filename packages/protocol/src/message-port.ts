// A port over one end of a message channel: a page's MessagePort or the one that Electron's main process has.
import { createInbox, type Port } from './port.ts';

/** The part of a page's MessagePort that a port needs. Its `close` event comes when the other end is closed or gone. */
export interface PageMessagePort {
  postMessage(frame: string): void;
  start(): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close' | 'messageerror', listener: () => void): void;
}

/** The part of a MessagePortMain that a port needs. */
export interface MainMessagePort {
  postMessage(frame: string): void;
  start(): void;
  close(): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** What the desktop app's preload gives to the page. */
export interface DeskBridge {
  /** Asks the main process for a port; it arrives as a message of the window to itself that is the nonce. */
  connect(nonce: string): void;
}

/** A port over either kind. It is started here; frames wait until somebody listens. */
export function messagePort(carrier: PageMessagePort | MainMessagePort): Port {
  const inbox = createInbox();
  let closed = false;

  function onMessage({ data }: { data: unknown }): void {
    // Whatever else is sent becomes an empty binary frame, which the receiver refuses like any other.
    inbox.deliver(typeof data === 'string' ? data : data instanceof Uint8Array ? data : new Uint8Array());
  }

  function onClose(): void {
    closed = true;
    inbox.close();
  }

  if ('addEventListener' in carrier) {
    carrier.addEventListener('message', onMessage);
    carrier.addEventListener('messageerror', () => onMessage({ data: undefined }));
    carrier.addEventListener('close', onClose);
  } else {
    carrier.on('message', onMessage);
    carrier.on('close', onClose);
  }
  carrier.start();
  return {
    send(frame) {
      if (!closed) carrier.postMessage(frame);
    },
    onFrame: inbox.onFrame,
    onClose: inbox.onClose,
    close() {
      if (closed) return;
      onClose();
      carrier.close();
    },
  };
}
