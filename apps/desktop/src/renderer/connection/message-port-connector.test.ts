import type { Port } from '@vos/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { messagePortConnector, type PortReceiver } from './message-port-connector.ts';

type Listener = (event: MessageEvent<unknown>) => void;

/** A window that hears messages, and a preload that hands over one end of a channel when it is told to. */
function createPage() {
  const listeners = new Set<Listener>();
  const page: PortReceiver = {
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  };
  const asked: string[] = [];
  function say(data: unknown, source: unknown, ports: readonly unknown[]): void {
    for (const listener of [...listeners]) listener({ data, source, ports } as unknown as MessageEvent<unknown>);
  }
  return {
    listeners,
    asked,
    say,
    page,
    connect: messagePortConnector(page, { connect: (nonce) => void asked.push(nonce) }, () => `nonce ${asked.length}`),
    /** Returns the other end. */
    handOver(nonce: string, source: unknown = page): MessagePort {
      const { port1, port2 } = new MessageChannel();
      open.push(port1);
      say(nonce, source, [port2]);
      return port1;
    },
  };
}

const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

describe('the line to the host in the same app', () => {
  it('opens with the port that carries the nonce', async () => {
    const { connect, asked, handOver, listeners } = createPage();
    const { promise, resolve } = Promise.withResolvers<Port>();
    connect({ onOpen: resolve, onClose: () => undefined });
    const far = handOver(asked[0] ?? '');
    const port = await promise;
    expect(listeners.size).toBe(0);
    const { promise: received, resolve: receive } = Promise.withResolvers<unknown>();
    far.onmessage = ({ data }) => receive(data);
    port.send('hello');
    expect(await received).toBe('hello');
  });

  it('takes no other message for it', () => {
    const { connect, say, page, handOver, listeners } = createPage();
    connect({ onOpen: () => expect.unreachable(), onClose: () => expect.unreachable() });
    handOver('another nonce');
    handOver('nonce 0', { another: 'window' });
    say('nonce 0', page, []);
    expect(listeners.size).toBe(1);
  });

  it('says that it is lost when the host closes it', async () => {
    const { connect, asked, handOver } = createPage();
    const { promise, resolve } = Promise.withResolvers<string>();
    connect({ onOpen: () => undefined, onClose: resolve });
    handOver(asked[0] ?? '').close();
    expect(await promise).toBe('lost');
  });

  it('is given up without a word', () => {
    const { connect, asked, handOver, listeners } = createPage();
    const giveUp = connect({ onOpen: () => expect.unreachable(), onClose: () => expect.unreachable() });
    giveUp();
    handOver(asked[0] ?? '');
    expect(listeners.size).toBe(0);
  });
});
