import type { HostEvent } from '@vos/protocol';
import type { Approval, Message, ToolCall, TurnSpending } from '@vos/protocol/entities';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEvent, type ConversationState, mergeNewest, withEarlier } from './conversation-state.ts';

const hex = (value: number): string => value.toString(16).padStart(32, '0');
const conversationId = `conversation_${hex(1)}`;
const turnId = `turn_${hex(1)}`;
const at = '2026-05-12T10:00:00.000Z';

function state(part: Partial<ConversationState> = {}): ConversationState {
  return {
    conversation: { id: conversationId, title: 'Chat', createdAt: at, updatedAt: at },
    messages: [],
    toolCalls: [],
    spendings: [],
    approvals: [],
    uncertainEffects: [],
    hasEarlier: false,
    activities: [],
    streamedReplies: [],
    ...part,
  };
}

function message(number: number, turn: string | null = null): Message {
  return {
    id: `msg_${hex(number)}`,
    conversationId,
    parentId: null,
    author: { kind: 'agent', agentId: 'primary_agent' },
    text: String(number),
    sentAt: at,
    traceId: `trace_${hex(1)}`,
    turnId: turn,
  };
}

function approval(part: Partial<Approval> = {}): Approval {
  return {
    id: `call_${hex(1)}`,
    conversationId,
    traceId: `trace_${hex(1)}`,
    turnId,
    agentId: 'primary_agent',
    toolName: 'send_sms',
    effect: 'message-out',
    arguments: {},
    scope: null,
    reason: 'class',
    reasonText: '',
    sources: [],
    scopes: ['once'],
    state: 'waiting',
    askedAt: at,
    decidedAt: null,
    ...part,
  };
}

function call(part: Partial<ToolCall> = {}): ToolCall {
  return {
    id: `call_${hex(1)}`,
    conversationId,
    traceId: `trace_${hex(1)}`,
    turnId,
    agentId: 'weather_agent',
    toolName: 'get_weather',
    state: 'running',
    arguments: {},
    result: null,
    startedAt: at,
    durationMs: null,
    ...part,
  };
}

const spending = (callCount: number): TurnSpending => ({
  turnId,
  traceId: `trace_${hex(1)}`,
  conversationId,
  agentId: 'weather_agent',
  model: 'OpenAI · small',
  callCount,
  inputTokens: 100 * callCount,
  outputTokens: 10 * callCount,
  knownCostMicroUsd: 7 * callCount,
  unknownCostCount: 0,
});

let seq = 0;
function event<Name extends HostEvent['name']>(name: Name, payload: Extract<HostEvent, { name: Name }>['payload']): HostEvent {
  seq += 1;
  return { name, topic: conversationId, seq, payload } as HostEvent;
}
const streamed = (offset: number, text: string, attempt = 1): HostEvent =>
  event('reply/streamed', { conversationId, turnId, attempt, offset, text });

function after(events: readonly HostEvent[], from = state()): ConversationState {
  return events.reduce(applyEvent, from);
}

describe('what the desk knows', () => {
  it('is the same when facts are told twice, as after a read that crossed them', () => {
    const facts = [
      event('message/added', { message: message(1) }),
      event('tool/started', { toolCall: call() }),
      event('agent/changed', {
        activity: {
          conversationId,
          agentId: 'weather_agent',
          traceId: `trace_${hex(1)}`,
          state: 'thinking',
          doing: null,
          since: at,
          resumesAt: null,
        },
      }),
      streamed(0, 'Good '),
      streamed(5, 'morning'),
      event('tool/finished', { toolCall: call({ state: 'succeeded', durationMs: 5, result: 1 }) }),
      event('message/added', { message: message(2, turnId) }),
      event('agent/changed', {
        activity: {
          conversationId,
          agentId: 'weather_agent',
          traceId: `trace_${hex(1)}`,
          state: 'idle',
          doing: null,
          since: at,
          resumesAt: null,
        },
      }),
    ];
    const once = after(facts);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: facts.length }), (from) => {
        expect(after(facts.slice(from), once)).toEqual(once);
      }),
    );
    expect(once).toEqual(
      state({
        messages: [message(1), message(2, turnId)],
        toolCalls: [call({ state: 'succeeded', durationMs: 5, result: 1 })],
      }),
    );
  });

  it('drops a streamed reply when its attempt failed and takes up the next one', () => {
    const withdrawn = after([streamed(0, 'Wrong'), event('reply/withdrawn', { conversationId, turnId, attempt: 1 })]);
    expect(withdrawn.streamedReplies).toEqual([]);
    expect(after([streamed(0, 'Right', 2), streamed(5, ' late', 1)], withdrawn).streamedReplies).toEqual([
      { turnId, attempt: 2, text: 'Right' },
    ]);
  });

  it('keeps the newer attempt when the end of an older one is told late', () => {
    const late = event('reply/withdrawn', { conversationId, turnId, attempt: 1 });
    expect(after([streamed(0, 'Right', 2), late]).streamedReplies).toEqual([{ turnId, attempt: 2, text: 'Right' }]);
  });

  it('never opens a question again that was decided, nor takes a call back to waiting', () => {
    const asked = event('approval/asked', { approval: approval() });
    const waits = event('tool/finished', { toolCall: call({ state: 'waiting' }) });
    const done = [
      asked,
      waits,
      event('approval/decided', { approval: approval({ state: 'allowed', decidedAt: at }) }),
      event('tool/started', { toolCall: call() }),
      event('tool/finished', { toolCall: call({ state: 'succeeded', durationMs: 1 }) }),
    ];
    const known = after(done);
    expect([known.approvals.map(({ state }) => state), known.toolCalls.map(({ state }) => state)]).toEqual([
      ['allowed'],
      ['succeeded'],
    ]);
    expect(after([asked, waits], known)).toEqual(known);
  });

  it('forgets an uncertain effect once it is settled, wherever it was', () => {
    const effect = {
      id: `call_${hex(1)}`,
      conversationId,
      traceId: `trace_${hex(1)}`,
      agentId: 'primary_agent',
      toolName: 'send_sms',
      arguments: {},
      known: '',
      canCheck: false,
      intendedAt: at,
    };
    const known = after([event('effect/uncertain', { effect }), event('effect/uncertain', { effect })]);
    expect(known.uncertainEffects).toEqual([effect]);
    expect(after([event('effect/settled', { id: effect.id })], known).uncertainEffects).toEqual([]);
  });

  it('does not join a piece whose beginning it never saw', () => {
    expect(after([streamed(5, 'morning')]).streamedReplies).toEqual([]);
  });

  it('leaves other conversations alone', () => {
    const other = { ...message(1), conversationId: `conversation_${hex(2)}` };
    expect(after([event('message/added', { message: other })])).toEqual(state());
  });
});

describe('reading again', () => {
  const known = state({ messages: [1, 2, 3, 4].map((number) => message(number)), hasEarlier: true });

  it('keeps the earlier messages that join on', () => {
    const fresh = state({ messages: [3, 4, 5].map((number) => message(number)), hasEarlier: true });
    expect(mergeNewest(known, fresh).messages.map(({ text }) => text)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('keeps of each turn what it used last, whatever comes late or twice', () => {
    const told = [1, 2, 1, 2].reduce(
      (known, callCount) => applyEvent(known, event('turn/charged', { spending: spending(callCount) })),
      state(),
    );
    expect(told.spendings).toEqual([spending(2)]);
  });

  it('shows no whole where there is a gap', () => {
    const fresh = state({ messages: [8, 9].map((number) => message(number)), hasEarlier: true });
    expect(mergeNewest(known, fresh)).toEqual(fresh);
  });

  it('puts an earlier page in front without doubling what both hold', () => {
    const held = { toolCalls: [call()], spendings: [spending(1)], approvals: [approval()], uncertainEffects: [] };
    const page = { messages: [message(1), message(2)], ...held, hasEarlier: false };
    const whole = withEarlier(state({ messages: [message(2), message(3)], ...held, hasEarlier: true }), page);
    expect(whole).toEqual(state({ messages: [message(1), message(2), message(3)], ...held, hasEarlier: false }));
  });
});
