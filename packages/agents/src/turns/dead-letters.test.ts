// What becomes of a request that could not be answered: when it is tried again, what the person hears, and what they can do then.
import { CodedError, ok } from '@vos/base';
import { createFakeClock, type FakeClock, waitUntil } from '@vos/base/testing';
import { deadLetters, type OutgoingMessage, queue } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import type { Message } from '@vos/protocol/entities';
import { readMessages } from '@vos/records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOutsideTool, defineRecordTool } from '../sdk/tool.ts';
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model.ts';
import { createTestTeam, testAgent, type TestTeam } from '../testing/test-team.ts';
import { retryDeadLetter } from './dead-letters.ts';
import { NOTICE_LIMIT } from './limits.ts';
import { openTrace } from './traces.ts';

const TRACE = 'trace_00000000000000000000000000000009';
const down = new CodedError('model-unavailable', 'The model cannot be reached.', { retryable: true });
const refused = new CodedError('model-key-refused', 'The service refused the key.');
const tell = (content: string) => [{ name: 'send_user_message', arguments: { content } }];
const ask = (agent: string, content: string) => [{ name: 'send_agent_message', arguments: { agent_id: agent, content } }];

let clock: FakeClock;
let opened: TestLedger;
let model: ScriptedModel;
let team: TestTeam;
let conversationId: string;
/** How often the tool `strike` struck. */
let strikes: number;

function startTeam(): void {
  const shape = { description: 'For tests.', parameters: z.object({}), permission: 'allow', continues: false } as const;
  const strike = defineOutsideTool({
    ...shape,
    name: 'strike',
    result: z.object({}),
    effect: 'network-out',
    timeoutMs: 8_000,
    run: () => {
      strikes += 1;
      return Promise.resolve(ok({}));
    },
  });
  const forget = defineRecordTool({
    ...shape,
    name: 'forget',
    result: z.object({}),
    effect: 'record',
    apply(_, { transaction }) {
      transaction.run('DELETE FROM traces');
      return ok({});
    },
  });
  const agents = [testAgent('primary_agent', [strike, forget]), testAgent('weather_agent')];
  team = createTestTeam({ ledger: opened.ledger, clock, model, agents });
}

async function restart(): Promise<void> {
  await team.runtime.close();
  await opened.reopen();
  startTeam();
  await team.runtime.start();
}

async function hear(text: string): Promise<Message> {
  const reply = team.nextReply(conversationId);
  await team.say(conversationId, text);
  return await reply;
}

function texts(): string[] {
  return readMessages(opened.ledger.read, { conversationId, limit: 50 }).messages.map(
    ({ author, text }) => `${author.kind}: ${text}`,
  );
}

function letters(): readonly { readonly kind: string; readonly code: string; readonly attempts: number }[] {
  return deadLetters.list(opened.ledger.read, 50).map(({ kind, reason, attempts }) => ({ kind, code: reason.code, attempts }));
}

async function tryAgain(id = deadLetters.list(opened.ledger.read, 1)[0]?.id ?? ''): Promise<void> {
  await opened.ledger.commit((transaction) => team.runtime.wake(retryDeadLetter(transaction, id)));
}

function waiting(): number {
  return opened.ledger.read.get<{ count: number }>(`SELECT count(*) AS count FROM queue WHERE state = 'waiting'`)?.count ?? 0;
}

function send(...messages: readonly Partial<OutgoingMessage>[]): Promise<void> {
  return opened.ledger.commit((transaction) => {
    for (const [index, message] of messages.entries()) {
      const id = `queued_0000000000000000000000000000000${index}`;
      const common = { id, idempotencyKey: `${transaction.atMs} ${id}`, type: 'user_message', payload: { nonsense: true } };
      const lane = { agentId: 'primary_agent', conversationId, ...message };
      queue.send(transaction, { ...common, traceId: TRACE, ...message, ...lane });
      team.runtime.wake(lane);
    }
  });
}

beforeEach(async () => {
  clock = createFakeClock();
  opened = await openTestLedger({ clock });
  model = createScriptedModel();
  strikes = 0;
  startTeam();
  conversationId = await team.startConversation();
  await team.runtime.start();
});

afterEach(async () => {
  await team.runtime.close();
  await opened.dispose();
});

describe('a request whose model fails for now', () => {
  // The earlier system counted on a copy in memory, so its limit never held, and took a time-out for a final failure.
  it('is tried four times with growing pauses, counted over restarts, and then set aside with a sentence', async () => {
    model.plan('primary_agent', down, down, down, down);
    const id = await team.say(conversationId, 'Hi');
    for (const [tries, pauseMs] of [
      [1, 1_000],
      [2, 4_000],
      [3, 16_000],
    ] as const) {
      await waitUntil(`try ${tries}`, () => model.requests.length === tries && waiting() === 1);
      expect(opened.ledger.read.get('SELECT attempts FROM queue')).toEqual({ attempts: tries });
      await restart();
      await clock.advance(pauseMs - 1);
      expect([model.requests.length, texts()]).toEqual([tries, ['user: Hi']]);
      await clock.advance(1);
    }
    await waitUntil('the sentence', () => texts().length === 2);
    expect(texts()[1]).toBe(
      'system: I tried 4 times and could not answer this. The model cannot be reached. Your message is kept, and it can be tried again at any time.',
    );
    expect(letters()).toEqual([{ kind: 'failed', code: 'model-unavailable', attempts: 4 }]);
    const told = team.heard.filter(([name]) => name === 'letterAdded').map(([, letter]) => letter);
    expect(told).toMatchObject([{ agentId: 'primary_agent', conversationId, payload: expect.stringContaining(id) as string }]);
    await clock.advance(86_400_000);
    expect(model.requests.length).toBe(4);
  });

  it('is tried four times anew when the person asks for it, and answered under the same message', async () => {
    model.plan('primary_agent', refused);
    expect((await hear('Hi')).text).toBe('I could not answer this. The service refused the key. Your message is kept.');
    const [letter] = deadLetters.list(opened.ledger.read, 1);
    model.plan('primary_agent', down, down, down, tell('Here I am.'));
    const reply = team.nextReply(conversationId);
    await tryAgain();
    for (const [tries, pauseMs] of [
      [2, 1_000],
      [3, 4_000],
      [4, 16_000],
    ] as const) {
      await waitUntil(`try ${tries}`, () => model.requests.length === tries && waiting() === 1);
      await clock.advance(pauseMs);
    }
    expect(await reply).toMatchObject({ text: 'Here I am.', traceId: letter?.traceId });
    await team.runtime.idle();
    expect(letters()).toEqual([]);
    expect(opened.ledger.read.all('SELECT id, state, attempts FROM queue')).toEqual([
      { id: letter?.id, state: 'done', attempts: 3 },
    ]);
    await expect(tryAgain(letter?.id)).rejects.toMatchObject({ code: 'dead-letter-unknown' });
  });

  it('is answered before what was said after it, when it is tried again', async () => {
    model.plan('primary_agent', refused, Promise.withResolvers<never>().promise);
    await hear('first');
    await team.say(conversationId, 'second');
    await waitUntil('the second call', () => model.requests.length === 2);
    await team.say(conversationId, 'third');
    await tryAgain();
    model.plan('primary_agent', tell('2'), tell('1'), tell('3'));
    await restart();
    await waitUntil('all answers', () => texts().length === 7);
    expect(texts().slice(4)).toEqual(['agent: 2', 'agent: 1', 'agent: 3']);
    const asked = model.requests.slice(2).map(({ messages }) => messages.findLast(({ role }) => role === 'user'));
    expect(asked.map((message) => /first|second|third/.exec(JSON.stringify(message))?.[0])).toEqual(['second', 'first', 'third']);
  });

  it('never holds up another conversation or another agent while it waits for its next try', async () => {
    const other = await team.startConversation();
    model.plan('primary_agent', down, tell('elsewhere'));
    await team.say(conversationId, 'Hi');
    await waitUntil('the failure', () => waiting() === 1);
    const reply = team.nextReply(other);
    await team.say(other, 'Hello');
    expect((await reply).text).toBe('elsewhere');
    expect(texts()).toEqual(['user: Hi']);
    model.plan('primary_agent', tell('here'));
    await clock.advance(1_000);
    await waitUntil('the answer', () => texts().length === 2);
  });

  it('has all its hops and tool calls before it again, also when its request was ended', async () => {
    model.plan('primary_agent', refused);
    await hear('Hi');
    await opened.ledger.commit((transaction) =>
      transaction.run(`UPDATE traces SET hop_count = 20, tool_call_count = 200, ended_reason = 'enough', ended_by = 'limit'`),
    );
    model.plan('primary_agent', ask('weather_agent', 'sun?'), tell('Sun.'));
    model.plan('weather_agent', ask('primary_agent', 'sun'));
    const reply = team.nextReply(conversationId);
    await tryAgain();
    expect((await reply).text).toBe('Sun.');
  });
});

describe('a turn that breaks at its very end', () => {
  it('is not asked about again and does nothing twice: the person hears of it and the next request goes on', async () => {
    // A turn whose last commit failed was once taken up again beside its own failure, and then acted after all.
    model.plan('primary_agent', [{ name: 'strike' }, { name: 'forget' }, ...tell('Never said.')], tell('Next.'));
    expect((await hear('Hi')).text).toBe('I could not answer this. Something went wrong inside VOS. Your message is kept.');
    expect((await hear('And now?')).text).toBe('Next.');
    await team.runtime.idle();
    expect([strikes, model.unused(), team.bugs.length]).toEqual([1, 0, 1]);
    expect(letters()).toEqual([{ kind: 'failed', code: 'internal', attempts: 1 }]);
    expect(texts()).not.toContain('agent: Never said.');
  });
});

describe('what nobody can handle', () => {
  // The earlier system failed the whole batch for one message that could not be read.
  it('is set aside with its reason, the person hears of it once, and the rest of the lane goes on', async () => {
    await opened.ledger.commit((transaction) => openTrace(transaction, TRACE, conversationId));
    model.plan('primary_agent', tell('Still here.'));
    const notice = team.nextReply(conversationId);
    await send({}, { type: 'no_such_type' });
    expect(await notice).toMatchObject({
      author: { kind: 'system' },
      traceId: TRACE,
      text: '2 messages to the primary_agent could not be handled and were set aside. They are kept with the reasons, and everything else goes on.',
    });
    expect((await hear('Hi')).text).toBe('Still here.');
    expect(letters()).toEqual([
      { kind: 'unreadable', code: 'message-unreadable', attempts: 0 },
      { kind: 'unreadable', code: 'message-unreadable', attempts: 0 },
    ]);
    expect(deadLetters.list(opened.ledger.read, 9).map(({ reason }) => reason.message.split(':')[0])).toEqual([
      'There is no message type “no_such_type”.',
      'The payload does not fit user_message',
    ]);
  });

  it('may belong to no request, to no agent and to no conversation, and still blocks nobody', async () => {
    const payload = { message_id: TRACE, content: 'Hi', content_type: 'text', user_timezone: 'UTC' };
    await send({ payload }, { agentId: 'gone_agent' }, { conversationId: 'gone', payload });
    await waitUntil('all three to be set aside', () => letters().length === 3);
    expect(
      letters()
        .map(({ code }) => code)
        .toSorted(),
    ).toEqual(['agent-unknown', 'trace-unknown', 'trace-unknown']);
    model.plan('primary_agent', tell('Still here.'));
    await team.say(conversationId, 'Hi');
    await waitUntil('the answer', () => texts().includes('agent: Still here.'));
    expect(
      texts()
        .filter((text) => text.startsWith('system'))
        .toSorted(),
    ).toEqual([
      'system: A message to an agent called “gone_agent” could not be handled and was set aside. It is kept with the reason, and everything else goes on.',
      'system: A message to the primary_agent could not be handled and was set aside. It is kept with the reason, and everything else goes on.',
    ]);
    expect(team.bugs).toEqual([]);
  });

  it(`is told ${NOTICE_LIMIT} times a minute and no more, though all of it is listed`, async () => {
    for (let number = 0; number < NOTICE_LIMIT + 3; number += 1) {
      const id = `queued_1000000000000000000000000000000${number}`;
      await send({ id, idempotencyKey: id });
      await team.runtime.idle();
    }
    expect([texts().length, letters().length]).toEqual([NOTICE_LIMIT, NOTICE_LIMIT + 3]);
    await clock.advance(60_000);
    await send({ id: 'queued_20000000000000000000000000000000', idempotencyKey: 'later' });
    await team.runtime.idle();
    expect(texts().length).toBe(NOTICE_LIMIT + 1);
  });

  it('is what even a beginning turn stumbles over: it is given up, and the lane goes on', async () => {
    model.plan('primary_agent', tell('First.'), tell('Third.'));
    await hear('one');
    await opened.ledger.commit((transaction) => transaction.run(`UPDATE history SET entry = 'not JSON'`));
    expect((await hear('two')).text).toBe('I could not answer this. Something went wrong inside VOS. Your message is kept.');
    await opened.ledger.commit((transaction) => transaction.run('DELETE FROM history'));
    expect((await hear('three')).text).toBe('Third.');
    expect(letters()).toEqual([{ kind: 'failed', code: 'internal', attempts: 1 }]);
    expect(team.bugs).toMatchObject([{ name: 'SyntaxError' }]);
  });

  it('may be an open turn whose record is damaged, found at the next start', async () => {
    model.plan('primary_agent', Promise.withResolvers<never>().promise, tell('Next.'));
    await team.say(conversationId, 'one');
    await waitUntil('the call', () => model.requests.length === 1);
    await opened.ledger.commit((transaction) => transaction.run(`UPDATE effects SET request = 'not JSON'`));
    await restart();
    await waitUntil('the sentence', () => texts().length === 2);
    expect((await hear('two')).text).toBe('Next.');
    expect(letters()).toEqual([{ kind: 'failed', code: 'internal', attempts: 1 }]);
  });
});
