// A port over one end of a MessageChannel, for a host that lives in the same page.
import type { Port } from '@vos/protocol';

/** Two joined ports; closing one end closes both. */
export function messagePortPair(): readonly [Port, Port] {
  const { port1, port2 } = new MessageChannel();
  const closeListeners: (() => void)[] = [];
  let isClosed = false;

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    port1.close();
    port2.close();
    for (const notify of closeListeners.splice(0)) notify();
  }

  function end(port: MessagePort): Port {
    return {
      send(frame) {
        if (!isClosed) port.postMessage(frame);
      },
      onFrame(listener) {
        port.onmessage = ({ data }) => listener(data);
      },
      onClose(listener) {
        if (isClosed) listener();
        else closeListeners.push(listener);
      },
      close,
    };
  }

  return [end(port1), end(port2)];
}
