// A host in memory for tests and the gallery. It speaks the real protocol over a real port and does only what the script says.
import { type Clock, CodedError, type Ids, isoInstant } from '@vos/base';
import { type CommandParams, type CommandResult, commands, createServer, type Handlers, type Port } from '@vos/protocol';
import type { Finding, Activity, AgentDescription, Message, ToolCall, TurnSpending } from '@vos/protocol/entities';
import type { Connector } from '../connection/connection.ts';
import { createFakeConversations, type FakeConversations } from './fake-conversations.ts';
import { createFakeSettings, type FakeSettings } from './fake-settings.ts';
import { createFakePermissions, type FakePermissions } from './fake-permissions.ts';
import { createFakeNotes, type FakeNotes } from './fake-notes.ts';
import { createFakeTraces, type FakeTraces } from './fake-traces.ts';
import { createFakeWeather, type FakeWeather } from './fake-weather.ts';

export interface FakeHostOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Makes the two ends that join desk and host. */
  readonly portPair: () => readonly [Port, Port];
  readonly agents?: readonly AgentDescription[];
  readonly notices?: readonly string[];
}

export interface FakeHost {
  readonly connect: Connector;
  readonly conversationId: string;
  /** What the host has, as it would be read. Tests fill it before the desk connects or say it through the functions below. */
  readonly messages: Message[];
  readonly toolCalls: ToolCall[];
  readonly spendings: TurnSpending[];
  /** Every message command that was carried out, in order. */
  readonly received: CommandParams<'message/send'>[];
  /** What desks saved of themselves, the latest last. */
  readonly layouts: CommandParams<'desk/save'>[];
  readonly conversations: FakeConversations;
  readonly notes: FakeNotes;
  readonly weather: FakeWeather;
  readonly traces: FakeTraces;
  readonly settings: FakeSettings;
  readonly permissions: FakePermissions;
  /** Commands that fail, with what the host says. */
  readonly failing: Map<keyof Handlers, string>;
  /** Whether attempts to connect succeed. */
  access: 'open' | 'unreachable' | 'refused';
  /** Runs before a message command is answered; what it throws is the answer. */
  beforeStoring: (params: CommandParams<'message/send'>) => Promise<void> | void;
  /** Ends every connection, as a killed host does. */
  drop(): void;
  /** A new start: its own id, the same data. */
  restart(): void;
  message(part: Partial<Message> & Pick<Message, 'author' | 'text'>): Message;
  say(message: Message): void;
  stream(turnId: string, attempt: number, offset: number, text: string): void;
  withdraw(turnId: string, attempt: number): void;
  toolCall(part: Partial<ToolCall> & Pick<ToolCall, 'agentId' | 'toolName'>): ToolCall;
  startTool(call: ToolCall): void;
  finishTool(call: ToolCall): void;
  /** For the latest request, where it names none. */
  work(
    activity: Omit<Activity, 'conversationId' | 'traceId' | 'resumesAt'> & Partial<Pick<Activity, 'traceId' | 'resumesAt'>>,
  ): void;
  /** A turn used something. */
  charge(part: Partial<TurnSpending>): void;
  /** The observer tells of it, and the request that it is about shows it from then on. */
  find(finding: Finding): void;
}

export function createFakeHost({ clock, ids, portPair, agents = [], notices = [] }: FakeHostOptions): FakeHost {
  const conversations = createFakeConversations(clock, ids, () => server.publish);
  const conversationId = conversations.first.id;
  let hostStartId = ids.next('start');
  const failing = new Map<keyof Handlers, string>();
  const messages: Message[] = [];
  const toolCalls: ToolCall[] = [];
  const spendings: TurnSpending[] = [];
  const received: CommandParams<'message/send'>[] = [];
  const layouts: CommandParams<'desk/save'>[] = [];
  const activities = new Map<string, Activity>();
  const streamed = new Map<string, { turnId: string; attempt: number; text: string }>();
  const open = new Set<Port>();

  const notes = createFakeNotes(clock, () => server.publish);
  const weather = createFakeWeather(clock, () => server.publish);
  const traces = createFakeTraces(() => server.publish);

  const settings = createFakeSettings(ids, (view) => server.publish('settings/changed', 'settings', { view }));

  const permissions = createFakePermissions({
    clock,
    ids,
    conversationId,
    effects: traces.effects,
    publish: () => server.publish,
  });

  const handlers: Handlers = {
    ...unplannedHandlers(),
    ...conversations.handlers,
    ...notes.handlers,
    ...weather.handlers,
    ...traces.handlers,
    ...settings.handlers,
    ...permissions.handlers,
    'session/open': () => ({
      hostStartId,
      seq: server.seq(),
      appVersion: '0.1.0',
      agents: [...agents],
      model: { label: 'Built in', description: 'Answers by itself, without a language model, a key or a network.' },
      notices: [...notices],
      conversationId,
    }),
    'conversation/read': ({ conversationId: asked, beforeMessageId, limit }) => {
      const conversation = conversations.known(asked);
      const own = messages.filter((message) => message.conversationId === asked);
      const end = beforeMessageId === undefined ? own.length : own.findIndex(({ id }) => id === beforeMessageId);
      const page = own.slice(Math.max(0, end - limit), end);
      const traceIds = new Set(page.map(({ traceId }) => traceId));
      return {
        conversation,
        messages: page,
        toolCalls: toolCalls.filter(({ traceId }) => traceIds.has(traceId)),
        spendings: spendings.filter(({ traceId }) => traceIds.has(traceId)),
        approvals: permissions.approvals.filter((approval) => approval.conversationId === asked),
        uncertainEffects: traces.effects.filter((effect) => effect.conversationId === asked),
        hasEarlier: end - limit > 0,
        activities: [...activities.values()],
        streamedReplies: [...streamed.values()],
      };
    },
    'change/undo': (params) =>
      conversations.undo(params.changeSetId) || traces.undo(params.changeSetId) || permissions.undo(params.changeSetId)
        ? { changeSetId: params.changeSetId }
        : notes.handlers['change/undo'](params),
    'message/send': async (params): Promise<CommandResult<'message/send'>> => {
      await host.beforeStoring(params);
      const known = messages.find(({ id }) => id === params.id);
      if (known !== undefined && known.text !== params.text) {
        throw new CodedError('message-conflict', 'Another message has that id. Nothing was changed.');
      }
      if (known !== undefined) return { message: known };
      received.push(params);
      const { id, conversationId: into, text } = params;
      const message = host.message({ id, conversationId: into, author: { kind: 'user' }, text });
      host.say(message);
      return { message };
    },
    'desk/read': ({ clientId }) => ({
      layouts: layouts
        .filter((saved) => saved.clientId === clientId)
        .reverse()
        .filter(({ key }, index, newest) => newest.findIndex((other) => other.key === key) === index)
        .map(({ key, layout }) => ({ key, layout })),
    }),
    'desk/save': (params) => {
      layouts.push(params);
      return {};
    },
  };
  /** The command as it is, unless it is to fail. */
  function withFailure([name, handler]: [string, Handlers[keyof Handlers]]): [string, unknown] {
    const work = handler as (params: unknown) => unknown;
    return [
      name,
      (params: unknown) => {
        const sentence = failing.get(name as keyof Handlers);
        if (sentence !== undefined) throw new CodedError('internal', sentence);
        return work(params);
      },
    ];
  }
  const server = createServer({
    handlers: Object.fromEntries(Object.entries(handlers).map(withFailure)) as Handlers,
    onBug(command, error) {
      throw new Error(`The fake host failed on ${command}`, { cause: error });
    },
  });

  const host: FakeHost = {
    conversationId,
    messages,
    toolCalls,
    spendings,
    received,
    settings,
    permissions,
    layouts,
    conversations,
    failing,
    notes,
    weather,
    traces,
    access: 'open',
    beforeStoring: () => undefined,
    connect({ onOpen, onClose }) {
      const [near, far] = portPair();
      let isOver = false;
      near.onClose(() => {
        open.delete(far);
        if (!isOver) onClose('lost');
        isOver = true;
      });
      queueMicrotask(() => {
        if (isOver) return;
        if (host.access === 'open') {
          open.add(far);
          server.connect(far);
          onOpen(near);
          return;
        }
        isOver = true;
        onClose(host.access === 'refused' ? 'refused' : 'lost');
      });
      return () => {
        isOver = true;
        near.close();
      };
    },
    drop() {
      for (const port of [...open]) port.close();
    },
    restart() {
      hostStartId = ids.next('start');
      streamed.clear();
      activities.clear();
      host.drop();
    },
    message: (part) => ({
      id: ids.next('msg'),
      conversationId,
      parentId: messages.at(-1)?.id ?? null,
      sentAt: isoInstant(clock.now()),
      traceId: ids.next('trace'),
      turnId: null,
      ...part,
    }),
    say(message) {
      messages.push(message);
      if (message.turnId !== null) streamed.delete(message.turnId);
      server.publish('message/added', message.conversationId, { message });
    },
    stream(turnId, attempt, offset, text) {
      const before = streamed.get(turnId)?.text ?? '';
      streamed.set(turnId, { turnId, attempt, text: before.slice(0, offset) + text });
      server.publish('reply/streamed', conversationId, { conversationId, turnId, attempt, offset, text });
    },
    withdraw(turnId, attempt) {
      streamed.delete(turnId);
      server.publish('reply/withdrawn', conversationId, { conversationId, turnId, attempt });
    },
    toolCall: (part) => ({
      id: ids.next('call'),
      conversationId,
      traceId: ids.next('trace'),
      turnId: ids.next('turn'),
      state: 'running',
      arguments: {},
      result: null,
      startedAt: isoInstant(clock.now()),
      durationMs: null,
      ...part,
    }),
    startTool(call) {
      toolCalls.push(call);
      server.publish('tool/started', conversationId, { toolCall: call });
    },
    finishTool(call) {
      toolCalls.splice(0, toolCalls.length, ...toolCalls.map((known) => (known.id === call.id ? call : known)));
      server.publish('tool/finished', conversationId, { toolCall: call });
    },
    work(part) {
      const traceId = messages.at(-1)?.traceId ?? ids.next('trace');
      const activity = { conversationId, traceId, resumesAt: null, ...part };
      if (activity.state === 'idle') activities.delete(activity.agentId);
      else activities.set(activity.agentId, activity);
      server.publish('agent/changed', conversationId, { activity });
    },
    charge(part) {
      const spending: TurnSpending = {
        turnId: ids.next('turn'),
        traceId: ids.next('trace'),
        conversationId,
        agentId: 'primary_agent',
        model: 'OpenAI · small',
        callCount: 1,
        inputTokens: 900,
        outputTokens: 30,
        knownCostMicroUsd: 3_100,
        unknownCostCount: 0,
        ...part,
      };
      spendings.push(spending);
      server.publish('turn/charged', conversationId, { spending });
    },
    find(finding) {
      const at = traces.routes.findIndex(({ trace }) => trace.id === finding.traceId);
      const route = traces.routes[at];
      if (route !== undefined) traces.routes[at] = { ...route, findings: [...(route.findings ?? []), finding] };
      server.publish('finding/added', finding.traceId, { finding });
    },
  };
  return host;
}

/** Refuses what this host does not do. Its own, because what is in `testing` of the protocol needs a test runner and the gallery has none. */
function unplannedHandlers(): Handlers {
  const refuse = (name: string) => (): never => {
    throw new CodedError('unplanned', `The host in memory does not know the command ${name}.`);
  };
  return Object.fromEntries(Object.keys(commands).map((name) => [name, refuse(name)])) as unknown as Handlers;
}
