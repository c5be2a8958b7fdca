// Requests and their routes for the gallery and for tests. Sample content.
import { isoInstant } from '@vos/base';
import type {
  DeadLetter,
  MessageHop,
  ModelHop,
  ToolHop,
  TraceHop,
  TraceSummary,
  TraceText,
  TurnHop,
  UncertainEffect,
} from '@vos/protocol/entities';

export interface SampleRoute {
  readonly trace: TraceSummary;
  readonly hops: readonly TraceHop[];
}

const CONVERSATION_ID = 'conversation_00000000000000000000000000000001';

const whole = (text: string): TraceText => ({ text, fullLength: text.length });

/** Builds one request, hop by hop, each at a number of milliseconds after it began. */
function routeOf(digit: string, startMs: number, part: Partial<TraceSummary>) {
  const hops: TraceHop[] = [];
  const at = (sinceMs: number): string => isoInstant(startMs + sinceMs);
  const id = (kind: string): string => `${kind}_${digit.repeat(24)}${String(hops.length).padStart(8, '0')}`;
  const builder = {
    message(sinceMs: number, from: string, to: string, type: string, text: string, more: Partial<MessageHop> = {}) {
      const common = { state: 'handled', problem: null, letterId: null, attempts: 0, callId: null, turnId: null } as const;
      hops.push({ kind: 'message', id: id('msg'), at: at(sinceMs), from, to, type, text: whole(text), ...common, ...more });
      return builder;
    },
    turn(
      sinceMs: number,
      agentId: string,
      durationMs: number | null,
      model: Partial<ModelHop> = {},
      more: Partial<TurnHop> = {},
    ) {
      const turnId = id('turn');
      const state = durationMs === null ? 'open' : 'finished';
      hops.push({
        kind: 'turn',
        id: turnId,
        at: at(sinceMs),
        agentId,
        messageIds: [],
        state,
        problem: null,
        durationMs,
        ...more,
      });
      hops.push({
        kind: 'model',
        id: `${turnId}/model/1`,
        at: at(sinceMs),
        turnId,
        agentId,
        service: 'OpenAI',
        model: 'gpt-5-mini',
        state: durationMs === null ? 'reserved' : 'settled',
        problem: null,
        inputTokens: durationMs === null ? null : 1_840,
        outputTokens: durationMs === null ? null : 62,
        costMicroUsd: durationMs === null ? null : 2_100,
        durationMs: durationMs === null ? null : durationMs - 4,
        ...model,
      });
      return builder;
    },
    tool(sinceMs: number, agentId: string, toolName: string, given: unknown, result: unknown, more: Partial<ToolHop> = {}) {
      hops.push({
        kind: 'tool',
        id: id('call'),
        at: at(sinceMs),
        turnId: id('turn'),
        agentId,
        toolName,
        state: 'succeeded',
        refusal: null,
        arguments: whole(JSON.stringify(given, null, 2)),
        result: result === null ? null : whole(typeof result === 'string' ? result : JSON.stringify(result, null, 2)),
        durationMs: 6,
        effect: null,
        ...more,
      });
      return builder;
    },
    end: (): SampleRoute => ({
      trace: {
        id: `trace_${digit.repeat(32)}`,
        conversationId: CONVERSATION_ID,
        conversationTitle: 'Is it warm in Utrecht?',
        asked: null,
        state: 'answered',
        endedReason: null,
        startedAt: at(0),
        durationMs: 1_000,
        idleMs: 0,
        waitedMs: 0,
        agentIds: ['primary_agent'],
        spending: { callCount: 1, inputTokens: 7_360, outputTokens: 248, knownCostMicroUsd: 8_400, unknownCostCount: 0 },
        ...part,
      },
      hops,
    }),
  };
  return builder;
}

const free = { service: 'Built in', model: 'built in', inputTokens: null, outputTokens: null, costMicroUsd: 0 } as const;
const nothing = { callCount: 4, inputTokens: null, outputTokens: null, knownCostMicroUsd: 0, unknownCostCount: 0 };

/** “what is 15% of 80”, over the calculator agent and back. */
export function sampleAnswered(startMs: number): SampleRoute {
  const asked = 'what is 15% of 80';
  return routeOf('a', startMs, { asked, durationMs: 61, agentIds: ['primary_agent', 'calculator_agent'], spending: nothing })
    .message(0, 'person', 'primary_agent', 'user_message', asked)
    .turn(2, 'primary_agent', 18, free)
    .message(20, 'primary_agent', 'calculator_agent', 'agent_message', asked)
    .turn(21, 'calculator_agent', 14, free)
    .tool(
      25,
      'calculator_agent',
      'basic_calculation',
      { expression: '15% of 80' },
      { result: 12, formattedResult: '12', isExact: true },
    )
    .turn(36, 'calculator_agent', 9, free)
    .message(45, 'calculator_agent', 'primary_agent', 'agent_message', '15% of 80 is 12.')
    .turn(46, 'primary_agent', 15, free)
    .message(61, 'primary_agent', 'person', 'answer', '15% of 80 is 12.', { state: 'delivered' })
    .end();
}

/** Two specialists at once, over a paid model; the weather service is being asked right now. */
export function sampleRunning(startMs: number): SampleRoute {
  const asked = 'Will it stay dry for the ride to Zeist on Saturday morning? And put the spare inner tube on my list.';
  return routeOf('b', startMs, {
    asked,
    state: 'running',
    durationMs: null,
    agentIds: ['primary_agent', 'weather_agent', 'notes_agent'],
  })
    .message(0, 'person', 'primary_agent', 'user_message', asked, { state: 'taken-up' })
    .turn(4, 'primary_agent', 1_320)
    .message(
      1_324,
      'primary_agent',
      'weather_agent',
      'agent_message',
      'Will it stay dry between Utrecht and Zeist on Saturday morning?',
    )
    .message(1_324, 'primary_agent', 'notes_agent', 'agent_message', 'Add “spare inner tube” to the note “Before Saturday”.')
    .turn(1_330, 'weather_agent', 880)
    .turn(1_332, 'notes_agent', 1_240)
    .tool(2_210, 'weather_agent', 'get_forecast', { location: 'Zeist', days: 7 }, null, { state: 'running', durationMs: null })
    .tool(2_572, 'notes_agent', 'update_note', { title: 'Before Saturday', append: '- [ ] Spare inner tube' }, { revision: 4 })
    .turn(2_590, 'notes_agent', null)
    .end();
}

const refused = {
  code: 'model-key-refused',
  message: 'OpenAI refused the key. Enter another one in Settings under Models and keys.',
};
const LETTER_ID = 'queued_00000000000000000000000000000001';

/** A request that could not be answered. */
export function sampleFailed(startMs: number): SampleRoute {
  const asked = 'What did I promise the landlord?';
  const lost = { state: 'settled', problem: refused, inputTokens: null, outputTokens: null, costMicroUsd: 0 } as const;
  return routeOf('c', startMs, {
    asked,
    state: 'failed',
    durationMs: 412,
    spending: { callCount: 1, inputTokens: null, outputTokens: null, knownCostMicroUsd: 0, unknownCostCount: 0 },
  })
    .message(0, 'person', 'primary_agent', 'user_message', asked, {
      state: 'failed',
      problem: refused,
      letterId: LETTER_ID,
      attempts: 1,
    })
    .turn(3, 'primary_agent', 409, lost, { state: 'failed', problem: refused })
    .message(412, 'system', 'person', 'notice', `I could not answer this. ${refused.message} Your message is kept.`, {
      state: 'delivered',
    })
    .end();
}

/** The dead letter of `sampleFailed`. */
export function sampleLetter(setAsideMs: number): DeadLetter {
  return {
    id: LETTER_ID,
    kind: 'failed',
    reason: refused,
    type: 'user_message',
    agentId: 'primary_agent',
    conversationId: CONVERSATION_ID,
    traceId: `trace_${'c'.repeat(32)}`,
    excerpt: 'What did I promise the landlord?',
    attempts: 1,
    sentAt: isoInstant(setAsideMs - 412),
    setAsideAt: isoInstant(setAsideMs),
  };
}

/** One that was stopped at a limit, with words that try to break the page. */
export function sampleStopped(startMs: number): SampleRoute {
  const long = `${'word '.repeat(300)}${'x'.repeat(400)}`;
  return routeOf('d', startMs, {
    asked: 'x'.repeat(200),
    state: 'limited',
    durationMs: 125_000,
    endedReason:
      'I stopped this request: it went from agent to agent 20 times without an answer. What was done until then is kept.',
    conversationTitle: 'A very long question about trains, bicycles and the price of tickets to Maastricht',
    agentIds: ['primary_agent', 'weather_agent'],
    spending: { callCount: 9, inputTokens: 184_000, outputTokens: 9_100, knownCostMicroUsd: 412_000, unknownCostCount: 2 },
  })
    .message(0, 'person', 'primary_agent', 'user_message', 'x'.repeat(4_000))
    .turn(2, 'primary_agent', 62_000, { state: 'lost', costMicroUsd: null })
    .message(62_010, 'primary_agent', 'weather_agent', 'agent_message', long)
    .tool(62_020, 'weather_agent', 'a_tool_with_an_unreasonably_long_name_that_goes_on_and_on', { [long]: long }, long, {
      state: 'failed',
      durationMs: 9_800,
    })
    .tool(72_000, 'weather_agent', 'send_mail', { to: 'sam@example.org' }, 'Nobody knows whether it was sent.', {
      state: 'uncertain',
      effect: { key: 'mail', state: 'uncertain', receipt: null },
    })
    .message(125_000, 'weather_agent', 'primary_agent', 'agent_message', 'Nothing.', { text: null })
    .end();
}

/** Something of `sampleStopped` that nobody knows the outcome of. */
export function sampleUncertain(intendedMs: number): UncertainEffect {
  return {
    id: `call_${'d'.repeat(32)}`,
    conversationId: CONVERSATION_ID,
    traceId: `trace_${'d'.repeat(32)}`,
    agentId: 'weather_agent',
    toolName: 'send_mail',
    arguments: { to: 'sam@example.org' },
    known: 'It was begun, and the connection was lost before an answer came.',
    canCheck: true,
    intendedAt: isoInstant(intendedMs),
  };
}
