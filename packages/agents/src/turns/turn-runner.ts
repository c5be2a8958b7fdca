// One turn, from what is due in a lane to the commit that holds everything it did. A turn survives a crash at any line:
// until its last commit it is a row that is taken up again with the same call id and the same request.
import { type Clock, CodedError, type Ids, must } from '@vos/base';
import type { Lane, Ledger, Transaction } from '@vos/ledger';
import type { Activity, Approval, ToolCall, TurnSpending, UncertainEffect } from '@vos/protocol/entities';
import type { ModelFacade } from '../models/facade.ts';
import type { ModelReply } from '../models/provider.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Agent } from '../sdk/agent.ts';
import type { ToolGateway } from '../tools/gateway.ts';
import { createBreather } from './breather.ts';
import { requestAgain } from './build-request.ts';
import { createDeadLetterOffice, type DeadLetterListener } from './dead-letters.ts';
import { BREATH_BUDGET_MS, REJECTION_LIMIT, STUCK_AFTER_MS } from './limits.ts';
import type { Watchdog } from '../watchdog/watchdog.ts';
import { createOutsideCalls, type FinishedCall } from './outside-calls.ts';
import { planCalls, type PlannedCall, toolCallRow } from './planned-calls.ts';
import { readReply } from './read-reply.ts';
import { createReplyStream } from './reply-stream.ts';
import { type BegunTurn, createTakeUp } from './take-up.ts';
import { createTurnCalls, type IntendedCall } from './turn-calls.ts';
import { createTurnEnding, outsideCallsOf } from './turn-ending.ts';
import { createTurnFailures } from './turn-failures.ts';
import { type AgentAt, findOpenTurn, nextAttempt, putToolCall, setAgentState, type Turn } from './turn-store.ts';

/** Told what happened, each only once it is on disk, but for pieces of a reply, which are only on their way. */
export interface TurnListener extends DeadLetterListener {
  replyStreamed(piece: { conversationId: string; turnId: string; attempt: number; offset: number; text: string }): void;
  replyWithdrawn(reply: { conversationId: string; turnId: string; attempt: number }): void;
  toolStarted(toolCall: ToolCall): void;
  toolFinished(toolCall: ToolCall): void;
  agentChanged(activity: Activity): void;
  /** What a turn used so far, after each of its model calls. */
  turnCharged(spending: TurnSpending): void;
  approvalAsked(approval: Approval): void;
  approvalDecided(approval: Approval): void;
  effectUncertain(effect: UncertainEffect): void;
}

export interface TurnRunnerOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly agents: readonly Agent[];
  readonly gateway: ToolGateway;
  readonly permissions: Permissions;
  readonly watchdog: Watchdog;
  readonly models: ModelFacade;
  readonly listener: TurnListener;
  /** Names this host in leases. */
  readonly leaseOwner: string;
  readonly onBug: (where: string, error: unknown) => void;
}

export interface TurnRunner {
  /**
   * Runs the lane's turns until nothing is due, or, after each, until `goesOn` says no because others wait. Each turn's last commit and the
   * next one's first are asked for together, so they share one write to the disk. Rejects only if the database cannot be written. An abort
   * leaves the turn open.
   */
  run(lane: Lane, options: { readonly signal: AbortSignal; readonly goesOn: () => boolean }): Promise<void>;
  /** Gives up turns that gave no sign of life for STUCK_AFTER_MS: they are tried again like any that failed for now. */
  endStuck(): void;
  /** What the person has seen of an answer that is being written for the request; undefined where there is none. */
  writtenSoFar(traceId: string): WrittenReply | undefined;
  /** Cuts off what is under way for a request, down to its sockets. Its turns end; whether the request does, is on record before. */
  stop(traceId: string): void;
}

export interface WrittenReply {
  readonly agentId: string;
  readonly turnId: string;
  /** Not empty. */
  readonly text: string;
}

export function createTurnRunner(options: TurnRunnerOptions): TurnRunner {
  const { ledger, clock, ids, agents, gateway, permissions, watchdog, models, listener, leaseOwner, onBug } = options;
  const office = createDeadLetterOffice({ ids, agents, listener });
  const calls = createTurnCalls({ models, onCharged: (spending) => listener.turnCharged(spending) });
  const failures = createTurnFailures({ calls, office, leaseOwner, changeAgent });
  const outside = createOutsideCalls({ ledger, clock, gateway, onUncertain: (effect) => listener.effectUncertain(effect) });
  const { finish, closeStopped } = createTurnEnding({
    clock,
    ids,
    agents,
    gateway,
    permissions,
    watchdog,
    office,
    calls,
    outside,
    onToolFinished: (toolCall) => listener.toolFinished(toolCall),
    changeAgent,
  });
  const takeUp = createTakeUp({
    ids,
    agents,
    gateway,
    permissions,
    calls,
    office,
    failures,
    leaseOwner,
    changeAgent,
    closeStopped,
  });
  const breathe = createBreather(clock, BREATH_BUDGET_MS);
  /** Turns under way, by turn. */
  const underWay = new Map<string, UnderWay>();

  function sign(turnId: string): void {
    const turn = underWay.get(turnId);
    if (turn !== undefined) turn.lastSignMs = clock.monotonicMs();
  }

  function changeAgent(transaction: Transaction, turn: Turn, at: AgentAt): void {
    const activity = setAgentState(transaction, turn, at);
    transaction.afterCommit(() => listener.agentChanged(activity));
  }

  /** Asks the model, streaming what it says to the person; withdraws what was streamed if it fails. */
  async function ask(call: IntendedCall, signal: AbortSignal): Promise<ModelReply> {
    const { turn } = call;
    const reply = { conversationId: turn.conversationId, turnId: turn.id, attempt: turn.attempt };
    const stream = createReplyStream('content');
    const current = must(underWay.get(turn.id), 'a turn that asks is under way');
    let streamedIndex: number | undefined;
    let offset = 0;
    current.written = '';
    try {
      return await breathe(() =>
        calls.ask(call, {
          signal,
          onPiece({ index, toolName, argumentsText }) {
            sign(turn.id);
            if (toolName !== 'send_user_message') return;
            streamedIndex ??= index;
            if (index !== streamedIndex) return;
            const text = stream.push(argumentsText);
            if (text === '') return;
            listener.replyStreamed({ ...reply, offset, text });
            offset += text.length;
            current.written += text;
          },
        }),
      );
    } catch (error) {
      if (offset > 0) listener.replyWithdrawn(reply);
      throw error;
    }
  }

  /** Records the reply and what is about to be tried outside, then runs the outside tools one after the other. */
  async function runOutside(
    { turn }: BegunTurn,
    reply: ModelReply,
    planned: readonly PlannedCall[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, FinishedCall>> {
    const outsideCalls = outsideCallsOf(planned);
    if (outsideCalls.length === 0) return new Map();
    await ledger.commit((transaction) => {
      calls.settle(transaction, turn, reply);
      outside.intendFirst(transaction, outsideCalls);
      for (const call of planned) {
        const { checked } = call;
        if (checked.kind !== 'outside') continue;
        const running = toolCallRow(turn, call, { state: 'running', result: null, durationMs: null });
        putToolCall(transaction, running);
        changeAgent(transaction, turn, {
          state: 'executing_tools',
          doing: checked.tool.doing?.(checked.arguments) ?? null,
          resumesAt: null,
        });
        transaction.afterCommit(() => listener.toolStarted(running));
      }
    });
    const current = must(underWay.get(turn.id), 'a turn that acts is under way');
    current.isAtTools = true;
    try {
      return await outside.run(outsideCalls, signal);
    } finally {
      current.isAtTools = false;
      sign(turn.id);
    }
  }

  /** Keeps the rejected reply on record and asks again with the reason, as a new call of the same turn; an error where it must not be made. */
  function askAgain(transaction: Transaction, begun: BegunTurn, reply: ModelReply, reason: string): BegunTurn | CodedError {
    calls.settle(transaction, begun.turn, reply);
    const turn = nextAttempt(transaction, begun.turn);
    const request = requestAgain(begun.request, reason, { id: ids.next('notice'), at: transaction.at, timeZone: begun.timeZone });
    const next = calls.intend(transaction, turn, request);
    return next instanceof CodedError ? next : { ...begun, turn, request, next };
  }

  /** Asks until there is a reply that can be acted on, and acts on it as far as that happens outside. Returns the turn's last commit. */
  async function act(first: BegunTurn, signal: AbortSignal): Promise<(transaction: Transaction) => void> {
    let begun = first;
    for (;;) {
      const reply = 'prepared' in begun.next ? await ask(begun.next, signal) : begun.next;
      const repliesBefore = begun.turn.attempt - 1 - calls.countLost(ledger.read, begun.turn.id);
      const read = readReply(begun, reply, repliesBefore > 0);
      if ('calls' in read) {
        const current = begun;
        const planned = planCalls(ledger.read, current, read.calls, { gateway, permissions, clock });
        const finished = await runOutside(current, reply, planned, signal);
        return (transaction) => finish(transaction, current, reply, planned, finished);
      }
      listener.replyWithdrawn({ conversationId: begun.turn.conversationId, turnId: begun.turn.id, attempt: begun.turn.attempt });
      if (repliesBefore + 1 >= REJECTION_LIMIT) {
        const message = 'The model gave no answer that could be used; another one can be chosen in Settings.';
        throw new CodedError('model-reply-invalid', message);
      }
      const rejected = begun;
      const again = await ledger.commit((transaction) => askAgain(transaction, rejected, reply, read.reason));
      if (again instanceof CodedError) throw again;
      begun = again;
      sign(begun.turn.id);
    }
  }

  /** The last commit of the turn, whether it went well or not; undefined when it was stopped and stays open. */
  async function lastCommitOf(begun: BegunTurn, signal: AbortSignal): Promise<((transaction: Transaction) => void) | undefined> {
    const stopping = new AbortController();
    const { id, traceId, agentId } = begun.turn;
    underWay.set(id, { traceId, agentId, stopping, lastSignMs: clock.monotonicMs(), isAtTools: false, written: '' });
    try {
      return await act(begun, AbortSignal.any([signal, stopping.signal]));
    } catch (error) {
      if (signal.aborted) return undefined;
      if (isDatabaseFailure(error)) throw error;
      const { aborted: isCutOff, reason } = stopping.signal;
      if (isCutOff && !(reason instanceof CodedError)) return (transaction) => closeStopped(transaction, begun.turn);
      return failing(begun, isCutOff ? reason : error);
    } finally {
      underWay.delete(id);
    }
  }

  function failing({ turn }: BegunTurn, error: unknown): (transaction: Transaction) => void {
    const failure = failureOf(error);
    return (transaction) => {
      const open = findOpenTurn(transaction, turn);
      if (open !== undefined) failures.fail(transaction, open, failure);
    };
  }

  function failureOf(error: unknown): CodedError {
    if (error instanceof CodedError) return error;
    onBug('turn', error);
    return new CodedError('internal', 'Something went wrong inside VOS.', { cause: error });
  }

  /** The lane's next turn. What stands in the way of one is given up, so that it blocks nothing behind it. */
  async function begin(lane: Lane, endingTurnId?: string): Promise<BegunTurn | undefined> {
    for (;;) {
      try {
        return await ledger.commit((transaction) => takeUp(transaction, lane, endingTurnId));
      } catch (error) {
        if (isDatabaseFailure(error)) throw error;
        const failure = failureOf(error);
        const isGivenUp = await ledger.commit((transaction) => failures.giveUp(transaction, lane, failure));
        if (!isGivenUp) throw error;
      }
    }
  }

  return {
    endStuck() {
      const nowMs = clock.monotonicMs();
      for (const { stopping, lastSignMs, isAtTools } of underWay.values()) {
        if (isAtTools || nowMs - lastSignMs < STUCK_AFTER_MS) continue;
        stopping.abort(
          new CodedError('turn-stuck', `It stood still for ${STUCK_AFTER_MS / 60_000} minutes.`, { retryable: true }),
        );
      }
    },

    writtenSoFar(traceId) {
      for (const [turnId, { agentId, written, ...turn }] of underWay)
        if (turn.traceId === traceId && written !== '') return { agentId, turnId, text: written };
      return undefined;
    },

    stop(traceId) {
      for (const turn of underWay.values()) if (turn.traceId === traceId) turn.stopping.abort();
    },

    async run(lane, { signal, goesOn }) {
      let begun = await begin(lane);
      while (begun !== undefined && !signal.aborted) {
        const current = begun;
        const last = await lastCommitOf(current, signal);
        if (last === undefined) return;
        let isEnded = true;
        const ended = ledger.commit(last).catch(async (error: unknown) => {
          if (isDatabaseFailure(error)) throw error;
          isEnded = false;
          await ledger.commit(failing(current, error));
        });
        [, begun] = await Promise.all([ended, goesOn() ? begin(lane, current.turn.id) : undefined]);
        if (!isEnded) begun = goesOn() ? await begin(lane) : undefined;
      }
    },
  };
}

interface UnderWay {
  readonly traceId: string;
  readonly agentId: string;
  /** Aborted without a reason by the person, with an error when the turn stands still. */
  readonly stopping: AbortController;
  lastSignMs: number;
  isAtTools: boolean;
  /** What of the answer to the person has been streamed in this attempt. */
  written: string;
}

const DATABASE_CODES: ReadonlySet<string> = new Set(['disk-full', 'database-unwritable', 'ledger-closed']);

function isDatabaseFailure(error: unknown): boolean {
  return error instanceof CodedError && DATABASE_CODES.has(error.code);
}
