import { createScriptedModel, createTestTeam, type ScriptedModel, testAgent, type TestTeam } from '@vos/agents/testing';
import { CodedError } from '@vos/base';
import { createFakeClock, type FakeClock } from '@vos/base/testing';
import { queue } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import { commands, type EventName, events } from '@vos/protocol';
import type { DeadLetter, Message } from '@vos/protocol/entities';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tellRecordChange } from '../record-events.ts';
import { createDeadLetterHandlers, shownLetter } from './dead-letter.ts';
import { createNoteHandlers } from './note.ts';

const refused = new CodedError('model-key-refused', 'The service refused the key.');

let clock: FakeClock;
let test: TestLedger;
let model: ScriptedModel;
let team: TestTeam;
let conversationId: string;
let told: [EventName, unknown][];
let handlers: ReturnType<typeof createDeadLetterHandlers>;

/** Parses what it is given, as a desk would. */
const publish = (name: EventName, _topic: string, payload: unknown): void => void told.push([name, events[name].parse(payload)]);

beforeEach(async () => {
  clock = createFakeClock();
  told = [];
  test = await openTestLedger({ clock, onRecordChange: (change) => tellRecordChange(publish, change, test.ledger.read) });
  model = createScriptedModel();
  team = createTestTeam({ ledger: test.ledger, clock, model, agents: [testAgent('primary_agent')] });
  handlers = createDeadLetterHandlers({ ledger: test.ledger, runtime: team.runtime, publish });
  conversationId = await team.startConversation();
  await team.runtime.start();
});
afterEach(async () => {
  await team.runtime.close();
  await test.dispose();
});

async function hear(text: string): Promise<Message> {
  const reply = team.nextReply(conversationId);
  await team.say(conversationId, text);
  return await reply;
}

async function list(limit = 10): Promise<{ letters: readonly DeadLetter[]; total: number }> {
  return commands['dead-letter/list'].result.parse(await handlers['dead-letter/list']({ limit }));
}

const toldOf = (noun: string) => told.filter(([name]) => name.startsWith(noun));

describe('a request that could not be answered', () => {
  it('is shown with what was asked, why it failed, whose it was and since when, under the request of the sentence in the chat', async () => {
    model.plan('primary_agent', refused, refused);
    const { traceId } = await hear('What is the weather? '.repeat(20));
    const { letters, total } = await list();
    expect([letters, total]).toEqual([
      [
        {
          id: expect.stringMatching(/^queued_/) as string,
          kind: 'failed',
          reason: { code: 'model-key-refused', message: 'The service refused the key.' },
          type: 'user_message',
          agentId: 'primary_agent',
          conversationId,
          traceId,
          excerpt: 'What is the weather? '.repeat(20).slice(0, 200),
          attempts: 1,
          sentAt: '2026-01-05T09:00:00.000Z',
          setAsideAt: '2026-01-05T09:00:00.000Z',
        },
      ],
      1,
    ]);
    const added = team.heard.flatMap(([name, letter]) =>
      name === 'letterAdded' ? [shownLetter(letter as Parameters<typeof shownLetter>[0])] : [],
    );
    expect(added).toEqual(letters);
    await clock.advance(1_000);
    await hear('And tomorrow?');
    expect(await list(1)).toMatchObject({ letters: [{ excerpt: 'And tomorrow?' }], total: 2 });
  });

  it('is answered in its conversation after the person had it tried again', async () => {
    model.plan('primary_agent', refused, [{ name: 'send_user_message', arguments: { content: 'Here I am.' } }]);
    await hear('Hi');
    const { letters } = await list();
    const id = letters[0]?.id ?? '';
    const reply = team.nextReply(conversationId);
    expect(await handlers['dead-letter/retry']({ id })).toEqual({});
    expect(await reply).toMatchObject({ text: 'Here I am.', traceId: letters[0]?.traceId });
    expect(await list()).toEqual({ letters: [], total: 0 });
    expect(toldOf('dead-letter')).toEqual([['dead-letter/retried', { id }]]);
    for (const again of [handlers['dead-letter/retry']({ id }), handlers['dead-letter/drop']({ id })]) {
      await expect(again).rejects.toMatchObject({ code: 'dead-letter-unknown' });
    }
  });

  it('leaves the list when it is dropped and comes back when that is undone, and every desk hears of both', async () => {
    model.plan('primary_agent', refused);
    await hear('Hi');
    const { letters } = await list();
    const id = letters[0]?.id ?? '';
    const { changeSetId } = await handlers['dead-letter/drop']({ id });
    expect(await list()).toEqual({ letters: [], total: 0 });
    await createNoteHandlers({ ledger: test.ledger })['change/undo']({ changeSetId });
    expect(await list()).toEqual({ letters, total: 1 });
    expect(toldOf('dead-letter')).toEqual([
      ['dead-letter/dropped', { id }],
      ['dead-letter/added', { letter: letters[0] }],
    ]);
  });

  it('is dropped with all the others, and every desk hears of each, as when that is undone', async () => {
    model.plan('primary_agent', refused, refused);
    await hear('Hi');
    await hear('Hello');
    const { letters } = await list();
    const { changeSetId, count } = await handlers['dead-letter/drop-all']({});
    expect([count, await list()]).toEqual([2, { letters: [], total: 0 }]);
    await createNoteHandlers({ ledger: test.ledger })['change/undo']({ changeSetId });
    expect((await list()).total).toBe(2);
    expect(new Set(toldOf('dead-letter'))).toEqual(
      new Set([
        ...letters.map(({ id }) => ['dead-letter/dropped', { id }]),
        ...letters.map((letter) => ['dead-letter/added', { letter }]),
      ]),
    );
  });

  it('is shown even if nothing in it follows the rules of this app', async () => {
    await test.ledger.commit((transaction) => {
      for (const [id, payload] of [
        ['', { content: 5 }],
        ['x'.repeat(500), null],
      ] as const) {
        const odd = { idempotencyKey: id, type: '?', traceId: '', agentId: 'Nobody', conversationId: '' };
        queue.send(transaction, { ...odd, id, payload });
        queue.setAside(transaction, id, { code: 'message-unreadable', message: 'There is no message type “?”.' });
      }
    });
    const { letters, total } = await list();
    expect([letters.map(({ excerpt, kind }) => [excerpt, kind]), total]).toEqual([
      [
        [null, 'unreadable'],
        [null, 'unreadable'],
      ],
      2,
    ]);
  });
});
