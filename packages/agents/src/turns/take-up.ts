// The beginning of a turn: the lane's open one again, or a new one for what is due. What cannot be handled is set aside on the way.
import { CodedError, type Ids } from '@vos/base';
import { type Lane, queue, type QueuedMessage, type Transaction } from '@vos/ledger';
import { type ModelReply, NOTHING_USED } from '../models/provider.ts';
import type { KeptApproval } from '../permissions/approval-store.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Agent } from '../sdk/agent.ts';
import type { ToolGateway } from '../tools/gateway.ts';
import { buildRequest, type Incoming, type KeptRequest, parseIncoming, restoreRequest } from './build-request.ts';
import type { DeadLetterOffice, Unreadable } from './dead-letters.ts';
import { LEASE_DURATION_MS, TURN_MESSAGE_LIMIT } from './limits.ts';
import { findTrace, readTrace } from './traces.ts';
import type { TurnFailures } from './turn-failures.ts';
import type { IntendedCall, TurnCalls } from './turn-calls.ts';
import { type AgentAt, asleepUntilMs, AT_REST, findOpenTurn, insertTurn, type Turn, wake } from './turn-store.ts';

export interface BegunTurn {
  readonly turn: Turn;
  readonly agent: Agent;
  readonly incoming: readonly Incoming[];
  readonly timeZone: string;
  readonly request: KeptRequest;
  /** The call that may be sent now, or the reply, when it was already paid for before a crash. */
  readonly next: IntendedCall | ModelReply;
  /** Calls asked for earlier that the person has allowed: then they are the reply, and no model is asked. */
  readonly granted: readonly KeptApproval[];
}

export interface TakeUpOptions {
  readonly ids: Ids;
  readonly agents: readonly Agent[];
  readonly gateway: ToolGateway;
  readonly calls: TurnCalls;
  readonly office: DeadLetterOffice;
  readonly failures: TurnFailures;
  readonly leaseOwner: string;
  readonly changeAgent: ChangeAgent;
  readonly permissions: Permissions;
  /** Ends the lane's turn where its request is over. */
  readonly closeStopped: (transaction: Transaction, lane: Lane) => void;
}

/** Writes what an agent is at and tells it once that is on disk. */
export type ChangeAgent = (transaction: Transaction, turn: Turn, at: AgentAt) => void;

/**
 * Takes up the lane's open turn, or opens one for the messages of the oldest due request; undefined when nothing is due, or when the open turn
 * is the one that is being ended right now.
 */
export type TakeUp = (transaction: Transaction, lane: Lane, endingTurnId: string | undefined) => BegunTurn | undefined;

export function createTakeUp(options: TakeUpOptions): TakeUp {
  const { ids, agents, gateway, permissions, calls, office, failures, leaseOwner, changeAgent, closeStopped } = options;
  const agentsById = new Map(agents.map((agent) => [agent.id, agent]));

  function openTurn(
    transaction: Transaction,
    lane: Lane,
    agent: Agent,
    incoming: readonly Incoming[],
    traceId: string,
  ): BegunTurn | undefined {
    const turn: Turn = {
      id: ids.next('turn'),
      ...lane,
      traceId,
      messageIds: incoming.map(({ queued }) => queued.id),
      attempt: 1,
    };
    const request = requestFor(transaction, lane, agent, incoming);
    insertTurn(transaction, turn);
    wake(transaction, lane);
    const granted = grantedBy(transaction, incoming);
    if (granted.length > 0) {
      changeAgent(transaction, turn, { ...AT_REST, state: 'executing_tools' });
      return { turn, agent, incoming, timeZone: timeZoneOf(incoming), request, next: replyOf(granted), granted };
    }
    const next = calls.intend(transaction, turn, request);
    if (next instanceof CodedError) {
      failures.fail(transaction, turn, next);
      return undefined;
    }
    changeAgent(transaction, turn, { ...AT_REST, state: 'thinking' });
    return { turn, agent, incoming, timeZone: timeZoneOf(incoming), request, next, granted: [] };
  }

  function requestFor(
    transaction: Transaction,
    { conversationId }: Lane,
    agent: Agent,
    incoming: readonly Incoming[],
  ): KeptRequest {
    return buildRequest(transaction, { agent, agents, conversationId, incoming, tools: gateway.specifications(agent) });
  }

  function grantedBy(transaction: Transaction, incoming: readonly Incoming[]): readonly KeptApproval[] {
    const callIds = incoming.flatMap(({ type, payload }) =>
      type === 'system_alert' && payload.alert_type === 'PERMISSION_GRANTED' && payload.call_id !== undefined
        ? [payload.call_id]
        : [],
    );
    return callIds.length === 0 ? [] : permissions.granted(transaction, callIds);
  }

  /** The turn as it was cut off; undefined where it must not go on. */
  function resume(transaction: Transaction, open: Turn, agent: Agent): BegunTurn | undefined {
    const incoming = queue.read(transaction, open.messageIds).flatMap((queued): Incoming[] => {
      const parsed = parseIncoming(queued);
      return 'unreadable' in parsed ? [] : [parsed];
    });
    const timeZone = timeZoneOf(incoming);
    const granted = grantedBy(transaction, incoming);
    if (granted.length > 0) {
      const request = requestFor(transaction, open, agent, incoming);
      return { turn: open, agent, incoming, timeZone, request, next: replyOf(granted), granted };
    }
    const { request, next } = calls.recover(transaction, open, (reference) => restoreRequest(transaction, reference));
    const turn = 'turn' in next ? next.turn : open;
    if (next instanceof CodedError) {
      failures.fail(transaction, turn, next);
      return undefined;
    }
    return { turn, agent, incoming, timeZone, request, next, granted };
  }

  return (transaction, lane, endingTurnId) => {
    const agent = agentsById.get(lane.agentId);
    let open = findOpenTurn(transaction, lane);
    if (open !== undefined && open.id === endingTurnId) return undefined;
    if (open !== undefined && readTrace(transaction, open.traceId).endedReason !== null) {
      closeStopped(transaction, lane);
      open = undefined;
    }
    const resumed = open !== undefined && agent !== undefined ? resume(transaction, open, agent) : undefined;
    if (resumed !== undefined) return resumed;
    if (open !== undefined && agent === undefined)
      failures.fail(transaction, open, new CodedError('agent-unknown', `There is no agent “${lane.agentId}” any more.`));

    for (;;) {
      const leased = queue.lease(transaction, lane, { owner: leaseOwner, durationMs: LEASE_DURATION_MS }, TURN_MESSAGE_LIMIT);
      const first = leased[0];
      if (first === undefined) return undefined;
      const { incoming, unreadable } = sort(transaction, agent, leased);
      office.setAside(transaction, lane, unreadable);
      const wanted = incoming.filter((message) => isWanted(transaction, lane, message));
      queue.acknowledge(
        transaction,
        incoming.filter((message) => !wanted.includes(message)).map(({ queued }) => queued.id),
      );
      if (agent === undefined || wanted.length === 0) continue;
      const opened = openTurn(transaction, lane, agent, wanted, first.traceId);
      if (opened !== undefined) return opened;
    }
  };
}

/** The calls as a reply that nobody was asked for. */
function replyOf(granted: readonly KeptApproval[]): ModelReply {
  const toolCalls = granted.map(({ id, toolName, arguments: given }) => ({ id, name: toolName, arguments: given }));
  return { toolCalls, usage: NOTHING_USED };
}

/** What can be handled and what cannot, with the reason. */
function sort(
  transaction: Transaction,
  agent: Agent | undefined,
  leased: readonly QueuedMessage[],
): { readonly incoming: readonly Incoming[]; readonly unreadable: readonly Unreadable[] } {
  const incoming: Incoming[] = [];
  const unreadable: Unreadable[] = [];
  for (const queued of leased) {
    const parsed = parseIncoming(queued);
    const refuse = (code: string, message: string): void =>
      void unreadable.push({ id: queued.id, traceId: queued.traceId, reason: { code, message } });
    if (agent === undefined) refuse('agent-unknown', `There is no agent “${queued.agentId}”.`);
    else if ('unreadable' in parsed) refuse('message-unreadable', parsed.unreadable);
    else if (findTrace(transaction, queued.traceId) === undefined)
      refuse('trace-unknown', 'It belongs to no request that is known here.');
    else incoming.push(parsed);
  }
  return { incoming, unreadable };
}

/** False for what an ended request left behind, and for an alarm of a sleep that is over. */
function isWanted(transaction: Transaction, lane: Lane, message: Incoming): boolean {
  if (readTrace(transaction, message.queued.traceId).endedReason !== null) return false;
  if (message.type !== 'system_alert' || message.payload.alert_type !== 'WAKE') return true;
  const untilMs = asleepUntilMs(transaction, lane);
  return untilMs !== undefined && untilMs <= transaction.atMs;
}

function timeZoneOf(incoming: readonly Incoming[]): string {
  return incoming.at(-1)?.payload.user_timezone ?? 'UTC';
}
