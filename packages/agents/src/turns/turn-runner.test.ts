import { CodedError, ok } from '@vos/base';
import { createFakeClock, type FakeClock, waitUntil } from '@vos/base/testing';
import { changeSets } from '@vos/ledger';
import { holdDatabase, openTestLedger, type TestLedger } from '@vos/ledger/testing';
import type { Message } from '@vos/protocol/entities';
import { createNote, createPrompt, listNotes, readMessages } from '@vos/records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Agent } from '../sdk/agent.ts';
import { defineOutsideTool, defineRecordTool, toolFailure } from '../sdk/tool.ts';
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model.ts';
import { createTestTeam, testAgent, type TestTeam } from '../testing/test-team.ts';
import { LONGEST_WISHED_PAUSE_MS, TRACE_HOP_LIMIT, TRACE_TOOL_CALL_LIMIT } from './limits.ts';
import { submitUserMessage } from './submit.ts';
import { readActivities, readToolCalls } from './turn-store.ts';

let clock: FakeClock;
let opened: TestLedger;
let model: ScriptedModel;
let team: TestTeam;
let conversationId: string;
/** Set by a test to decide what the tool `look` does. */
let look: (signal: AbortSignal) => Promise<string>;

const tell = (content: string) => [{ name: 'send_user_message', arguments: { content } }];
const ask = (agent: string, content: string) => [{ name: 'send_agent_message', arguments: { agent_id: agent, content } }];

function agents(): readonly Agent[] {
  const lookTool = defineOutsideTool({
    name: 'look',
    description: 'Looks something up outside.',
    parameters: z.object({ what: z.string() }),
    result: z.object({ seen: z.string() }),
    effect: 'read',
    permission: 'allow',
    continues: true,
    timeoutMs: 8_000,
    doing: ({ what }) => `looking for ${what}`,
    run: async (_, { signal }) => ok({ seen: await look(signal) }),
  });
  const write = defineRecordTool({
    name: 'write',
    description: 'Writes a note, then fails if asked to.',
    parameters: z.object({ title: z.string(), fails: z.boolean().default(false) }),
    result: z.object({ id: z.string() }),
    effect: 'record',
    permission: 'allow',
    continues: true,
    apply({ title, fails }, context) {
      const note = createNote(context.transaction, context.changes, {
        id: context.newId('note'),
        createdBy: context.agentId,
        title,
        content: title,
      });
      if (fails) return { ok: false, error: toolFailure('refused', 'The pen is empty.') };
      if (!note.ok) throw new Error(note.error.message);
      return ok({ id: note.value.id });
    },
  });
  return [testAgent('primary_agent', [write]), testAgent('weather_agent', [lookTool]), testAgent('notes_agent', [write])];
}

function startTeam(): void {
  team = createTestTeam({ ledger: opened.ledger, clock, model, agents: agents() });
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

function queued(state: string): number {
  return opened.ledger.read.get<{ count: number }>('SELECT count(*) AS count FROM queue WHERE state = ?', [state])?.count ?? 0;
}

beforeEach(async () => {
  clock = createFakeClock();
  opened = await openTestLedger({ clock });
  model = createScriptedModel();
  look = () => Promise.resolve('nothing');
  startTeam();
  conversationId = await team.startConversation();
  await team.runtime.start();
});

afterEach(async () => {
  await team.runtime.close();
  await opened.dispose();
});

describe('a request', () => {
  it('goes from the primary agent to a specialist and back, and is answered', async () => {
    look = () => Promise.resolve('16 degrees');
    model.plan('primary_agent', ask('weather_agent', 'weather in Utrecht?'), tell('It is 16 degrees.'));
    model.plan('weather_agent', [{ name: 'look', arguments: { what: 'Utrecht' } }], ask('primary_agent', '16 degrees'));
    const before = opened.ledger.commitCount();
    const reply = await hear('What is the weather?');
    await team.runtime.idle();

    expect(reply).toMatchObject({ author: { kind: 'agent', agentId: 'primary_agent' }, text: 'It is 16 degrees.' });
    expect(texts()).toEqual(['user: What is the weather?', 'agent: It is 16 degrees.']);
    expect(
      readToolCalls(opened.ledger.read, [reply.traceId]).map(({ agentId, toolName, state }) => [agentId, toolName, state]),
    ).toEqual(expect.arrayContaining([['weather_agent', 'look', 'succeeded']]));
    expect([queued('waiting'), queued('leased'), queued('dead'), model.unused(), team.bugs]).toEqual([0, 0, 0, 0, []]);
    // Four turns and the person's own message: at most four commits a turn.
    expect(opened.ledger.commitCount() - before).toBeLessThanOrEqual(4 * 4 + 1);
  });

  it('shows the model what came in, in the shape of a notification', async () => {
    model.plan('primary_agent', tell('Hello.'));
    const id = await team.say(conversationId, 'Hi');
    await waitUntil('the reply', () => texts().length === 2);
    const content = model.requests[0]?.messages.at(-1);
    expect(content?.role === 'user' && JSON.parse(content.content)).toEqual([
      {
        notification_id: expect.stringMatching(/^queued_/),
        timestamp: '2026-01-05T09:00:00.000Z',
        notification_type: 'user_message',
        payload: { message_id: id, content: 'Hi', content_type: 'text', user_timezone: 'Europe/Amsterdam' },
      },
    ]);
  });

  it('shows the model the result of a tool beside its call, and asks again only when the tool says so', async () => {
    look = () => Promise.resolve('rain');
    model.plan('primary_agent', ask('weather_agent', 'look'), tell('Rain.'));
    model.plan('weather_agent', [{ name: 'look', arguments: { what: 'sky' } }], ask('primary_agent', 'rain'));
    await hear('Sky?');
    await team.runtime.idle();
    const second = model.requests.filter(({ agentId }) => agentId === 'weather_agent')[1];
    expect(second?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(second?.messages.at(-1)).toMatchObject({
      toolName: 'look',
      content: '{"status":"SUCCESS","result":{"seen":"rain"},"error_message":null}',
    });
    // Success of the two messaging tools started no turn of its own.
    expect(model.requests.length).toBe(4);
  });

  it('is handled exactly once when it is sent twice', async () => {
    model.plan('primary_agent', tell('Once.'));
    const reply = team.nextReply(conversationId);
    const id = await team.say(conversationId, 'Hi');
    await opened.ledger.commit((transaction) =>
      submitUserMessage(transaction, team.ids, { id, conversationId, text: 'Hi', timeZone: 'Europe/Amsterdam' }),
    );
    await reply;
    await team.runtime.idle();
    expect(texts()).toEqual(['user: Hi', 'agent: Once.']);
    await expect(
      opened.ledger.commit((transaction) =>
        submitUserMessage(transaction, team.ids, { id, conversationId, text: 'Other', timeZone: 'UTC' }),
      ),
    ).rejects.toMatchObject({ code: 'message-conflict' });
  });

  it('is finished before the next of the same conversation is begun with the same specialist, each answered under its own trace', async () => {
    // Two quick questions once told their results under each other's request, and a failure besides.
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    let asked = 0;
    look = () => answers[asked++]?.promise ?? Promise.resolve('none');
    model.plan(
      'primary_agent',
      ask('weather_agent', 'New York?'),
      ask('weather_agent', 'Paris?'),
      tell('New York: 16'),
      tell('Paris: 20'),
    );
    model.plan('weather_agent', [{ name: 'look', arguments: { what: 'New York' } }], ask('primary_agent', '16'));
    model.plan('weather_agent', [{ name: 'look', arguments: { what: 'Paris' } }], ask('primary_agent', '20'));
    await team.say(conversationId, 'New York?');
    await waitUntil('the first look', () => asked === 1);
    await team.say(conversationId, 'Paris?');
    await waitUntil('the second request to reach the specialist', () => model.requests.length === 3);
    answers[0]?.resolve('16');
    await waitUntil('the second look', () => asked === 2);
    answers[1]?.resolve('20');
    await waitUntil('both answers', () => texts().length === 4);
    await team.runtime.idle();
    expect(texts()).toEqual(['user: New York?', 'user: Paris?', 'agent: New York: 16', 'agent: Paris: 20']);
    const { messages } = readMessages(opened.ledger.read, { conversationId, limit: 10 });
    expect(messages.map(({ traceId }) => traceId)).toEqual(
      [messages[0], messages[1], messages[0], messages[1]].map((each) => each?.traceId),
    );
    const seen = model.requests.filter(({ agentId }) => agentId === 'weather_agent').map(({ messages }) => messages.at(-1)?.role);
    expect(seen).toEqual(['user', 'tool', 'user', 'tool']);
  });

  it('waits its turn behind an earlier one of the same conversation, and never behind another conversation', async () => {
    const slow = Promise.withResolvers<ReturnType<typeof tell>>();
    const other = await team.startConversation();
    model.plan('primary_agent', slow.promise, tell('other'), tell('second'));
    await team.say(conversationId, 'first');
    await waitUntil('the first call', () => model.requests.length === 1);
    await team.say(conversationId, 'next');
    const quick = team.nextReply(other);
    await team.say(other, 'elsewhere');
    expect((await quick).text).toBe('other');
    slow.resolve(tell('first answer'));
    await waitUntil('both answers', () => texts().length === 4);
    expect(texts()).toEqual(['user: first', 'user: next', 'agent: first answer', 'agent: second']);
  });
});

describe('an agent’s prompt', () => {
  it('is taken fresh each turn, as the person last wrote it', async () => {
    model.plan('primary_agent', tell('First.'), tell('Second.'));
    await hear('Hi');
    await opened.ledger.commit((transaction) => {
      const changes = changeSets.begin(transaction, { actor: 'user', cause: 'test' });
      const fresh = { agentId: 'primary_agent', name: 'Pirate', content: 'You are a pirate.', isActive: true };
      createPrompt(transaction, changes, fresh, { changedBy: 'user', reason: 'For fun', newId: team.ids.next });
    });
    await hear('Hi again');
    expect(model.requests.map(({ system }) => system.split('\n')[0])).toEqual(['You are primary_agent.', 'You are a pirate.']);
  });
});

describe('what cannot be used', () => {
  it('a reply without a tool call is sent back with the reason', async () => {
    model.plan('primary_agent', [], tell('Better.'));
    expect((await hear('Hi')).text).toBe('Better.');
    const again = model.requests[1]?.messages.at(-1);
    expect(again?.role === 'user' && again.content).toContain('The reply had no tool call');
  });

  it('words without a call, written again after that, are the answer: of the primary agent to the person, of another to who asked it', async () => {
    model.plan('primary_agent', ask('weather_agent', 'sun?'), { text: 'Let me think.' }, { text: 'Sun, it says.' });
    model.plan('weather_agent', { text: 'Sun.' }, { text: 'Sun!' });
    expect(await hear('Sun?')).toMatchObject({ author: { kind: 'agent', agentId: 'primary_agent' }, text: 'Sun, it says.' });
    await team.runtime.idle();
    expect(JSON.stringify(model.requests.at(-2)?.messages.at(-1))).toContain('Sun!');
    expect([texts(), model.unused(), queued('dead')]).toEqual([['user: Sun?', 'agent: Sun, it says.'], 0, 0]);
  });

  it('three such replies end the turn with a sentence to the person', async () => {
    model.plan('primary_agent', [], [], []);
    const reply = await hear('Hi');
    expect(reply).toMatchObject({ author: { kind: 'system' } });
    expect(reply.text).toBe(
      'I could not answer this. The model gave no answer that could be used; another one can be chosen in Settings. Your message is kept.',
    );
    expect(queued('dead')).toBe(1);
  });

  it('an unknown tool, bad arguments and a message to oneself become failures the model reads', async () => {
    model.plan(
      'primary_agent',
      [
        { name: 'rm_rf' },
        { name: 'write', arguments: { title: 5 } },
        ...ask('primary_agent', 'me'),
        ...ask('nobody_agent', 'hello?'),
      ],
      tell('Sorry.'),
    );
    await hear('Do it');
    const results = model.requests[1]?.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
    expect(results?.map((content) => (JSON.parse(content) as { status: string; error_code: string }).error_code)).toEqual([
      'tool-unknown',
      'arguments-invalid',
      'agent-is-self',
      'agent-unknown',
    ]);
    // The desk says in its own words why a call was never made.
    const [asked] = readMessages(opened.ledger.read, { conversationId, limit: 10 }).messages;
    expect(readToolCalls(opened.ledger.read, [asked?.traceId ?? '']).map(({ refusal }) => refusal)).toEqual([
      'tool-unknown',
      'arguments-invalid',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('a specialist cannot reach the person', async () => {
    model.plan('primary_agent', ask('weather_agent', 'go'), tell('done'));
    model.plan('weather_agent', tell('I speak myself!'), ask('primary_agent', 'could not'));
    expect((await hear('Hi')).text).toBe('done');
    expect(texts()).toEqual(['user: Hi', 'agent: done']);
  });
});

describe('a tool', () => {
  it('that fails leaves nothing behind, and its neighbours in the same reply stay', async () => {
    model.plan(
      'primary_agent',
      [
        { name: 'write', arguments: { title: 'kept' } },
        { name: 'write', arguments: { title: 'undone', fails: true } },
        { name: 'write', arguments: { title: 'kept too' } },
      ],
      tell('Two of three.'),
    );
    await hear('Write');
    await team.runtime.idle();
    expect(
      listNotes(opened.ledger.read, {})
        .notes.map(({ title }) => title)
        .sort(),
    ).toEqual(['kept', 'kept too']);
    const changes = opened.ledger.read.all<{ kind: string; actor: string }>(
      `SELECT changes.kind, change_sets.actor FROM changes JOIN change_sets ON change_sets.id = change_set_id WHERE kind = 'note'`,
    );
    expect(changes).toEqual([
      { kind: 'note', actor: 'primary_agent' },
      { kind: 'note', actor: 'primary_agent' },
    ]);
  });

  it('that never ends is given up at its time limit, with a sentence', async () => {
    look = (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut off'))));
    model.plan('primary_agent', ask('weather_agent', 'go'), tell('No luck.'));
    model.plan('weather_agent', [{ name: 'look', arguments: { what: 'x' } }], ask('primary_agent', 'failed'));
    const reply = hear('Hi');
    await waitUntil('the tool to start', () => team.heard.some(([name]) => name === 'toolStarted'));
    await clock.advance(8_000);
    expect((await reply).text).toBe('No luck.');
    const result = model.requests.at(-2)?.messages.at(-1);
    expect(result?.role === 'tool' && result.content).toContain('longer than 8 seconds');
  });

  it('that throws is reported as a bug, and the person is still answered', async () => {
    look = () => Promise.reject(new TypeError('undefined is not a function'));
    model.plan('primary_agent', ask('weather_agent', 'go'), tell('Sorry.'));
    model.plan('weather_agent', [{ name: 'look', arguments: { what: 'x' } }], ask('primary_agent', 'broken'));
    expect((await hear('Hi')).text).toBe('Sorry.');
    expect(team.bugs).toEqual([new TypeError('undefined is not a function')]);
    const [failed] = readToolCalls(opened.ledger.read, [traceId()]).filter(({ toolName }) => toolName === 'look');
    expect(failed).toMatchObject({
      state: 'failed',
      result: 'Something went wrong inside this tool. Nothing was changed by it.',
    });
  });
});

describe('limits', () => {
  it('a request ends after so many hops between agents, with a sentence', async () => {
    for (let hop = 0; hop <= TRACE_HOP_LIMIT / 2; hop += 1) {
      model.plan('primary_agent', ask('weather_agent', 'ping'));
      model.plan('weather_agent', ask('primary_agent', 'pong'));
    }
    const reply = await hear('Hi');
    expect(reply.text).toContain(`from agent to agent ${TRACE_HOP_LIMIT} times`);
    await team.runtime.idle();
    expect([queued('waiting'), queued('leased')]).toEqual([0, 0]);
  });

  it('a request ends after so many tool calls, with a sentence', async () => {
    // Each its own, so that the observer sees no loop.
    const many = (turn: number) =>
      Array.from({ length: 50 }, (_, index) => ({ name: 'write', arguments: { title: `${turn}/${index}` } }));
    model.plan('primary_agent', many(1), many(2), many(3), many(4), many(5));
    const reply = await hear('Hi');
    expect(reply.text).toContain(`it took ${TRACE_TOOL_CALL_LIMIT} tool calls`);
    await team.runtime.idle();
    expect([queued('waiting'), model.unused()]).toEqual([0, 0]);
  });
});

describe('an agent that gets nowhere', () => {
  const bad = [{ name: 'rm_rf' }];
  const lastTold = () => JSON.stringify(model.requests.at(-1)?.messages.at(-1));

  it('is stopped after four turns in which nothing worked, with what was and was not changed', async () => {
    model.plan('primary_agent', bad, [{ name: 'write', arguments: { title: 5 } }], bad, bad);
    expect((await hear('Hi')).text).toBe(
      'I stopped this request: nothing that VOS tried worked, 4 times in a row. Nothing had been changed. Ask in other words, or choose another model in Settings.',
    );
    await team.runtime.idle();
    expect([model.requests.length, queued('waiting'), queued('dead')]).toEqual([4, 0, 0]);
    model.plan('primary_agent', tell('Hello.'));
    expect((await hear('Hi again')).text).toBe('Hello.');
  });

  it('may fail and mend its call, as often as it likes', async () => {
    const good = (title: string) => [{ name: 'write', arguments: { title } }];
    model.plan(
      'primary_agent',
      bad,
      bad,
      bad,
      good('one'),
      bad,
      bad,
      bad,
      [...good('two'), ...bad],
      bad,
      bad,
      bad,
      tell('There.'),
    );
    expect((await hear('Hi')).text).toBe('There.');
  });

  it('gives up when it is a specialist, and whoever asked it is told and goes on with the rest', async () => {
    model.plan('primary_agent', ask('weather_agent', 'go'), tell('The weather could not be had.'));
    model.plan('weather_agent', bad, bad, bad, bad);
    expect((await hear('Hi')).text).toBe('The weather could not be had.');
    expect(lastTold()).toContain('I give up: nothing that the weather_agent tried worked, 4 times in a row.');
    await team.runtime.idle();
    expect([model.unused(), queued('waiting'), queued('dead')]).toEqual([0, 0, 0]);
  });

  it.each(['weather_agent', 'notes_agent'])(
    'is stopped with its whole request when another was tried before: %s',
    async (next) => {
      model.plan('primary_agent', [{ name: 'write', arguments: { title: 'kept' } }, ...ask('weather_agent', 'go')]);
      // The note's turn goes on by itself; the primary agent then only waits.
      model.plan('primary_agent', ask('weather_agent', 'please'), ask(next, 'then you'));
      model.plan('weather_agent', bad, bad, bad, bad);
      model.plan(next, bad, bad, bad, bad);
      const reply = await hear('Hi');
      expect(reply.text).toContain(`nothing that the ${next} tried worked`);
      expect(reply.text).toContain('What was done until then is kept.');
      await team.runtime.idle();
      expect([queued('waiting'), team.bugs]).toEqual([0, []]);
    },
  );

  it('is stopped when it does the same six times in a row and learns nothing new', async () => {
    const lookAt = (what: string) => [{ name: 'look', arguments: { what } }];
    model.plan('primary_agent', ask('weather_agent', 'go'), tell('No news.'));
    model.plan('weather_agent', ...Array.from({ length: 6 }, () => lookAt('sky')));
    await hear('Hi');
    expect(lastTold()).toContain('the weather_agent did the same again and again and learned nothing new');
    expect(model.unused()).toBe(0);
  });

  it('is stopped when it goes round in a larger circle, and when what fails differs each time', async () => {
    const lookAt = (what: string) => [{ name: 'look', arguments: { what } }];
    model.plan('primary_agent', ask('weather_agent', 'go'), tell('No news.'));
    const round = [lookAt('sky'), lookAt('sea')];
    model.plan('weather_agent', ...round, ...round, ...round, lookAt('sky'));
    await hear('Hi');
    expect(lastTold()).toContain('the weather_agent did the same again and again and learned nothing new');
    const mixed = (turn: number) => [...lookAt('sky'), { name: `tool_${turn}` }];
    model.plan('primary_agent', ask('weather_agent', 'go'), tell('No news.'));
    model.plan('weather_agent', ...Array.from({ length: 6 }, (_, turn) => mixed(turn)));
    await hear('Hi');
    expect(lastTold()).toContain('the weather_agent did the same again and again and learned nothing new');
    expect(model.unused()).toBe(0);
  });

  it('may wait for something for as long as it sleeps in between', async () => {
    model.plan('primary_agent', ask('weather_agent', 'go'), tell('Still grey.'));
    const again = [[{ name: 'look', arguments: { what: 'sky' } }], [{ name: 'sleep', arguments: { duration: 60 } }]];
    model.plan('weather_agent', ...Array.from({ length: 8 }, () => again).flat(), ask('primary_agent', 'grey'));
    const reply = hear('Hi');
    for (let nap = 1; nap <= 8; nap += 1) {
      await waitUntil('the nap', () => model.requests.length === 1 + 2 * nap && queued('waiting') === 1);
      await team.runtime.idle();
      await clock.advance(60_000);
    }
    expect((await reply).text).toBe('Still grey.');
  });

  it('may look again and again where something changes', async () => {
    let minute = 0;
    look = () => Promise.resolve(`minute ${(minute += 1)}`);
    model.plan('primary_agent', ask('weather_agent', 'go'), tell('It cleared up.'));
    const again = [{ name: 'look', arguments: { what: 'sky' } }];
    model.plan('weather_agent', ...Array.from({ length: 8 }, () => again), ask('primary_agent', 'clear'));
    expect((await hear('Hi')).text).toBe('It cleared up.');
  });
});

describe('a model that fails', () => {
  it('is left alone for as long as it asks, though never for hours', async () => {
    const busy = (retryAfterMs: number): CodedError =>
      new CodedError('model-busy', 'The model is busy.', { retryable: true, detail: { status: 429, retryAfterMs } });
    model.plan('primary_agent', busy(30_000), busy(86_400_000), tell('Here I am.'));
    const reply = hear('Hi');
    await waitUntil('the first refusal', () => model.requests.length === 1 && queued('waiting') === 1);
    await clock.advance(29_999);
    expect(model.requests.length).toBe(1);
    await clock.advance(1);
    await waitUntil('the second refusal', () => model.requests.length === 2 && queued('waiting') === 1);
    await clock.advance(LONGEST_WISHED_PAUSE_MS);
    expect((await reply).text).toBe('Here I am.');
  });

  it('is waited for in sight: why, and when it is tried again, also after a restart', async () => {
    const away = new CodedError('model-unavailable', 'Ollama does not answer.', { retryable: true });
    model.plan('primary_agent', away, away, tell('Here I am.'));
    await team.say(conversationId, 'Hi');
    await waitUntil('the first failure', () => queued('waiting') === 1);
    const waits = { agentId: 'primary_agent', state: 'retrying', doing: 'Ollama does not answer.' };
    const seen = () => readActivities(opened.ledger.read, conversationId);
    expect(seen()).toMatchObject([{ ...waits, resumesAt: '2026-01-05T09:00:01.000Z' }]);
    await team.runtime.close();
    startTeam();
    await team.runtime.start();
    expect(seen()).toMatchObject([waits]);
    await clock.advance(1_000);
    await waitUntil('the second failure', () => queued('waiting') === 1 && model.requests.length === 2);
    expect(seen()).toMatchObject([{ ...waits, resumesAt: '2026-01-05T09:00:05.000Z' }]);
    const reply = team.nextReply(conversationId);
    await clock.advance(4_000);
    expect((await reply).text).toBe('Here I am.');
    await team.runtime.idle();
    expect(seen()).toEqual([]);
  });

  it('that stays silent for 90 seconds is given up and asked again', async () => {
    model.plan('primary_agent', Promise.withResolvers<never>().promise, tell('Awake now.'));
    const reply = hear('Hi');
    await waitUntil('the call', () => model.requests.length === 1);
    await clock.advance(90_000);
    await waitUntil('the new try to be due', () => queued('waiting') === 1);
    await clock.advance(1_000);
    expect((await reply).text).toBe('Awake now.');
  });

  it('withdraws what it had begun to say, and says it anew', async () => {
    model.plan(
      'primary_agent',
      { begins: tell('A fine ans'), then: new CodedError('model-unavailable', 'Cut off.', { retryable: true }) },
      tell('A fine answer.'),
    );
    const reply = hear('Hi');
    await waitUntil('the new try to be due', () => queued('waiting') === 1);
    await clock.advance(1_000);
    const { turnId } = await reply;
    const spoken = team.heard.flatMap(([name, what]) =>
      name === 'replyStreamed' || name === 'replyWithdrawn' ? [[name, what as { turnId: string; text?: string }] as const] : [],
    );
    const withdrawn = spoken.findIndex(([name]) => name === 'replyWithdrawn');
    expect(
      spoken
        .slice(0, withdrawn)
        .map(([, { text }]) => text)
        .join(''),
    ).toBe('A fine ans');
    expect(
      spoken
        .slice(withdrawn + 1)
        .map(([, { text }]) => text)
        .join(''),
    ).toBe('A fine answer.');
    expect(spoken.at(-1)?.[1].turnId).toBe(turnId);
    expect(spoken[withdrawn]?.[1].turnId).not.toBe(turnId);
  });
});

describe('a database that cannot be written for a moment', () => {
  it('holds a turn up, and the turn goes on when it can be written again', async () => {
    const found = Promise.withResolvers<string>();
    look = () => found.promise;
    model.plan('primary_agent', ask('weather_agent', 'go'), tell('Found.'));
    model.plan('weather_agent', [{ name: 'look', arguments: { what: 'x' } }], ask('primary_agent', 'found'));
    const reply = hear('Hi');
    await waitUntil('the tool to start', () => team.heard.some(([name]) => name === 'toolStarted'));

    const letGo = holdDatabase(opened.ledger.path);
    found.resolve('found');
    await waitUntil('the commit to be refused', () => team.bugs.length === 1);
    expect(team.bugs[0]).toMatchObject({ code: 'database-unwritable' });
    letGo();
    look = () => Promise.resolve('found');
    await clock.advance(2_000);
    expect((await reply).text).toBe('Found.');
  });
});

describe('after a restart', () => {
  it('the interrupted turn is taken up with the same request, and answered once', async () => {
    model.plan('primary_agent', Promise.withResolvers<never>().promise);
    await team.say(conversationId, 'Hi');
    await waitUntil('the call', () => model.requests.length === 1);
    await team.runtime.close();

    model.plan('primary_agent', tell('Back again.'));
    startTeam();
    const reply = team.nextReply(conversationId);
    await team.runtime.start();
    expect((await reply).text).toBe('Back again.');
    expect(model.requests[1]).toEqual(model.requests[0]);
    expect(texts()).toEqual(['user: Hi', 'agent: Back again.']);
  });

  it('a reply that was already there is used, not asked for again', async () => {
    look = (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut off'))));
    model.plan('primary_agent', ask('weather_agent', 'go'), tell('Found.'));
    model.plan('weather_agent', [{ name: 'look', arguments: { what: 'x' } }], ask('primary_agent', 'found'));
    await team.say(conversationId, 'Hi');
    await waitUntil('the tool to start', () => team.heard.some(([name]) => name === 'toolStarted'));
    await team.runtime.close();
    expect(model.requests.length).toBe(2);

    look = () => Promise.resolve('found');
    startTeam();
    const reply = team.nextReply(conversationId);
    await team.runtime.start();
    expect((await reply).text).toBe('Found.');
    expect(model.requests.length).toBe(4);
    expect(readToolCalls(opened.ledger.read, [traceId()]).filter(({ toolName }) => toolName === 'look')).toHaveLength(1);
  });
});

describe('sleep', () => {
  const sleep = (duration: number) => [{ name: 'sleep', arguments: { duration } }];

  it('ends after its time, also over a restart', async () => {
    model.plan('primary_agent', sleep(600), tell('Ten minutes are over.'));
    await team.say(conversationId, 'Tell me in ten minutes');
    await waitUntil('the sleep to begin', () => model.unused() === 1 && queued('waiting') === 1);
    await team.runtime.idle();
    await team.runtime.close();
    startTeam();
    await team.runtime.start();
    const reply = team.nextReply(conversationId);
    await clock.advance(599_000);
    expect(model.unused()).toBe(1);
    await clock.advance(2_000);
    expect((await reply).text).toBe('Ten minutes are over.');
  });

  it('is ended by any message, and its alarm is then not heard', async () => {
    model.plan('primary_agent', sleep(600), tell('Yes?'));
    await team.say(conversationId, 'Wait');
    await waitUntil('the sleep to begin', () => queued('waiting') === 1);
    await team.runtime.idle();
    expect((await hear('Hello?')).text).toBe('Yes?');
    await clock.advance(700_000);
    await team.runtime.idle();
    await waitUntil('the alarm to be put away', () => queued('waiting') === 0);
    expect(model.requests.length).toBe(2);
  });
});

function traceId(): string {
  return opened.ledger.read.get<{ id: string }>('SELECT id FROM traces ORDER BY started_at LIMIT 1')?.id ?? '';
}
