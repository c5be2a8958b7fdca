import { createInbox, type Port } from '../port.ts';

/** Two ports joined in memory. Frames arrive in a later microtask, as they would from another process. */
export function portPair(): readonly [Port, Port] {
  const left = createInbox();
  const right = createInbox();
  let closed = false;

  function close(): void {
    if (closed) return;
    closed = true;
    queueMicrotask(() => {
      left.close();
      right.close();
    });
  }

  function end(own: typeof left, other: typeof left): Port {
    return {
      send(frame) {
        if (!closed) queueMicrotask(() => other.deliver(frame));
      },
      onFrame: own.onFrame,
      onClose: own.onClose,
      close,
    };
  }

  return [end(left, right), end(right, left)];
}

declare const queueMicrotask: (callback: () => void) => void;
