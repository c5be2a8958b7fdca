// Turns what is known of a conversation into the rows that the chat shows, in order. Pure, so that order and grouping can be tested.
import type { Approval, Message, ToolCall, TurnSpending, UncertainEffect } from '@vos/protocol/entities';
import type { ToolBody } from '../cards/tool-body.ts';
import { isNothing, spendingText, sumOf } from '../spending-words.ts';
import { PRIMARY_AGENT_ID } from './speakers.ts';
import { withoutListed } from './told-once.ts';
import { dayKey, dayLabel } from './when.ts';

/** A tool call with its result already read into a shape that a card can draw. */
export interface ShownToolCall {
  readonly call: ToolCall;
  readonly body: ToolBody;
  /** The person's say in it, where they were asked. */
  readonly approval?: Approval | undefined;
  /** What is known of it, while nobody knows whether it happened. */
  readonly uncertain?: UncertainEffect | undefined;
}

/** What the person wrote and the host has not confirmed yet. */
export interface OutgoingMessage {
  readonly id: string;
  readonly text: string;
  /** ISO 8601. */
  readonly writtenAt: string;
  readonly state: 'sending' | 'waiting' | 'failed';
  /** Why it failed, as a sentence; null otherwise. */
  readonly problem: string | null;
}

export interface StreamedReply {
  readonly turnId: string;
  readonly attempt: number;
  readonly text: string;
}

export interface TimelineSource {
  readonly messages: readonly Message[];
  readonly toolCalls: readonly ShownToolCall[];
  readonly streamedReplies: readonly StreamedReply[];
  readonly outgoing: readonly OutgoingMessage[];
  /** What turns used so far, each turn once. */
  readonly spendings: readonly TurnSpending[];
}

export type AgentEntry =
  /**
   * `text` is what is shown of the message: without the list that a card above it shows. `foot` is what all agents used for the request, below
   * its last answer.
   */
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: Message;
      readonly text: string;
      readonly foot: string | null;
    }
  /** `spending` is what the turn that used the tool cost. */
  | {
      readonly kind: 'tool';
      readonly key: string;
      readonly tool: ShownToolCall;
      readonly spending: TurnSpending | undefined;
    }
  /** Calls of one request that came to nothing, one after the other. */
  | { readonly kind: 'failed-calls'; readonly key: string; readonly tools: readonly ShownToolCall[] }
  | { readonly kind: 'streamed'; readonly key: string; readonly text: string };

export type TimelineRow =
  | { readonly kind: 'day'; readonly key: string; readonly label: string }
  | {
      readonly kind: 'mine';
      readonly key: string;
      readonly text: string;
      readonly sentAt: string;
      readonly outgoing: OutgoingMessage | null;
    }
  | { readonly kind: 'agent'; readonly key: string; readonly agentId: string; readonly entries: readonly AgentEntry[] }
  | { readonly kind: 'system'; readonly key: string; readonly message: Message };

type Event = { readonly at: string | null } & (
  | { readonly kind: 'mine'; readonly key: string; readonly text: string; readonly outgoing: OutgoingMessage | null }
  | { readonly kind: 'agent'; readonly agentId: string; readonly entry: AgentEntry }
  | { readonly kind: 'system'; readonly message: Message }
);

/** Rows from oldest to newest. What is still going on (open calls, replies being written) stands below what was just sent. */
export function buildTimeline(source: TimelineSource, nowMs: number, timeZone?: string): readonly TimelineRow[] {
  return group(order(source), nowMs, timeZone);
}

/** What of the rows can be gone to and done something with, in order. */
export function entryIdsOf(rows: readonly TimelineRow[]): readonly string[] {
  return rows.flatMap((row) => {
    switch (row.kind) {
      case 'day':
        return [];
      case 'mine':
        return [row.key];
      case 'system':
        return [row.message.id];
      case 'agent':
        return row.entries.flatMap((entry) => {
          if (entry.kind === 'streamed') return [];
          if (entry.kind === 'failed-calls') return [entry.key];
          return [entry.kind === 'tool' ? entry.tool.call.id : entry.message.id];
        });
    }
  });
}

function order({ messages, toolCalls, streamedReplies, outgoing, spendings }: TimelineSource): readonly Event[] {
  const feet = feetOf(messages, spendings);
  const byTurn = new Map(spendings.map((spending) => [spending.turnId, spending]));
  const placed = placeCalls(messages, toolCalls);
  const listed = listedNotes(toolCalls);
  const ordered: Event[] = [];
  const answeredTurns = new Set<string>();
  const stored = new Set<string>();
  messages.forEach((message, index) => {
    for (const tool of placed.get(index) ?? []) ordered.push(toolEvent(tool, byTurn));
    ordered.push(messageEvent(message, answeredTurns, listed, feet));
    stored.add(message.id);
    if (message.turnId !== null) answeredTurns.add(message.turnId);
  });
  for (const waiting of outgoing) {
    if (!stored.has(waiting.id)) {
      ordered.push({ kind: 'mine', key: waiting.id, text: waiting.text, at: waiting.writtenAt, outgoing: waiting });
    }
  }
  for (const tool of placed.get(messages.length) ?? []) ordered.push(toolEvent(tool, byTurn));
  for (const reply of streamedReplies) {
    if (answeredTurns.has(reply.turnId) || reply.text === '') continue;
    // Which request it answers is not known yet; the latest one has its cards at the end.
    const titles = listed.get(messages.at(-1)?.traceId ?? '') ?? [];
    const entry: AgentEntry = { kind: 'streamed', key: reply.turnId, text: withoutListed(reply.text, titles, true) };
    ordered.push({ kind: 'agent', agentId: PRIMARY_AGENT_ID, at: null, entry });
  }
  return ordered;
}

/**
 * Which calls stand before which message, by its index. A call belongs before the answer of its own request, however many others
 * were asked meanwhile; a call without an answer stands where it happened.
 */
function placeCalls(
  messages: readonly Message[],
  toolCalls: readonly ShownToolCall[],
): ReadonlyMap<number, readonly ShownToolCall[]> {
  const placed = new Map<number, ShownToolCall[]>();
  for (const tool of toolCalls) {
    const { traceId, startedAt } = tool.call;
    const isLater = ({ sentAt }: Message): boolean => sentAt >= startedAt;
    const isOwnAnswer = (message: Message): boolean => message.author.kind !== 'user' && message.traceId === traceId;
    let index = messages.findIndex((message) => isOwnAnswer(message) && isLater(message));
    if (index < 0) index = messages.findIndex(isLater);
    if (index < 0) index = messages.length;
    // Never above the request that led to it, whatever the clock did in between.
    const requestIndex = messages.findIndex((message) => message.traceId === traceId);
    index = Math.max(index, requestIndex + 1);
    const here = placed.get(index);
    if (here === undefined) placed.set(index, [tool]);
    else here.push(tool);
  }
  return placed;
}

function toolEvent(tool: ShownToolCall, spendings: ReadonlyMap<string, TurnSpending>): Event {
  const entry: AgentEntry = { kind: 'tool', key: tool.call.id, tool, spending: spendings.get(tool.call.turnId) };
  // Cards stand in the primary agent's own run: it is the one that asked.
  return { kind: 'agent', agentId: PRIMARY_AGENT_ID, at: tool.call.startedAt, entry };
}

/** By the id of the last answer to each request: what all agents used for it, in words. */
function feetOf(messages: readonly Message[], spendings: readonly TurnSpending[]): ReadonlyMap<string, string> {
  const byTrace = new Map<string, TurnSpending[]>();
  for (const spending of spendings) {
    const known = byTrace.get(spending.traceId);
    if (known === undefined) byTrace.set(spending.traceId, [spending]);
    else known.push(spending);
  }
  const lastAnswers = new Map<string, string>();
  for (const { id, traceId, author } of messages) if (author.kind === 'agent') lastAnswers.set(traceId, id);
  return new Map(
    [...lastAnswers].flatMap(([traceId, id]) => {
      const sum = sumOf(byTrace.get(traceId) ?? []);
      // The built-in model counts nothing and costs nothing: a word below each of its answers would say nothing.
      return sum === undefined || isNothing(sum) ? [] : [[id, spendingText(sum)] as const];
    }),
  );
}

/** By request: the titles of the notes that its cards show. */
function listedNotes(toolCalls: readonly ShownToolCall[]): ReadonlyMap<string, readonly string[]> {
  const listed = new Map<string, readonly string[]>();
  for (const { call, body } of toolCalls) {
    if (body.kind !== 'notes') continue;
    listed.set(call.traceId, [...(listed.get(call.traceId) ?? []), ...body.notes.map(({ title }) => title)]);
  }
  return listed;
}

function messageEvent(
  message: Message,
  answeredTurns: ReadonlySet<string>,
  listed: ReadonlyMap<string, readonly string[]>,
  feet: ReadonlyMap<string, string>,
): Event {
  if (message.author.kind === 'user') {
    return { kind: 'mine', key: message.id, text: message.text, at: message.sentAt, outgoing: null };
  }
  if (message.author.kind === 'system') return { kind: 'system', message, at: message.sentAt };
  // The first message of a turn takes over the row of its streamed reply, so that nothing is drawn anew.
  const key = message.turnId !== null && !answeredTurns.has(message.turnId) ? message.turnId : message.id;
  const text = withoutListed(message.text, listed.get(message.traceId) ?? []);
  const foot = feet.get(message.id) ?? null;
  return {
    kind: 'agent',
    agentId: message.author.agentId,
    at: message.sentAt,
    entry: { kind: 'message', key, message, text, foot },
  };
}

function group(ordered: readonly Event[], nowMs: number, timeZone: string | undefined): readonly TimelineRow[] {
  const rows: TimelineRow[] = [];
  let day: string | undefined;
  let run: { agentId: string; entries: AgentEntry[] } | undefined;
  for (const event of ordered) {
    if (event.at !== null) {
      const nextDay = dayKey(event.at, timeZone);
      if (nextDay !== day) {
        day = nextDay;
        run = undefined;
        rows.push({ kind: 'day', key: `day ${nextDay} ${rows.length}`, label: dayLabel(event.at, nowMs, timeZone) });
      }
    }
    if (event.kind === 'agent') {
      if (run?.agentId === event.agentId) {
        addEntry(run.entries, event.entry);
      } else {
        run = { agentId: event.agentId, entries: [] };
        addEntry(run.entries, event.entry);
        rows.push({ kind: 'agent', key: `run ${event.entry.key}`, agentId: run.agentId, entries: run.entries });
      }
      continue;
    }
    run = undefined;
    if (event.kind === 'system') rows.push({ kind: 'system', key: event.message.id, message: event.message });
    else rows.push({ kind: 'mine', key: event.key, text: event.text, sentAt: event.at ?? '', outgoing: event.outgoing });
  }
  return rows;
}

/** A call that was never made stands in one line with its neighbours that came to nothing; one that did not work alone keeps its card. */
function addEntry(entries: AgentEntry[], entry: AgentEntry): void {
  const last = entries.at(-1);
  if (entry.kind !== 'tool' || !isFailed(entry.tool)) {
    entries.push(entry);
    return;
  }
  const before = failedOf(last);
  if (before[0]?.call.traceId === entry.tool.call.traceId) {
    const tools = [...before, entry.tool];
    entries[entries.length - 1] = { kind: 'failed-calls', key: tools[0]?.call.id ?? entry.key, tools };
  } else if (entry.tool.call.refusal === undefined) {
    entries.push(entry);
  } else {
    entries.push({ kind: 'failed-calls', key: entry.key, tools: [entry.tool] });
  }
}

function failedOf(entry: AgentEntry | undefined): readonly ShownToolCall[] {
  if (entry?.kind === 'failed-calls') return entry.tools;
  return entry?.kind === 'tool' && isFailed(entry.tool) ? [entry.tool] : [];
}

/** What the person decided about has its own card. */
function isFailed({ call, approval }: ShownToolCall): boolean {
  return call.state === 'failed' && approval === undefined;
}
