import type { Message, ToolCall, TurnSpending } from '@vos/protocol/entities';
import { describe, expect, it } from 'vitest';
import { buildTimeline, type ShownToolCall, type TimelineRow, type TimelineSource } from './timeline.ts';

const zone = 'UTC';
const now = Date.parse('2026-05-12T12:00:00.000Z');
const conversationId = 'conversation_1';

function message(id: string, author: Message['author'], trace: string, time: string, turnId: string | null = null): Message {
  return { id, conversationId, parentId: null, author, text: id, sentAt: `2026-05-12T${time}.000Z`, traceId: trace, turnId };
}
const asked = (id: string, trace: string, time: string): Message => message(id, { kind: 'user' }, trace, time);
const said = (id: string, trace: string, time: string, turnId: string | null = null): Message =>
  message(id, { kind: 'agent', agentId: 'primary_agent' }, trace, time, turnId);

function used(id: string, trace: string, time: string): ShownToolCall {
  const call: ToolCall = {
    id,
    conversationId,
    traceId: trace,
    turnId: `turn of ${id}`,
    agentId: 'weather_agent',
    toolName: 'get_weather',
    state: 'running',
    arguments: {},
    result: null,
    startedAt: `2026-05-12T${time}.000Z`,
    durationMs: null,
  };
  return { call, body: { kind: 'running' } };
}

function build(source: Partial<TimelineSource>): readonly TimelineRow[] {
  return buildTimeline({ messages: [], toolCalls: [], streamedReplies: [], outgoing: [], spendings: [], ...source }, now, zone);
}

/** Rows in short: who, and the keys of what stands in the row. */
function inShort(rows: readonly TimelineRow[]): readonly string[] {
  return rows.map((row) => {
    switch (row.kind) {
      case 'day':
        return row.label;
      case 'mine':
        return `you: ${row.key}`;
      case 'system':
        return `system: ${row.key}`;
      case 'agent':
        return `${row.agentId}: ${row.entries.map(({ key }) => key).join(', ')}`;
    }
  });
}

describe('the rows of a conversation', () => {
  it('keep a call that waits for the person at its place, while the conversation goes on below it', () => {
    const waiting = used('call', 't1', '10:00:01');
    const rows = build({
      messages: [asked('a', 't1', '10:00:00'), asked('b', 't2', '10:00:02'), said('c', 't2', '10:00:03')],
      toolCalls: [{ ...waiting, call: { ...waiting.call, state: 'waiting' } }],
    });
    expect(inShort(rows)).toEqual(['Today', 'you: a', 'primary_agent: call', 'you: b', 'primary_agent: c']);
  });

  it('put a run of answers and cards together and a divider above each day', () => {
    const yesterday = { ...asked('a', 't1', '09:00:00'), sentAt: '2026-05-11T09:00:00.000Z' };
    const rows = build({
      messages: [yesterday, asked('b', 't2', '10:00:00'), said('c', 't2', '10:00:02'), said('d', 't2', '10:00:03')],
      toolCalls: [used('call', 't2', '10:00:01')],
    });
    expect(inShort(rows)).toEqual(['Yesterday', 'you: a', 'Today', 'you: b', 'primary_agent: call, c, d']);
  });

  it('keep each call beside the answer of its own request when two are asked at once', () => {
    const rows = build({
      messages: [
        asked('a', 't1', '10:00:00'),
        asked('b', 't2', '10:00:01'),
        said('answer b', 't2', '10:00:05'),
        said('answer a', 't1', '10:00:06'),
      ],
      toolCalls: [used('call a', 't1', '10:00:02'), used('call b', 't2', '10:00:03')],
    });
    expect(inShort(rows)).toEqual(['Today', 'you: a', 'you: b', 'primary_agent: call b, answer b, call a, answer a']);
  });

  it('leave a call without an answer where it happened, and one still open at the end', () => {
    const rows = build({
      messages: [asked('a', 't1', '10:00:00'), asked('b', 't2', '11:00:00')],
      toolCalls: [used('left behind', 't1', '10:00:02'), used('open', 't2', '11:00:01')],
    });
    expect(inShort(rows)).toEqual(['Today', 'you: a', 'primary_agent: left behind', 'you: b', 'primary_agent: open']);
  });

  it('never put a call above its own request, also when the clock stepped back in between', () => {
    const rows = build({ messages: [asked('a', 't1', '10:00:00')], toolCalls: [used('call', 't1', '09:59:58')] });
    expect(inShort(rows)).toEqual(['Today', 'you: a', 'primary_agent: call']);
  });

  it('keep the row of a streamed reply when its message takes its place', () => {
    const messages = [asked('a', 't1', '10:00:00')];
    const streaming = build({ messages, streamedReplies: [{ turnId: 'turn 1', attempt: 1, text: 'Hel' }] });
    const finished = build({
      messages: [...messages, said('m', 't1', '10:00:02', 'turn 1'), said('n', 't1', '10:00:03', 'turn 1')],
      streamedReplies: [{ turnId: 'turn 1', attempt: 1, text: 'Hello' }],
    });
    expect(streaming.at(-1)?.key).toBe(finished.at(-1)?.key);
    expect(inShort(finished)).toEqual(['Today', 'you: a', 'primary_agent: turn 1, n']);
  });

  it('show a message once while it is stored and still in the outbox', () => {
    const outgoing = [
      { id: 'a', text: 'a', writtenAt: '2026-05-12T10:00:00.000Z', state: 'sending', problem: null } as const,
      { id: 'b', text: 'b', writtenAt: '2026-05-12T10:00:01.000Z', state: 'waiting', problem: null } as const,
    ];
    const rows = build({ messages: [asked('a', 't1', '10:00:00')], outgoing });
    expect(inShort(rows)).toEqual(['Today', 'you: a', 'you: b']);
    expect(rows.map((row) => row.kind === 'mine' && row.outgoing?.state)).toEqual([false, undefined, 'waiting']);
  });

  it('say below the last answer what the whole request cost, and nothing where it was free and not even counted', () => {
    const spending = (traceId: string, turnId: string, part: Partial<TurnSpending>): TurnSpending => ({
      traceId,
      turnId,
      conversationId,
      agentId: 'primary_agent',
      model: 'OpenAI · small',
      callCount: 1,
      inputTokens: 400,
      outputTokens: 20,
      knownCostMicroUsd: 1_500,
      unknownCostCount: 0,
      ...part,
    });
    const uncounted = { inputTokens: null, outputTokens: null, knownCostMicroUsd: 0 };
    const rows = build({
      messages: ['t1', 't2', 't3', 't4'].flatMap((trace) => [
        asked(`ask ${trace}`, trace, '10:00:00'),
        said(`first ${trace}`, trace, '10:00:02'),
        said(`last ${trace}`, trace, '10:00:03'),
      ]),
      toolCalls: [used('call', 't1', '10:00:01')],
      spendings: [
        spending('t1', 'turn of call', {}),
        spending('t1', 'other', { knownCostMicroUsd: 2_000 }),
        spending('t2', 'lost', { ...uncounted, unknownCostCount: 1 }),
        spending('t3', 'built in', uncounted),
        spending('t4', 'local', { knownCostMicroUsd: 0 }),
      ],
    });
    const entries = rows.flatMap((row) => (row.kind === 'agent' ? row.entries : []));
    expect(entries.flatMap((entry) => (entry.kind === 'message' ? [[entry.key, entry.foot]] : []))).toEqual([
      ['first t1', null],
      ['last t1', '840 tokens · $0.0035'],
      ['first t2', null],
      ['last t2', 'Cost not known'],
      ['first t3', null],
      ['last t3', null],
      ['first t4', null],
      ['last t4', '420 tokens · Free'],
    ]);
    expect(entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.spending?.knownCostMicroUsd] : []))).toEqual([1_500]);
  });

  it('end a run where another agent or VOS itself speaks', () => {
    const rows = build({
      messages: [
        said('a', 't1', '10:00:00'),
        message('b', { kind: 'agent', agentId: 'weather_agent' }, 't1', '10:00:01'),
        message('c', { kind: 'system' }, 't1', '10:00:02'),
        said('d', 't1', '10:00:03'),
      ],
    });
    expect(inShort(rows)).toEqual(['Today', 'primary_agent: a', 'weather_agent: b', 'system: c', 'primary_agent: d']);
  });
});
