// A port over two streams, one frame a line: the lightest way to talk with a process.
import type { Port } from '@vos/protocol';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Listen before anything can arrive: nothing is kept. `write` must not wait: what it was given has left when it returns, or never will. */
export function linePort(input: Readable, write: (line: string) => void, close: () => void): Port {
  const lines = createInterface({ input });
  return {
    send: (frame) => write(`${frame}\n`),
    onFrame: (listener) => void lines.on('line', listener),
    onClose: (listener) => void lines.once('close', listener),
    close,
  };
}
