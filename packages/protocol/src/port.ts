// The smallest thing two ends can talk over. A WebSocket, a MessagePort and a pair in memory all become one.

export interface Port {
  /** Sends one frame. Nothing happens once the port is closed. */
  send(frame: string): void;
  /** Sets the one listener; frames that came before are delivered to it, in order. Bytes mean that the peer sent a binary frame. */
  onFrame(listener: (frame: string | Uint8Array) => void): void;
  /** Called once when either side closes; at once if that has already happened. */
  onClose(listener: () => void): void;
  close(): void;
}

/** The part of a WebSocket that a port needs; a browser's and that of the `ws` package both fit. */
export interface WebSocketLike {
  binaryType: string;
  readonly readyState: number;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close' | 'error', listener: () => void): void;
}

const OPEN = 1;

/** A port over a WebSocket that is already open. */
export function webSocketPort(socket: WebSocketLike): Port {
  socket.binaryType = 'arraybuffer';
  const inbox = createInbox();
  socket.addEventListener('message', ({ data }) => {
    inbox.deliver(typeof data === 'string' ? data : data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array());
  });
  socket.addEventListener('close', () => inbox.close());
  socket.addEventListener('error', () => inbox.close());
  if (socket.readyState > OPEN) inbox.close();
  return {
    send(frame) {
      if (socket.readyState === OPEN) socket.send(frame);
    },
    onFrame: inbox.onFrame,
    onClose: inbox.onClose,
    close() {
      socket.close(1000);
      inbox.close();
    },
  };
}

export interface Inbox {
  deliver(frame: string | Uint8Array): void;
  close(): void;
  readonly onFrame: Port['onFrame'];
  readonly onClose: Port['onClose'];
}

/** Keeps frames until someone listens, and tells of the end once. */
export function createInbox(): Inbox {
  const waiting: (string | Uint8Array)[] = [];
  let listener: ((frame: string | Uint8Array) => void) | undefined;
  const closeListeners: (() => void)[] = [];
  let closed = false;
  return {
    deliver(frame) {
      if (closed) return;
      if (listener === undefined) waiting.push(frame);
      else listener(frame);
    },
    close() {
      if (closed) return;
      closed = true;
      for (const notify of closeListeners.splice(0)) notify();
    },
    onFrame(next) {
      listener = next;
      for (const frame of waiting.splice(0)) next(frame);
    },
    onClose(next) {
      if (closed) next();
      else closeListeners.push(next);
    },
  };
}
