import { err, ok, type Result } from '@vos/base';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Agent } from '../../sdk/agent.ts';
import { type BuiltinReading, defineOutsideTool, type ToolFailure } from '../../sdk/tool.ts';
import { primaryAgent } from '../../specialists/primary/index.ts';
import { ModelConversation } from '../../testing/model-conversation.ts';
import { createMissingEmbedder, createWordEmbedder } from '../../testing/word-embedder.ts';
import type { ModelToolCall } from '../provider.ts';
import { createBuiltinProvider } from './provider.ts';

const skyTool = defineOutsideTool({
  name: 'get_sky',
  description: 'The sky over a place.',
  parameters: z.object({ place: z.string(), day: z.enum(['today', 'tomorrow']).default('today') }),
  result: z.object({ sky: z.string() }),
  effect: 'network-out',
  permission: 'allow',
  continues: true,
  timeoutMs: 1000,
  builtin: {
    read({ text }): BuiltinReading<{ place: string; day: 'today' | 'tomorrow' }> {
      const place = / (?:in|over) (\p{Lu}\w+)/u.exec(text)?.[1];
      if (place === undefined) return { kind: 'question', text: 'For which place?' };
      return { kind: 'arguments', arguments: { place, day: /tomorrow/.test(text) ? 'tomorrow' : 'today' } };
    },
    say: ({ sky }, { place, day }) => `The sky over ${place} is ${sky} ${day}.`,
  },
  run: async (): Promise<Result<{ sky: string }, ToolFailure>> =>
    err({ code: 'unused', message: 'Tools are not run here.', retryable: false }),
});

const sumTool = defineOutsideTool({
  name: 'add_up',
  description: 'Adds.',
  parameters: z.object({ expression: z.string() }),
  result: z.object({ sum: z.number() }),
  effect: 'read',
  permission: 'allow',
  continues: true,
  timeoutMs: 1000,
  builtin: {
    recognizes: ({ text }) => /^(?:what is )?\d+ ?\+ ?\d+\??$/.test(text),
    read({ text }) {
      const expression = /\d+ ?\+ ?\d+/.exec(text)?.[0];
      return expression === undefined ? { kind: 'unfit' } : { kind: 'arguments', arguments: { expression } };
    },
    say: ({ sum }, { expression }) => `${expression} is ${sum}.`,
  },
  run: async () => ok({ sum: 0 }),
});

const skyAgent: Agent = {
  id: 'sky_agent',
  name: 'Sky agent',
  icon: 'cloud',
  purpose: 'Tells what the sky is like.',
  prompt: '',
  suggestions: ['How is the sky over Utrecht?'],
  tools: [skyTool],
  examples: {
    get_sky: [
      'how is the sky over Utrecht',
      'sky in Paris',
      'is the sky clear tomorrow',
      'show the sky',
      'what will the sky be like',
      'compare the two towers',
    ],
  },
};
const sumAgent: Agent = {
  id: 'sum_agent',
  name: 'Sum agent',
  icon: 'plus',
  purpose: 'Adds numbers up.',
  prompt: '',
  suggestions: ['What is 2 + 2?'],
  tools: [sumTool],
  examples: { add_up: ['add these numbers up', 'what is the sum of 2 + 2', 'add 5 to 7', 'compare the two towers'] },
};
const agents = [primaryAgent, skyAgent, sumAgent];
const shared = createBuiltinProvider({ embedder: createWordEmbedder(), agents });

const says = (content: string): object => ({ name: 'send_user_message', arguments: { content } });
const hands = (agentId: string, content: string): object => ({
  name: 'send_agent_message',
  arguments: { agent_id: agentId, content },
});
const bare = (calls: readonly ModelToolCall[]): readonly object[] =>
  calls.map(({ name, arguments: given }) => ({ name, arguments: given }));

describe('the primary agent, built in', () => {
  it('answers small talk, the time and the date itself', async () => {
    const desk = new ModelConversation(primaryAgent, shared);
    expect(bare(await desk.person('hello'))).toEqual([says('Good afternoon. What can I do for you?')]);
    expect(bare(await desk.person('What time is it?'))).toEqual([says('It is 14:02.')]);
    expect(bare(await desk.person("what's the date today"))).toEqual([says('Today is Monday, 5 January 2026.')]);
  });

  it('hands a request to the right colleague in the person’s own words', async () => {
    expect(bare(await new ModelConversation(primaryAgent, shared).person('How is the sky over Berlin?'))).toEqual([
      hands('sky_agent', 'How is the sky over Berlin?'),
    ]);
  });

  it('hands on what a tool recognizes without comparing anything', async () => {
    const embedder = createWordEmbedder();
    const desk = new ModelConversation(primaryAgent, createBuiltinProvider({ embedder, agents }));
    expect(bare(await desk.person('2 + 2'))).toEqual([hands('sum_agent', '2 + 2')]);
    expect(embedder.asked).toEqual([]);
  });

  it('passes a colleague’s answer on as it is', async () => {
    expect(
      bare(await new ModelConversation(primaryAgent, shared).colleague('sky_agent', 'The sky over Berlin is grey.')),
    ).toEqual([says('The sky over Berlin is grey.')]);
  });

  it('answers each of several requests in one message', async () => {
    expect(
      bare(await new ModelConversation(primaryAgent, shared).person('what is 2 + 2 and how is the sky over Utrecht')),
    ).toEqual([hands('sum_agent', 'what is 2 + 2'), hands('sky_agent', 'how is the sky over Utrecht')]);
  });

  it('answers each of several messages that came in together', async () => {
    expect(bare(await new ModelConversation(primaryAgent, shared).person('what time is it', '2 + 2'))).toEqual([
      says('It is 14:01.'),
      hands('sum_agent', '2 + 2'),
    ]);
  });

  it('gives the answer to a question to the colleague who asked', async () => {
    const desk = new ModelConversation(primaryAgent, shared);
    await desk.person('show the sky');
    await desk.colleague('sky_agent', 'For which place?');
    expect(bare(await desk.person('Paris'))).toEqual([hands('sky_agent', 'Paris')]);
  });

  it('lets a person drop a question, or ask something else instead of answering it', async () => {
    const desk = new ModelConversation(primaryAgent, shared);
    await desk.person('show the sky');
    await desk.colleague('sky_agent', 'For which place?');
    expect(bare(await desk.person('never mind'))).toEqual([says('All right, I leave it. What was already done stays as it is.')]);
    await desk.person('show the sky');
    await desk.colleague('sky_agent', 'For which place?');
    expect(bare(await desk.person('what is 3 + 4'))).toEqual([hands('sum_agent', 'what is 3 + 4')]);
  });

  it('gives “and …?” to the colleague who was asked last', async () => {
    const desk = new ModelConversation(primaryAgent, shared);
    await desk.person('how is the sky over Utrecht');
    await desk.colleague('sky_agent', 'The sky over Utrecht is blue today.');
    expect(bare(await desk.person('and in Amsterdam?'))).toEqual([hands('sky_agent', 'and in Amsterdam?')]);
    await desk.colleague('sky_agent', 'The sky over Amsterdam is blue today.');
    expect(bare(await desk.person('what about tomorrow'))).toEqual([hands('sky_agent', 'what about tomorrow')]);
  });

  it('asks when two colleagues are as likely, and goes on with the one that is named', async () => {
    const desk = new ModelConversation(primaryAgent, shared);
    expect(bare(await desk.person('compare the two towers'))).toEqual([
      says('I am not sure who this is for. Do you mean the sky agent or the sum agent?'),
    ]);
    expect(bare(await desk.person('the sky one'))).toEqual([hands('sky_agent', 'compare the two towers')]);
  });

  it('refuses what nobody can do, and names what can be done', async () => {
    const [call] = await new ModelConversation(primaryAgent, shared).person('set an alarm for 7 am');
    expect(call).toMatchObject(
      says(
        'I cannot keep a calendar or set reminders, alarms and timers. What I can do: tell the time and the date, and ask the sky agent or the sum agent. Say “help” for examples.',
      ),
    );
  });

  it('does not refuse a calendar request once there is a calendar agent', async () => {
    const calendarAgent: Agent = {
      ...skyAgent,
      id: 'calendar_agent',
      name: 'Calendar agent',
      tools: [],
      examples: { create_event: ['set an alarm for 8 pm'] },
    };
    const desk = new ModelConversation(
      primaryAgent,
      createBuiltinProvider({ embedder: createWordEmbedder(), agents: [...agents, calendarAgent] }),
    );
    expect(bare(await desk.person('set an alarm for 7 am'))).toEqual([hands('calendar_agent', 'set an alarm for 7 am')]);
  });

  it('says that it did not understand what is like nothing it knows', async () => {
    const [call] = await new ModelConversation(primaryAgent, shared).person('qwfp zxcv arst');
    expect(call).toMatchObject(
      says(
        'I did not understand that. What I can do: tell the time and the date, and ask the sky agent or the sum agent. Say “help” for examples.',
      ),
    );
  });

  it('repeats what it said last', async () => {
    const desk = new ModelConversation(primaryAgent, shared);
    await desk.colleague('sky_agent', 'The sky over Berlin is grey.');
    expect(bare(await desk.person('say that again'))).toEqual([says('The sky over Berlin is grey.')]);
  });

  it('lists every colleague when asked for help', async () => {
    const [call] = await new ModelConversation(primaryAgent, shared).person('what can you do');
    expect(call).toMatchObject(
      says(
        'Here is what you can ask me.\n\n- **Sky agent**: Tells what the sky is like. For instance: “How is the sky over Utrecht?”\n- **Sum agent**: Adds numbers up. For instance: “What is 2 + 2?”\n- The time, the date and time zones I know myself.',
      ),
    );
  });

  it('tells errors and alarms plainly, without technical words', async () => {
    const desk = new ModelConversation(primaryAgent, shared);
    const zone = { user_timezone: 'UTC' };
    expect(
      bare(
        await desk.hear([
          { type: 'error_message', payload: { error_type: 'x', error_message: 'TypeError: a is undefined', ...zone } },
        ]),
      ),
    ).toEqual([says('Something went wrong while I worked on this. Please try it again.')]);
    expect(
      bare(
        await desk.hear([
          { type: 'system_alert', payload: { alert_type: 'REMINDER', title: 'Call Anna', description: '', ...zone } },
        ]),
      ),
    ).toEqual([says('Reminder: Call Anna')]);
  });

  it('goes on with an unanswered request when it wakes', async () => {
    const desk = new ModelConversation(primaryAgent, shared);
    const hello = { message_id: 'msg_1', content: '2 + 2', content_type: 'text', user_timezone: 'UTC' };
    const wake = { alert_type: 'WAKE', title: '', description: '', user_timezone: 'UTC' };
    desk.messages.push(
      {
        role: 'user',
        content: JSON.stringify([
          { notification_id: 'q', timestamp: '2026-01-05T13:00:00.000Z', notification_type: 'user_message', payload: hello },
        ]),
      },
      { role: 'assistant', toolCalls: [{ id: 'nap', name: 'sleep', arguments: { duration: 5 } }] },
      {
        role: 'tool',
        callId: 'nap',
        toolName: 'sleep',
        content: '{"status":"SUCCESS","result":{"wakes_at_ms":1},"error_message":null}',
      },
    );
    expect(bare(await desk.hear([{ type: 'system_alert', payload: wake }]))).toEqual([hands('sum_agent', '2 + 2')]);
    expect(bare(await desk.hear([{ type: 'system_alert', payload: wake }]))).toEqual([
      says('I am back. Nothing was left to do.'),
    ]);
  });

  it('says it when a request cannot be handed over', async () => {
    const desk = new ModelConversation(primaryAgent, shared);
    await desk.person('2 + 2');
    expect(
      bare(
        await desk.result({
          status: 'FAILURE',
          result: null,
          error_message: 'There is no agent “sum_agent”.',
          error_code: 'agent-unknown',
        }),
      ),
    ).toEqual([says('I could not hand this to a colleague. That did not work. Please try it again.')]);
  });

  it('is answered by words alone while the sentence model is missing', async () => {
    const desk = new ModelConversation(primaryAgent, createBuiltinProvider({ embedder: createMissingEmbedder(), agents }));
    expect(bare(await desk.person('how is the sky over Oslo'))).toEqual([hands('sky_agent', 'how is the sky over Oslo')]);
    expect(bare(await desk.person('what time is it'))).toEqual([says('It is 14:02.')]);
  });

  it.each([
    '',
    ' ',
    '???',
    '😀',
    '\u0000\u0007',
    '{"a":1}',
    'x'.repeat(50_000),
    'ありがとう',
    '-'.repeat(3000),
    'and',
    'in',
    '2 +',
  ])('answers odd text too: %j', async (text) => {
    const calls = await new ModelConversation(primaryAgent, shared).person(text);
    expect(calls.map(({ name }) => name).every((name) => name === 'send_user_message' || name === 'send_agent_message')).toBe(
      true,
    );
    expect(calls).not.toEqual([]);
  });
});

describe('a specialist, built in', () => {
  const desk = (): ModelConversation => new ModelConversation(skyAgent, shared);

  it('picks its tool and reads the arguments', async () => {
    expect(bare(await desk().colleague('primary_agent', 'how is the sky over Berlin'))).toEqual([
      { name: 'get_sky', arguments: { place: 'Berlin', day: 'today' } },
    ]);
  });

  it('tells a result in a sentence to whoever asked', async () => {
    const sky = desk();
    await sky.colleague('sum_agent', 'how is the sky over Berlin');
    expect(bare(await sky.result({ status: 'SUCCESS', result: { sky: 'grey' }, error_message: null }))).toEqual([
      hands('sum_agent', 'The sky over Berlin is grey today.'),
    ]);
  });

  it('asks for what is missing and puts the answer together with the request', async () => {
    const sky = desk();
    expect(bare(await sky.colleague('primary_agent', 'show the sky tomorrow'))).toEqual([
      hands('primary_agent', 'For which place?'),
    ]);
    expect(bare(await sky.colleague('primary_agent', 'Paris'))).toEqual([
      { name: 'get_sky', arguments: { place: 'Paris', day: 'tomorrow' } },
    ]);
  });

  it('reuses the last request for another place, and then for another day', async () => {
    const sky = desk();
    const blue = { status: 'SUCCESS', result: { sky: 'blue' }, error_message: null };
    await sky.colleague('primary_agent', 'how is the sky in Utrecht');
    await sky.result(blue);
    expect(bare(await sky.colleague('primary_agent', 'and in Amsterdam?'))).toEqual([
      { name: 'get_sky', arguments: { place: 'Amsterdam', day: 'today' } },
    ]);
    await sky.result(blue);
    expect(bare(await sky.colleague('primary_agent', 'what about tomorrow?'))).toEqual([
      { name: 'get_sky', arguments: { place: 'Amsterdam', day: 'tomorrow' } },
    ]);
  });

  it('passes a failure on in its own words, and replaces technical ones', async () => {
    const sky = desk();
    await sky.colleague('primary_agent', 'sky in Rome');
    expect(
      bare(
        await sky.result({
          status: 'FAILURE',
          result: null,
          error_message: 'The sky service cannot be reached.',
          error_code: 'sky-unreachable',
        }),
      ),
    ).toEqual([hands('primary_agent', 'The sky service cannot be reached.')]);
    await sky.colleague('primary_agent', 'sky in Rome');
    expect(
      bare(await sky.result({ status: 'FAILURE', result: null, error_message: 'fetch failed: ECONNREFUSED', error_code: 'x' })),
    ).toEqual([hands('primary_agent', 'That did not work. Please try it again.')]);
  });

  it('says what it can do when nothing fits', async () => {
    expect(bare(await desk().colleague('primary_agent', 'qwfp zxcv arst'))).toEqual([
      hands(
        'primary_agent',
        'I could not make that out. Sky agent: Tells what the sky is like. For instance: “How is the sky over Utrecht?”',
      ),
    ]);
  });

  it('does not use a tool that it was not offered', async () => {
    const withoutTools = new ModelConversation({ ...skyAgent, tools: [] }, desk().provider);
    expect(bare(await withoutTools.colleague('primary_agent', 'sky in Rome'))).toEqual([
      hands(
        'primary_agent',
        'I could not make that out. Sky agent: Tells what the sky is like. For instance: “How is the sky over Utrecht?”',
      ),
    ]);
  });
});

describe('the built-in provider', () => {
  it('streams each reply word by word as the JSON of its arguments', async () => {
    const desk = new ModelConversation(primaryAgent, shared);
    const [call] = await desk.person('hello');
    expect(desk.pieces.length).toBeGreaterThan(5);
    expect(new Set(desk.pieces.map(({ index, toolName }) => `${index} ${toolName}`))).toEqual(new Set(['0 send_user_message']));
    expect(JSON.parse(desk.pieces.map(({ argumentsText }) => argumentsText).join(''))).toEqual(call?.arguments);
  });

  it('gives the same reply for the same request, with ids that count within it, at no cost', async () => {
    const reply = async (): Promise<unknown> => {
      const provider = createBuiltinProvider({ embedder: createWordEmbedder(), agents });
      const payload = {
        message_id: 'msg_1',
        content: 'what is 2 + 2 and how is the sky over Utrecht',
        content_type: 'text',
        user_timezone: 'UTC',
      };
      const content = JSON.stringify([
        { notification_id: 'q', timestamp: '2026-01-05T13:00:00.000Z', notification_type: 'user_message', payload },
      ]);
      return provider.call(
        { agentId: 'primary_agent', conversationId: 'c', system: '', messages: [{ role: 'user', content }], tools: [] },
        { signal: new AbortController().signal, onPiece: () => {} },
      );
    };
    const first = await reply();
    expect(first).toMatchObject({
      toolCalls: [{ id: 'call_1' }, { id: 'call_2' }],
      usage: { inputTokens: null, outputTokens: null, costMicroUsd: 0 },
    });
    expect(await reply()).toEqual(first);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    stop.abort();
    const call = new ModelConversation(primaryAgent, shared).provider.call(
      { agentId: 'primary_agent', conversationId: 'c', system: '', messages: [], tools: [] },
      { signal: stop.signal, onPiece: () => {} },
    );
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
  });
});
