// What every port must do, whatever carries it. Each kind of port runs these same tests.
import { expect, it } from 'vitest';
import type { Port } from '../port.ts';

export interface JoinedPorts {
  readonly left: Port;
  readonly right: Port;
  /** Ends whatever carries them. */
  dispose(): Promise<void> | void;
}

/** Declares the contract's tests inside the current `describe`. */
export function portContract(join: () => Promise<JoinedPorts> | JoinedPorts): void {
  async function withPorts(use: (ports: JoinedPorts) => Promise<void>): Promise<void> {
    const ports = await join();
    try {
      await use(ports);
    } finally {
      await ports.dispose();
    }
  }

  it('delivers frames in order, both ways', () =>
    withPorts(async ({ left, right }) => {
      const atRight = collect(right, 100);
      const atLeft = collect(left, 100);
      const sent = Array.from({ length: 100 }, (_, index) => `frame ${index}`);
      for (const frame of sent) {
        left.send(frame);
        right.send(frame);
      }
      expect(await atRight).toEqual(sent);
      expect(await atLeft).toEqual(sent);
    }));

  it('keeps frames that arrive before anybody listens', () =>
    withPorts(async ({ left, right }) => {
      left.send('early');
      left.send('earlier than the listener');
      await roundTrip(right, left);
      expect(await collect(right, 2)).toEqual(['early', 'earlier than the listener']);
    }));

  it('carries any text unchanged', () =>
    withPorts(async ({ left, right }) => {
      const texts = ['', '\u0000', '🌦️', '\u202Eabc', 'x'.repeat(300_000)];
      const received = collect(right, texts.length);
      for (const text of texts) left.send(text);
      expect(await received).toEqual(texts);
    }));

  it('tells both ends once when one closes, and a listener that comes late', () =>
    withPorts(async ({ left, right }) => {
      const ends: string[] = [];
      const { promise, resolve } = Promise.withResolvers<void>();
      left.onClose(() => ends.push('left'));
      right.onClose(() => {
        ends.push('right');
        resolve();
      });
      left.close();
      left.close();
      await promise;
      right.onClose(() => ends.push('late'));
      expect(ends.sort()).toEqual(['late', 'left', 'right']);
    }));

  it('ignores what is sent after closing', () =>
    withPorts(async ({ left }) => {
      left.close();
      expect(() => left.send('too late')).not.toThrow();
    }));
}

function collect(port: Port, count: number): Promise<(string | Uint8Array)[]> {
  const { promise, resolve } = Promise.withResolvers<(string | Uint8Array)[]>();
  const frames: (string | Uint8Array)[] = [];
  port.onFrame((frame) => {
    frames.push(frame);
    if (frames.length === count) resolve(frames);
  });
  return promise;
}

/** Resolves once a frame has gone from one end to the other, so that what the other sent before has arrived too. */
async function roundTrip(from: Port, to: Port): Promise<void> {
  const arrived = collect(to, 1);
  from.send('ping');
  await arrived;
}
