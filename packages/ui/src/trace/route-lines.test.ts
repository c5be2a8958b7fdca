import type { AgentDescription, MessageHop, ModelHop, ToolHop, TraceHop, TurnHop } from '@vos/protocol/entities';
import { expect, it } from 'vitest';
import { drawRoute, type RouteLine } from './route-lines.ts';

const START = '2026-01-05T09:00:00.000Z';
const at = (ms: number): string => new Date(Date.parse(START) + ms).toISOString();
const agents: readonly AgentDescription[] = [
  { id: 'primary_agent', name: 'Primary agent', icon: 'sparkles', purpose: '', suggestions: [] },
  { id: 'weather_agent', name: 'Weather agent', icon: 'cloud-sun', purpose: '', suggestions: [] },
];

const message = (part: Partial<MessageHop>): MessageHop => ({
  kind: 'message',
  id: 'msg_1',
  at: START,
  from: 'person',
  to: 'primary_agent',
  type: 'user_message',
  text: { text: 'Is it warm?', fullLength: 11 },
  state: 'handled',
  problem: null,
  letterId: null,
  attempts: 0,
  callId: null,
  turnId: null,
  ...part,
});
const turn = (part: Partial<TurnHop>): TurnHop => ({
  kind: 'turn',
  id: 'turn_1',
  at: START,
  agentId: 'primary_agent',
  messageIds: [],
  state: 'finished',
  problem: null,
  durationMs: 20,
  ...part,
});
const model = (part: Partial<ModelHop>): ModelHop => ({
  kind: 'model',
  id: 'turn_1/model/1',
  at: START,
  turnId: 'turn_1',
  agentId: 'primary_agent',
  service: 'OpenAI',
  model: 'small',
  state: 'settled',
  problem: null,
  inputTokens: 900,
  outputTokens: 30,
  costMicroUsd: 3_100,
  durationMs: 1_200,
  ...part,
});
const tool = (part: Partial<ToolHop>): ToolHop => ({
  kind: 'tool',
  id: 'call_1',
  at: START,
  turnId: 'turn_1',
  agentId: 'weather_agent',
  toolName: 'get_weather',
  state: 'succeeded',
  refusal: null,
  arguments: { text: '{\n  "location": "Utrecht"\n}', fullLength: 27 },
  result: { text: '{}', fullLength: 2 },
  durationMs: 640,
  effect: null,
  ...part,
});
const lines = (...hops: TraceHop[]): readonly RouteLine[] => drawRoute(hops, START, agents).lines;
const line = (hop: TraceHop): RouteLine => lines(hop)[0] ?? expect.fail('the hop has a line');

it('has a lane for everybody who took part, in the order in which they came, with the tools last', () => {
  const { lanes, lines: drawn } = drawRoute(
    [
      message({}),
      turn({}),
      model({}),
      message({ id: 'msg_2', at: at(20), from: 'primary_agent', to: 'weather_agent', type: 'agent_message', callId: 'call_0' }),
      tool({ id: 'call_0', toolName: 'send_agent_message', agentId: 'primary_agent' }),
      tool({ at: at(30) }),
      message({ id: 'msg_3', at: at(40), from: 'weather_agent', type: 'tool_result', to: 'weather_agent' }),
      message({ id: 'msg_4', at: at(1_500), from: 'primary_agent', to: 'person', type: 'answer', state: 'delivered' }),
    ],
    START,
    agents,
  );
  expect(lanes.map(({ name }) => name)).toEqual(['You', 'Primary agent', 'Weather agent', 'Tools']);
  expect(drawn.map(({ sinceMs, from, to, isRoundTrip, title }) => [sinceMs, from, to, isRoundTrip, title])).toEqual([
    [0, 0, 1, false, 'You asked the primary agent'],
    [0, 1, 1, false, 'Primary agent thought'],
    [20, 1, 2, false, 'Primary agent wrote to the weather agent'],
    [30, 2, 3, true, 'Used'],
    [1_500, 1, 0, false, 'Primary agent answered you'],
  ]);
  expect(drawn[1]?.models).toEqual([
    { id: 'turn_1/model/1', model: 'OpenAI · small', state: 'done', facts: ['930 tokens', '$0.0031', '1.2 s'], problem: null },
  ]);
  expect(drawn[3]).toMatchObject({ code: 'get_weather', took: '0.6 s', text: { text: '{ "location": "Utrecht" }' } });
});

it('never calls an unknown cost free, and says what nobody knows', () => {
  const use = (part: Partial<ModelHop>) => lines(turn({}), model(part))[0]?.models[0];
  expect(use({ costMicroUsd: null })?.facts).toEqual(['930 tokens', 'cost not known', '1.2 s']);
  expect(use({ costMicroUsd: 0, inputTokens: null, outputTokens: null })?.facts).toEqual(['free', '1.2 s']);
  expect(use({ state: 'reserved', costMicroUsd: null, inputTokens: null, outputTokens: null, durationMs: null })).toMatchObject({
    state: 'running',
    facts: [],
  });
  expect(use({ state: 'lost' })).toMatchObject({ state: 'lost', problem: 'Nobody knows whether this was answered.' });
});

it('shows what runs, waits and fails, and says why once', () => {
  expect(line(turn({ state: 'open', durationMs: null }))).toMatchObject({
    title: 'Primary agent thinks',
    state: 'running',
    took: null,
    runningSince: START,
  });
  expect(line(tool({ state: 'running', result: null, durationMs: null }))).toMatchObject({
    isRoundTrip: false,
    state: 'running',
  });
  expect(line(message({ state: 'waiting', attempts: 2 })).problem).toBe('Tried 2 times. Waits to be tried again.');
  expect(line(tool({ state: 'failed', result: { text: 'No such place.', fullLength: 14 } })).problem).toBe('No such place.');
  const refused = { code: 'model-key-refused', message: 'The service refused the key.' };
  const dead = message({ state: 'failed', problem: refused, letterId: 'queued_1' });
  expect(line(dead)).toMatchObject({ state: 'failed', problem: 'The service refused the key.', letterId: 'queued_1' });
  const all = lines(dead, turn({ state: 'failed', problem: refused }), model({ problem: refused }));
  expect(all.flatMap(({ problem, models }) => [problem, ...models.map((use) => use.problem)])).toEqual([
    'This could not be answered and was set aside.',
    null,
    'The service refused the key.',
  ]);
});

it('shows what was not allowed as not done, in words for a person', () => {
  // It was once shown as used, with the sentence that tells a model what to do next.
  const told = 'The person does not allow this: “warn”. Do not try it another way; say that it was not done.';
  const result = { text: told, fullLength: told.length };
  expect(line(tool({ state: 'failed', refusal: 'not-permitted', result, durationMs: 0 }))).toMatchObject({
    title: 'Wanted to use',
    isRoundTrip: false,
    state: 'stopped',
    problem: 'You do not allow this, so it was not done.',
    took: null,
    details: [{ label: 'Asked' }, { label: 'What the agent was told', text: result }],
  });
  expect(line(tool({ state: 'failed', refusal: 'tool-unknown', result, durationMs: 0 }))).toMatchObject({
    state: 'failed',
    problem: 'There is no such tool.',
  });
});

it('shows the receipt of what was done outside, and what is uncertain as neither done nor failed', () => {
  const receipt = { text: '{ "id": 7 }', fullLength: 11 };
  expect(line(tool({ effect: { key: 'k', state: 'done', receipt } })).details).toEqual([
    { label: 'Asked', text: { text: '{\n  "location": "Utrecht"\n}', fullLength: 27 } },
    { label: 'Answered', text: { text: '{}', fullLength: 2 } },
    { label: 'Receipt', text: receipt },
  ]);
  expect(line(tool({ state: 'uncertain', effect: { key: 'k', state: 'uncertain', receipt: null } }))).toMatchObject({
    state: 'lost',
    problem: 'Nobody knows whether it happened outside VOS.',
  });
});

it('names an agent that is gone, and a message whose words are not kept any more', () => {
  const drawn = drawRoute([message({ from: 'mail_agent', type: 'agent_message', text: null })], START, agents);
  expect(drawn.lanes.map(({ name }) => name)).toEqual(['You', 'Mail agent', 'Primary agent']);
  expect(drawn.lines[0]).toMatchObject({ from: 1, to: 2, text: { text: 'What it said is not kept any more.' } });
});
