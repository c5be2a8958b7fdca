import { EventEmitter, once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { messagePort, type MainMessagePort, type PageMessagePort } from './message-port.ts';
import { portContract } from './testing/port-contract.ts';

/** Node's ports are both kinds in one; here each shows one face. */
function pageFace(port: MessagePort): PageMessagePort {
  return {
    postMessage: (frame) => port.postMessage(frame),
    start: () => port.start(),
    close: () => port.close(),
    addEventListener: (type: string, listener: (event: { data: unknown }) => void) =>
      port.addEventListener(type, (event: Event) => listener({ data: 'data' in event ? event.data : undefined })),
  };
}

function mainFace(port: MessagePort): MainMessagePort {
  const events = new EventEmitter();
  port.on('message', (data) => events.emit('message', { data }));
  port.on('close', () => events.emit('close'));
  return {
    postMessage: (frame) => port.postMessage(frame),
    start: () => port.start(),
    close: () => port.close(),
    on: (event: string, listener: (event: { data: unknown }) => void) => events.on(event, listener),
  };
}

/** Both ends in order, and a way to wait until nothing of them is left. */
function channel() {
  const { port1, port2 } = new MessageChannel();
  const isOver = Promise.all([once(port1, 'close'), once(port2, 'close')]);
  return {
    port1,
    port2,
    async dispose() {
      port1.close();
      await isOver;
    },
  };
}

describe('a port over a message channel, page to main', () => {
  portContract(() => {
    const { port1, port2, dispose } = channel();
    return { left: messagePort(pageFace(port1)), right: messagePort(mainFace(port2)), dispose };
  });
});

describe('a port over a message channel, main to page', () => {
  portContract(() => {
    const { port1, port2, dispose } = channel();
    return { left: messagePort(mainFace(port1)), right: messagePort(pageFace(port2)), dispose };
  });
});

describe('a message that is no text', () => {
  it('arrives as a binary frame, which the receiver can refuse', async () => {
    const { port1, port2, dispose } = channel();
    const received: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    messagePort(mainFace(port2)).onFrame((frame) => {
      received.push(frame);
      if (received.length === 2) resolve();
    });
    port1.postMessage({ not: 'a frame' });
    port1.postMessage(new Uint8Array([1, 2]));
    await promise;
    expect(received).toEqual([new Uint8Array(), new Uint8Array([1, 2])]);
    await dispose();
  });
});
