import { CodedError } from '@vos/base';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import { createServer, type Handlers, type HostEvent, type Server } from '@vos/protocol';
import { portPair, unplannedHandlers } from '@vos/protocol/testing';
import { describe, expect, it } from 'vitest';
import { createConnection } from './connection.ts';

const ids = sequentialIds();
const conversationId = ids.next('conversation');

function serve(openSession: Handlers['session/open']): Server {
  const handlers: Handlers = { ...unplannedHandlers(), 'session/open': openSession };
  return createServer({
    handlers,
    onBug(_, error) {
      throw error;
    },
  });
}

const session = () => ({
  hostStartId: `start_${'0'.repeat(32)}`,
  seq: 0,
  appVersion: '0.1.0',
  agents: [],
  model: { label: 'Built in', description: 'No language model.' },
  notices: [],
  conversationId,
});

/** A connection whose attempts end as told, one after the other; the last answer is repeated. */
function connectAs(outcomes: ('open' | 'lost' | 'refused' | 'silent')[], server = serve(session)) {
  const clock = createFakeClock();
  const attemptsAtMs: number[] = [];
  const told: string[] = [];
  const events: { event: HostEvent; missed: boolean }[] = [];
  const connection = createConnection({
    clock,
    connect({ onOpen, onClose }) {
      attemptsAtMs.push(clock.monotonicMs());
      const outcome = (outcomes.length > 1 ? outcomes.shift() : outcomes[0]) ?? 'open';
      const [near, far] = portPair();
      near.onClose(() => onClose('lost'));
      queueMicrotask(() => {
        if (outcome === 'open') {
          server.connect(far);
          onOpen(near);
        } else if (outcome !== 'silent') {
          onClose(outcome);
        }
      });
      return () => near.close();
    },
    onEvent: (event, missed) => events.push({ event, missed }),
    onOnline: () => told.push('online'),
    onLost: () => told.push('lost'),
  });
  return { connection, clock, server, attemptsAtMs, told, events, kind: () => connection.view.getState().status.kind };
}

async function settle(clock: { advance(durationMs: number): Promise<void> }): Promise<void> {
  await clock.advance(0);
}

describe('a connection', () => {
  it('waits longer after each failed attempt, never over ten seconds, and calls itself offline after the third', async () => {
    const { connection, clock, attemptsAtMs, kind } = connectAs(['lost']);
    connection.start();
    await settle(clock);
    expect(kind()).toBe('connecting');
    await clock.advance(1_500);
    expect(kind()).toBe('offline');
    await clock.advance(40_000);
    expect(attemptsAtMs.map((atMs, index) => atMs - (attemptsAtMs[index - 1] ?? 0))).toEqual([
      0, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
    ]);
    connection.stop();
    expect(clock.pending()).toBe(0);
  });

  it('starts again with the shortest pause once it was open', async () => {
    const { connection, clock, server, attemptsAtMs, told, kind } = connectAs(['lost', 'lost', 'open']);
    connection.start();
    await clock.advance(1_500);
    expect(kind()).toBe('online');
    server.close();
    await settle(clock);
    expect(kind()).toBe('reconnecting');
    await clock.advance(500);
    expect(attemptsAtMs).toEqual([0, 500, 1_500, 2_000]);
    expect(told).toEqual(['online', 'lost', 'online']);
    connection.stop();
  });

  it('tries at once when asked to, and has one attempt under way at a time', async () => {
    const { connection, clock, attemptsAtMs, kind } = connectAs(['lost', 'open']);
    connection.start();
    await clock.advance(100);
    connection.tryNow();
    await clock.advance(30_000);
    expect(kind()).toBe('online');
    expect(attemptsAtMs).toEqual([0, 100]);
    connection.stop();
  });

  it('shows what does not work as the host tells it, at the beginning and from then on', async () => {
    const { connection, clock, server } = connectAs(['open']);
    connection.start();
    await settle(clock);
    server.publish('notice/changed', 'notices', { notices: ['The disk is full.'] });
    await settle(clock);
    expect(connection.view.getState().session?.notices).toEqual(['The disk is full.']);
    connection.stop();
  });

  it('stops knocking when its key is refused', async () => {
    const { connection, clock, attemptsAtMs, kind } = connectAs(['refused']);
    connection.start();
    await clock.advance(60_000);
    expect(kind()).toBe('refused');
    expect(attemptsAtMs).toEqual([0]);
    expect(clock.pending()).toBe(0);
  });

  it('gives up an attempt that never ends', async () => {
    const { connection, clock, attemptsAtMs, kind } = connectAs(['silent', 'open']);
    connection.start();
    await clock.advance(9_000);
    expect(attemptsAtMs).toEqual([0, 8_500]);
    expect(kind()).toBe('online');
    connection.stop();
  });

  it('says to reload when the host speaks another version', async () => {
    const server = serve(() => {
      throw new CodedError('version-mismatch', 'This page is older than its host. Reload it.');
    });
    const { connection, clock } = connectAs(['open'], server);
    connection.start();
    await settle(clock);
    expect(connection.view.getState()).toEqual({
      status: { kind: 'outdated', sentence: 'This page is older than its host. Reload it.' },
      session: null,
    });
    expect(clock.pending()).toBe(0);
  });

  it('refuses a command while there is nobody to ask', async () => {
    const { connection, clock } = connectAs(['lost']);
    connection.start();
    await settle(clock);
    await expect(connection.ask('conversation/read', { conversationId })).rejects.toMatchObject({ code: 'connection-lost' });
    connection.stop();
  });

  it('passes events on in order, also those that come before the session is answered', async () => {
    const server: Server = serve(() => {
      server.publish('reply/withdrawn', conversationId, { conversationId, turnId: `turn_${'1'.repeat(32)}`, attempt: 1 });
      return session();
    });
    const setup = connectAs(['open'], server);
    setup.connection.start();
    await settle(setup.clock);
    server.publish('reply/withdrawn', conversationId, { conversationId, turnId: `turn_${'2'.repeat(32)}`, attempt: 1 });
    await settle(setup.clock);
    expect(setup.events.map(({ event: { seq }, missed }) => ({ seq, missed }))).toEqual([
      { seq: 1, missed: false },
      { seq: 2, missed: false },
    ]);
    setup.connection.stop();
  });
});
