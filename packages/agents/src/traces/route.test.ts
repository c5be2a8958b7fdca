import type { TraceHop } from '@vos/protocol/entities';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildRoute } from './route.ts';
import type { QueuedRow, RouteRows, ToolCallRow, TurnRow } from './route-rows.ts';

const START_MS = Date.UTC(2026, 0, 5, 9);
const at = (ms: number): string => new Date(START_MS + ms).toISOString();

/** A request of any shape: turns that take up what earlier ones sent, many at one instant, under a clock that is set back now and then. */
const anyRows = fc
  .array(
    fc.record({
      ms: fc.integer({ min: 0, max: 5 }),
      takes: fc.nat(),
      agent: fc.constantFrom('primary_agent', 'notes_agent', 'weather_agent'),
      modelCalls: fc.integer({ min: 0, max: 3 }),
      tools: fc.array(fc.constantFrom('send', 'answer', 'read'), { maxLength: 4 }),
      goesOn: fc.boolean(),
      state: fc.constantFrom<TurnRow['state']>('open', 'finished', 'failed'),
    }),
    { maxLength: 12 },
  )
  .map(rowsOf);

type Plan = {
  ms: number;
  takes: number;
  agent: string;
  modelCalls: number;
  tools: string[];
  goesOn: boolean;
  state: TurnRow['state'];
};

function rowsOf(plans: readonly Plan[]): RouteRows {
  const message = { agentId: null, turnId: null, sentAt: at(0) };
  const messages = [
    { ...message, id: 'msg_asked', authorKind: 'user' as const, text: 'Hello' },
  ] as RouteRows['messages'][number][];
  const queued = [queuedRow('queued_asked', 'msg_asked', 'user_message', at(0))];
  const turns: TurnRow[] = [];
  const modelCalls: RouteRows['modelCalls'][number][] = [];
  const toolCalls: ToolCallRow[] = [];
  plans.forEach(({ ms, takes, agent, modelCalls: modelCallCount, tools, goesOn, state }, index) => {
    const id = `turn_${index}`;
    const taken = queued[takes % queued.length];
    turns.push({
      id,
      agentId: agent,
      messageIds: taken === undefined ? [] : [taken.id],
      state,
      failure: state === 'failed' ? 'model-unavailable' : null,
      startedAt: at(ms),
      finishedAt: state === 'open' ? null : at(ms + 1),
    });
    for (let attempt = 1; attempt <= modelCallCount; attempt += 1) {
      modelCalls.push({
        id: `${id}/model/${attempt}`,
        turnId: id,
        agentId: agent,
        service: 'Scripted',
        model: 'script',
        state: 'settled',
        problem: null,
        inputTokens: null,
        outputTokens: null,
        costMicroUsd: 0,
        intendedAt: at(ms),
        settledAt: at(ms),
      });
    }
    tools.forEach((tool, place) => {
      const callId = `call_${index}_${place}`;
      const sentId = `${tool === 'send' ? 'queued' : 'msg'}_${index}_${place}`;
      toolCalls.push({
        id: callId,
        turnId: id,
        agentId: agent,
        toolName: tool,
        state: 'succeeded',
        refusal: null,
        arguments: '{}',
        result: JSON.stringify({ message_id: sentId }),
        startedAt: at(ms),
        durationMs: 1,
      });
      if (tool === 'send') queued.push(queuedRow(sentId, callId, 'agent_message', at(ms)));
      if (tool === 'answer')
        messages.push({ id: sentId, authorKind: 'agent', agentId: agent, text: 'There.', sentAt: at(ms), turnId: id });
    });
    if (goesOn) queued.push(queuedRow(`next_${index}`, `${id}/continue`, 'tool_result', at(ms)));
  });
  return { messages, queued, turns, modelCalls, toolCalls, effects: [] };
}

function queuedRow(id: string, key: string, type: string, sentAt: string, part: Partial<QueuedRow> = {}): QueuedRow {
  const common = {
    payload: '{"content":"Hello"}',
    agentId: 'primary_agent',
    attempts: 0,
    problem: null,
    isDropped: false,
  } as const;
  return { id, key, type, sentAt, state: 'done', ...common, ...part };
}

it('shows every message, turn, model call and tool call once, whatever went on side by side', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const asked = rows.queued.find(({ type }) => type === 'user_message');
      const expected = [
        ...rows.messages.map(({ id }) => id),
        ...rows.queued.flatMap((row) => (row === asked ? [] : [row.id])),
        ...[...rows.turns, ...rows.modelCalls, ...rows.toolCalls].map(({ id }) => id),
      ];
      expect(
        buildRoute(rows)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(expected.sort());
    }),
    { numRuns: 200 },
  );
});

it('shows nothing before what led to it, and what one turn did in the order in which it did it', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const hops = buildRoute(rows);
      const places = new Map(hops.map(({ id }, index) => [id, index]));
      const isBefore = (cause: string | null, effect: string): void => {
        if (cause !== null) expect(places.get(cause)).toBeLessThan(places.get(effect) ?? -1);
      };
      for (const hop of hops) {
        if (hop.kind === 'turn') for (const id of hop.messageIds) isBefore(id, hop.id);
        if (hop.kind === 'message') isBefore(hop.callId, hop.id);
        if (hop.kind !== 'turn') isBefore(hop.turnId, hop.id);
      }
      for (const { id } of rows.turns) {
        for (const calls of [rows.modelCalls, rows.toolCalls] as const) {
          const own = calls.filter(({ turnId }) => turnId === id).map((call) => call.id);
          expect(hops.map((hop) => hop.id).filter((each) => own.includes(each))).toEqual(own);
        }
      }
    }),
    { numRuns: 200 },
  );
});

const bare: RouteRows = { messages: [], queued: [], turns: [], modelCalls: [], toolCalls: [], effects: [] };
const messageOf = (hops: readonly TraceHop[]): unknown => hops.find(({ kind }) => kind === 'message');

it('says why a message was given up and how it can be tried again, until it is dropped', () => {
  const problem = { code: 'model-key-refused', message: 'The service refused the key.' };
  const dead = queuedRow('queued_1', 'elsewhere', 'agent_message', at(0), {
    payload: JSON.stringify({ sender_agent_id: 'primary_agent', content: 'Is it warm?' }),
    agentId: 'weather_agent',
    state: 'dead',
    attempts: 4,
    problem,
  });
  const turn: TurnRow = {
    id: 'turn_1',
    agentId: 'weather_agent',
    messageIds: ['queued_1'],
    state: 'failed',
    failure: problem.code,
    startedAt: at(3),
    finishedAt: at(20),
  };
  const hops = buildRoute({ ...bare, queued: [dead], turns: [turn] });
  expect(messageOf(hops)).toMatchObject({
    from: 'primary_agent',
    to: 'weather_agent',
    text: { text: 'Is it warm?', fullLength: 11 },
    state: 'failed',
    problem,
    letterId: 'queued_1',
    attempts: 4,
  });
  expect(hops[1]).toMatchObject({ kind: 'turn', state: 'failed', problem, durationMs: 17 });
  expect(messageOf(buildRoute({ ...bare, queued: [{ ...dead, isDropped: true }] }))).toMatchObject({
    state: 'failed',
    letterId: null,
  });
});

it('shows what is no JSON, what is not kept any more and what is too long for a page', () => {
  const odd = queuedRow('queued_1', 'elsewhere', 'agent_message', at(0), { payload: 'no JSON {', state: 'set_aside' });
  expect(messageOf(buildRoute({ ...bare, queued: [odd] }))).toMatchObject({ text: null, state: 'unreadable', from: 'system' });
  expect(messageOf(buildRoute({ ...bare, queued: [{ ...odd, payload: null, state: 'done' }] }))).toMatchObject({ text: null });
  const call: ToolCallRow = {
    id: 'call_1',
    turnId: 'turn_gone',
    agentId: 'notes_agent',
    toolName: 'list_notes',
    state: 'succeeded',
    refusal: null,
    arguments: '{"tag":"home"}',
    result: JSON.stringify('x'.repeat(9_000)),
    startedAt: at(0),
    durationMs: 2,
  };
  const effects = [{ key: 'call_1', state: 'done', receipt: '{"sent":true}' }] as const;
  expect(buildRoute({ ...bare, toolCalls: [call], effects })).toEqual([
    {
      kind: 'tool',
      id: 'call_1',
      at: at(0),
      turnId: 'turn_gone',
      agentId: 'notes_agent',
      toolName: 'list_notes',
      state: 'succeeded',
      refusal: null,
      arguments: { text: '{\n  "tag": "home"\n}', fullLength: 19 },
      result: { text: 'x'.repeat(4_000), fullLength: 9_000 },
      durationMs: 2,
      effect: { key: 'call_1', state: 'done', receipt: { text: '{\n  "sent": true\n}', fullLength: 18 } },
    },
  ]);
});
