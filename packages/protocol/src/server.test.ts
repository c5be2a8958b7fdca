import { CodedError } from '@vos/base';
import { createFakeClock } from '@vos/base/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { FRAME_LIMIT_BYTES } from './frames.ts';
import type { Port } from './port.ts';
import { createServer, type Handlers, type Server } from './server.ts';
import { unplannedHandlers } from './testing/unplanned-handlers.ts';
import { portPair } from './testing/port-pair.ts';

const ID = 'msg_00000000000000000000000000000001';
const CONVERSATION = 'conversation_00000000000000000000000000000002';
const TURN = 'turn_00000000000000000000000000000003';

let server: Server;
let bugs: string[];
let sent: string[];

beforeEach(() => {
  bugs = [];
  sent = [];
  const handlers: Handlers = {
    ...unplannedHandlers(),
    'session/open': () => {
      throw new Error('a secret text inside a bug');
    },
    'conversation/read': () => {
      throw new CodedError('conversation-unknown', 'This conversation does not exist any more.');
    },
    'message/send': ({ id, conversationId, text }) => {
      sent.push(text);
      return {
        message: {
          id,
          conversationId,
          parentId: null,
          author: { kind: 'user' },
          text,
          sentAt: '2026-01-05T09:00:00.000Z',
          traceId: TURN,
          turnId: null,
        },
      };
    },
  };
  server = createServer({ handlers, onBug: (command) => bugs.push(command) });
});

/** Sends raw frames and collects the answers, as a broken or hostile client would. */
function rawClient() {
  const [near, far] = portPair();
  server.connect(far);
  const answers: { kind: string; id: number | null; error?: { code: string; message: string } }[] = [];
  let arrived: () => void = () => {};
  near.onFrame((frame) => {
    answers.push(JSON.parse(String(frame)) as (typeof answers)[number]);
    arrived();
  });
  return {
    async send(frame: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      arrived = resolve;
      near.send(frame);
      await promise;
      return answers.at(-1);
    },
  };
}

function client() {
  const [near, far] = portPair();
  server.connect(far);
  return createClient(near, { onEvent: () => {} });
}

describe('bad input', () => {
  it.each([
    ['no JSON', '{', 'frame-malformed'],
    ['JSON of another shape', '[]', 'frame-malformed'],
    ['a frame without an id', '{"kind":"ask","command":"message/send","params":{}}', 'frame-malformed'],
    ['an unknown command', '{"kind":"ask","id":1,"command":"note/explode","params":{}}', 'command-unknown'],
    [
      'a command named like a method of every object',
      '{"kind":"ask","id":1,"command":"toString","params":{}}',
      'command-unknown',
    ],
    ['missing params', '{"kind":"ask","id":1,"command":"message/send"}', 'params-invalid'],
    [
      'an empty message',
      JSON.stringify({
        kind: 'ask',
        id: 1,
        command: 'message/send',
        params: { id: ID, conversationId: CONVERSATION, text: ' \n', timeZone: 'UTC' },
      }),
      'params-invalid',
    ],
    ['params that are a list', '{"kind":"ask","id":1,"command":"message/send","params":[]}', 'params-invalid'],
    [
      'a message that shows nothing',
      JSON.stringify({
        kind: 'ask',
        id: 1,
        command: 'message/send',
        params: { id: ID, conversationId: CONVERSATION, text: '\u200b\u0000\u2060', timeZone: 'UTC' },
      }),
      'params-invalid',
    ],
    [
      'an unknown time zone',
      JSON.stringify({
        kind: 'ask',
        id: 1,
        command: 'message/send',
        params: { id: ID, conversationId: CONVERSATION, text: 'hi', timeZone: 'Mars/Base' },
      }),
      'params-invalid',
    ],
    [
      'a message of 1 MB',
      JSON.stringify({
        kind: 'ask',
        id: 1,
        command: 'message/send',
        params: { id: ID, conversationId: CONVERSATION, text: 'x'.repeat(1_000_000), timeZone: 'UTC' },
      }),
      'params-invalid',
    ],
    [
      'an oversize frame',
      JSON.stringify({ kind: 'ask', id: 1, command: 'message/send', params: 'é'.repeat(FRAME_LIMIT_BYTES / 2) }),
      'frame-too-large',
    ],
  ])('%s gets a coded sentence and changes nothing', async (_, frame, code) => {
    const raw = rawClient();
    const refusal = await raw.send(frame);
    expect(refusal).toMatchObject({ kind: 'refusal', error: { code } });
    expect(refusal?.error?.message).toMatch(/\.$/);
    expect(sent).toEqual([]);

    // The connection lives on.
    await raw.send(
      JSON.stringify({
        kind: 'ask',
        id: 2,
        command: 'message/send',
        params: { id: ID, conversationId: CONVERSATION, text: 'still here', timeZone: 'UTC' },
      }),
    );
    expect(sent).toEqual(['still here']);
  });

  it('a binary frame is refused', () => {
    let deliver: (frame: string | Uint8Array) => void = () => {};
    const answers: string[] = [];
    const port: Port = {
      send: (frame) => void answers.push(frame),
      onFrame: (listener) => (deliver = listener),
      onClose() {},
      close() {},
    };
    server.connect(port);
    deliver(new Uint8Array([1, 2, 3]));
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ kind: 'refusal', id: null, error: { code: 'frame-malformed' } });
  });
});

describe('a client', () => {
  it('gets the parsed result of a command', async () => {
    const { message } = await client().ask('message/send', {
      id: ID,
      conversationId: CONVERSATION,
      text: 'hello',
      timeZone: 'Europe/Amsterdam',
    });
    expect(message).toMatchObject({ id: ID, text: 'hello', author: { kind: 'user' } });
  });

  it('gets the code and the sentence of a declared error', async () => {
    await expect(client().ask('conversation/read', { conversationId: CONVERSATION })).rejects.toMatchObject({
      code: 'conversation-unknown',
      message: 'This conversation does not exist any more.',
    });
  });

  it('never sees the text of a bug, which is reported to the host instead', async () => {
    const error = await client()
      .ask('session/open', { protocolVersion: 1 })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'internal' });
    expect(String(error)).not.toContain('secret');
    expect(bugs).toEqual(['session/open']);
  });

  it('gets events in order and is told when some were lost', async () => {
    const seen: [number, boolean][] = [];
    const [near, far] = portPair();
    const { promise, resolve } = Promise.withResolvers<void>();
    createClient(near, {
      onEvent({ seq }, missed) {
        seen.push([seq, missed]);
        if (seq === 5) resolve();
      },
    });
    const event = (seq: number) =>
      JSON.stringify({
        kind: 'event',
        name: 'reply/withdrawn',
        topic: 'conversation',
        seq,
        payload: { conversationId: CONVERSATION, turnId: TURN, attempt: 1 },
      });
    for (const seq of [1, 2, 5]) far.send(event(seq));
    await promise;
    expect(seen).toEqual([
      [1, false],
      [2, false],
      [5, true],
    ]);
  });

  it('is told when the connection is lost while it waits', async () => {
    const [near, far] = portPair();
    const { ask } = createClient(near, { onEvent: () => {} });
    const waiting = ask('conversation/read', { conversationId: CONVERSATION });
    far.close();
    await expect(waiting).rejects.toMatchObject({ code: 'connection-lost', retryable: true });
    await expect(ask('conversation/read', { conversationId: CONVERSATION })).rejects.toMatchObject({ code: 'connection-lost' });
  });

  it('counts every event the host publishes', () => {
    const payload = { conversationId: CONVERSATION, turnId: TURN, attempt: 1 };
    server.publish('reply/withdrawn', 'conversation', payload);
    server.publish('reply/withdrawn', 'conversation', payload);
    expect(server.seq()).toBe(2);
  });

  it('gives up a command that is never answered, and says so', async () => {
    const clock = createFakeClock();
    const [near] = portPair();
    const asked = createClient(near, { onEvent: () => {}, clock }).ask('conversation/read', { conversationId: CONVERSATION });
    const refused = expect(asked).rejects.toMatchObject({ code: 'no-answer', retryable: true });
    await clock.advance(30_000);
    await refused;
    expect(clock.pending()).toBe(0);
  });
});
