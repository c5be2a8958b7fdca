import type { Activity, Message, ToolCall } from '@vos/protocol/entities';
import { describe, expect, it } from 'vitest';
import { isUnderWay, requestsUnderWay } from './requests-under-way.ts';

const base = { id: 'x', conversationId: 'c', turnId: 't', agentId: 'notes_agent' } as const;
const at = '2026-05-12T10:00:00.000Z';

function message(kind: 'user' | 'agent', traceId: string): Message {
  const author = kind === 'user' ? { kind } : ({ kind, agentId: 'primary_agent' } as const);
  return { ...base, parentId: null, author, text: '', sentAt: at, traceId };
}
function call(state: ToolCall['state'], traceId: string): ToolCall {
  return { ...base, toolName: 'create_note', state, arguments: {}, result: null, startedAt: at, durationMs: null, traceId };
}
const activity = (traceId: string): Activity => ({
  ...base,
  state: 'thinking',
  doing: null,
  since: at,
  resumesAt: null,
  traceId,
});
const nothing = { messages: [], toolCalls: [], activities: [] };

describe('what can be stopped', () => {
  it('is nothing where everything was answered', () => {
    const known = { ...nothing, messages: [message('user', 'a'), message('agent', 'a')], toolCalls: [call('succeeded', 'a')] };
    expect([requestsUnderWay(known), isUnderWay(known)]).toEqual([[], false]);
  });

  it('is a request that an agent still works for after a first answer, and one that waits behind it', () => {
    const known = {
      ...nothing,
      messages: [message('user', 'a'), message('agent', 'a'), message('user', 'b')],
      activities: [activity('a')],
    };
    expect(requestsUnderWay(known)).toEqual(['a', 'b']);
  });

  it('is what waits for the person, though nobody is at work', () => {
    const known = { ...nothing, messages: [message('user', 'a'), message('agent', 'a')], toolCalls: [call('waiting', 'a')] };
    expect([requestsUnderWay(known), isUnderWay(known)]).toEqual([['a'], true]);
  });

  it('does not seem to be there for ever because an old request was never answered', () => {
    const known = { ...nothing, messages: [message('user', 'a'), message('user', 'b'), message('agent', 'b')] };
    expect(isUnderWay(known)).toBe(false);
  });
});
