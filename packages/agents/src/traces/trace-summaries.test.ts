// What a person finds when they look into a request, read from what a team really wrote down.
import { CodedError, ok } from '@vos/base';
import { createFakeClock, type FakeClock, waitUntil } from '@vos/base/testing';
import { changeSets, deadLetters } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import type { TraceHop, TraceSummary } from '@vos/protocol/entities';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { waitingApprovals } from '../permissions/approval-store.ts';
import { defineOutsideTool } from '../sdk/tool.ts';
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model.ts';
import { createTestTeam, testAgent, type TestTeam } from '../testing/test-team.ts';
import { retryDeadLetter } from '../turns/dead-letters.ts';
import { TRACE_HOP_LIMIT } from '../turns/limits.ts';
import { stopRequest } from '../turns/stop-request.ts';
import { listTraces, readTraceRoute } from './trace-summaries.ts';

const tell = (content: string) => [{ name: 'send_user_message', arguments: { content } }];
const ask = (agent: string, content: string) => [{ name: 'send_agent_message', arguments: { agent_id: agent, content } }];
const look = [{ name: 'look', arguments: { at: 'the sky' } }];

let clock: FakeClock;
let opened: TestLedger;
let model: ScriptedModel;
let team: TestTeam;
let conversationId: string;

beforeEach(async () => {
  clock = createFakeClock();
  opened = await openTestLedger({ clock });
  model = createScriptedModel({ worstCaseMicroUsd: 5_000, usage: { inputTokens: 100, outputTokens: 10, costMicroUsd: 700 } });
  const lookTool = defineOutsideTool({
    name: 'look',
    description: 'For tests.',
    parameters: z.object({ at: z.string() }),
    result: z.object({ seen: z.string() }),
    effect: 'read',
    permission: 'allow',
    continues: true,
    timeoutMs: 8_000,
    async run() {
      await clock.advance(40);
      return ok({ seen: 'clouds' });
    },
  });
  const warnTool = defineOutsideTool({
    name: 'warn',
    description: 'For tests.',
    parameters: z.object({}),
    result: z.object({}),
    effect: 'message-out',
    permission: 'ask',
    continues: false,
    timeoutMs: 8_000,
    run: () => Promise.reject(new Error('Nobody allowed it.')),
  });
  const agents = [testAgent('primary_agent'), testAgent('weather_agent', [lookTool, warnTool])];
  team = createTestTeam({ ledger: opened.ledger, clock, model, agents });
  conversationId = await team.startConversation();
  await team.runtime.start();
});

afterEach(async () => {
  await team.runtime.close();
  await opened.dispose();
});

async function hear(text: string): Promise<void> {
  const reply = team.nextReply(conversationId);
  await team.say(conversationId, text);
  await reply;
  await team.runtime.idle();
}

async function decide(decision: 'allow' | 'deny'): Promise<void> {
  await opened.ledger.commit((transaction) => {
    const changes = changeSets.begin(transaction, { actor: 'user', cause: 'approval/decide' });
    const id = waitingApprovals(transaction)[0]?.id ?? '';
    for (const lane of team.permissions.decide(transaction, changes, { id, decision, scope: 'once' }).lanes)
      team.runtime.wake(lane);
  });
  await team.runtime.idle();
}

const list = (words = ''): readonly TraceSummary[] => listTraces(opened.ledger.read, { words, limit: 50 }).traces;
const latest = (): TraceSummary => list()[0] ?? expect.fail('there is no request');

function inShort(hop: TraceHop): string {
  switch (hop.kind) {
    case 'message':
      return `${hop.from} → ${hop.to}: ${hop.text?.text ?? hop.type} (${hop.state})`;
    case 'turn':
      return `${hop.agentId} ${hop.state}${hop.problem === null ? '' : `: ${hop.problem.message}`}`;
    case 'model':
      return `${hop.service} ${hop.state} ${hop.costMicroUsd}`;
    case 'tool':
      return `${hop.toolName} ${hop.state} ${hop.durationMs}`;
  }
}
const route = (): readonly string[] => readTraceRoute(opened.ledger.read, latest().id).hops.map(inShort);

it('an answered request has its whole way, with times, tokens and money', async () => {
  model.plan('primary_agent', ask('weather_agent', 'Is it warm?'), tell('It is cloudy.'));
  model.plan('weather_agent', look, ask('primary_agent', 'Clouds.'));
  await hear('How is the weather?');
  expect(latest()).toEqual({
    id: expect.stringMatching(/^trace_/) as string,
    conversationId,
    conversationTitle: 'Test',
    asked: 'How is the weather?',
    state: 'answered',
    endedReason: null,
    startedAt: expect.any(String) as string,
    durationMs: 40,
    idleMs: 0,
    waitedMs: 0,
    agentIds: ['primary_agent', 'weather_agent'],
    spending: { callCount: 4, inputTokens: 400, outputTokens: 40, knownCostMicroUsd: 2_800, unknownCostCount: 0 },
  });
  expect(route()).toEqual([
    'person → primary_agent: How is the weather? (handled)',
    'primary_agent finished',
    'Scripted settled 700',
    'send_agent_message succeeded 0',
    'primary_agent → weather_agent: Is it warm? (handled)',
    'weather_agent finished',
    'Scripted settled 700',
    'look succeeded 40',
    'weather_agent → weather_agent: tool_result (handled)',
    'weather_agent finished',
    'Scripted settled 700',
    'send_agent_message succeeded 0',
    'weather_agent → primary_agent: Clouds. (handled)',
    'primary_agent finished',
    'Scripted settled 700',
    'send_user_message succeeded 0',
    'primary_agent → person: It is cloudy. (delivered)',
  ]);
});

it('a request that failed says why, and is the same one when it is tried again', async () => {
  model.plan('primary_agent', new CodedError('model-key-refused', 'The service refused the key.'));
  await hear('Hi');
  expect(latest()).toMatchObject({ asked: 'Hi', state: 'failed', spending: { unknownCostCount: 1 } });
  expect(route()).toEqual([
    'person → primary_agent: Hi (failed)',
    'primary_agent failed: The service refused the key.',
    'Scripted lost null',
    'system → person: I could not answer this. The service refused the key. Your message is kept. (delivered)',
  ]);
  const [letter] = deadLetters.list(opened.ledger.read, 1);
  expect(readTraceRoute(opened.ledger.read, latest().id).hops[0]).toMatchObject({ letterId: letter?.id });

  const later = Promise.withResolvers<ReturnType<typeof tell>>();
  model.plan('primary_agent', later.promise);
  // It was once said to have taken the hour in which nobody worked on it.
  await clock.advance(3_600_000);
  await opened.ledger.commit((transaction) => team.runtime.wake(retryDeadLetter(transaction, letter?.id ?? '')));
  await waitUntil('the second call', () => model.requests.length === 2);
  expect(latest()).toMatchObject({ state: 'running', durationMs: null });
  await clock.advance(30);
  later.resolve(tell('Here I am.'));
  await team.runtime.idle();
  expect(list()).toHaveLength(1);
  expect(latest()).toMatchObject({ state: 'answered', durationMs: 30, idleMs: 3_600_000 });
  expect(route().at(-1)).toBe('primary_agent → person: Here I am. (delivered)');
});

it('a request that waits for the person says so, and one that they stopped is told from one that a limit stopped', async () => {
  model.plan('primary_agent', ask('weather_agent', 'Warn them.'));
  model.plan('weather_agent', [{ name: 'warn', arguments: {} }]);
  await team.say(conversationId, 'Warn them');
  await waitUntil('the question', () => latest().state === 'waiting');
  await team.runtime.idle();
  expect(latest()).toMatchObject({ state: 'waiting', durationMs: null });
  const { id } = latest();
  await opened.ledger.commit((transaction) => {
    const options = { ...team, onMessageAdded: () => {}, onAgentChanged: () => {} };
    for (const lane of stopRequest(transaction, id, options).lanes) team.runtime.wake(lane);
  });
  expect(latest()).toMatchObject({ state: 'stopped', endedReason: 'You stopped this request.' });

  await clock.advance(1_000);
  for (let hop = 0; hop <= TRACE_HOP_LIMIT / 2; hop += 1) {
    model.plan('primary_agent', ask('weather_agent', 'ping'));
    model.plan('weather_agent', ask('primary_agent', 'pong'));
  }
  await hear('Go on');
  expect(latest()).toMatchObject({ state: 'limited', asked: 'Go on' });
});

it('a request whose work the person refused, asked or not, is not told as done, although they were answered', async () => {
  model.plan('primary_agent', ask('weather_agent', 'Warn them.'), tell('Nobody was warned.'));
  const warn = [{ name: 'warn', arguments: {} }];
  // After the first no, everything of its kind is refused in this request without asking.
  model.plan('weather_agent', warn, warn, ask('primary_agent', 'You do not allow it.'));
  await team.say(conversationId, 'Warn them');
  await waitUntil('the question', () => latest().state === 'waiting');
  await team.runtime.idle();
  await decide('deny');
  expect(latest()).toMatchObject({ state: 'refused' });
  const refusals = readTraceRoute(opened.ledger.read, latest().id).hops.flatMap((hop) =>
    hop.kind === 'tool' && hop.toolName === 'warn' ? [hop.refusal] : [],
  );
  expect(refusals).toEqual(['not-permitted', 'not-permitted']);
});

it('the time for which the person was asked is told apart from the time it took, and once for two questions at once', async () => {
  model.plan('primary_agent', ask('weather_agent', 'Look, then warn them.'), tell('Nobody was warned.'));
  const warn = { name: 'warn', arguments: {} };
  model.plan('weather_agent', look, [warn, warn], ask('primary_agent', 'You do not allow it.'));
  await team.say(conversationId, 'Warn them');
  await waitUntil('the question', () => latest().state === 'waiting');
  await team.runtime.idle();
  await clock.advance(12_000);
  await decide('deny');
  expect(latest()).toMatchObject({ state: 'refused', durationMs: 40, waitedMs: 12_000 });
});

it('the latest requests come first, a page at a time, and are found by words in any case', async () => {
  for (const text of ['100% sure?', 'One thing', 'one more']) {
    model.plan('primary_agent', tell('Yes.'));
    await hear(text);
  }
  expect(list().map(({ asked }) => asked)).toEqual(['one more', 'One thing', '100% sure?']);
  expect(list('ONE').map(({ asked }) => asked)).toEqual(['one more', 'One thing']);
  expect(list('%').map(({ asked }) => asked)).toEqual(['100% sure?']);
  const first = listTraces(opened.ledger.read, { words: '', limit: 2 });
  const rest = listTraces(opened.ledger.read, { words: '', limit: 2, beforeTraceId: first.traces[1]?.id });
  expect([first.hasEarlier, rest.traces.map(({ asked }) => asked), rest.hasEarlier]).toEqual([true, ['100% sure?'], false]);
  expect(() => readTraceRoute(opened.ledger.read, 'trace_none')).toThrow('Nothing is known of this request.');
});

it('the time it takes depends on the request alone: every table is read by an index', async () => {
  model.plan('primary_agent', tell('Yes.'));
  await hear('Hi');
  const asked: string[] = [];
  const { read } = opened.ledger;
  const noting = {
    get: <Row>(sql: string, given?: readonly (string | number)[]) => (asked.push(sql), read.get<Row>(sql, given)),
    all: <Row>(sql: string, given?: readonly (string | number)[]) => (asked.push(sql), read.all<Row>(sql, given)),
  };
  readTraceRoute(noting as typeof read, latest().id);
  listTraces(noting as typeof read, { words: '', limit: 50 });
  const scans = asked.flatMap((sql) =>
    read
      .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, Array<string>(sql.split('?').length - 1).fill(''))
      .filter(({ detail }) => /^SCAN (?!json_each|traces USING INDEX traces_by_start)/.test(detail)),
  );
  expect(scans).toEqual([]);
});
