// One turn, from what is due in a lane to the commit that holds everything it did. A turn survives a crash at any line:
// until its last commit it is a row that is taken up again with the same call id and the same request.
import { createHash } from 'node:crypto';
import { assertNever, type Clock, CodedError, type Ids, must } from '@vos/base';
import { changeSets, type Lane, type Ledger, queue, type Transaction } from '@vos/ledger';
import type { Activity, ToolCall, TurnSpending } from '@vos/protocol/entities';
import type { ModelFacade } from '../models/facade.ts';
import type { ModelMessage, ModelReply } from '../models/provider.ts';
import type { Agent } from '../sdk/agent.ts';
import type { CallContext } from '../sdk/tool.ts';
import type { CheckedCall, ToolGateway, ToolOutcome } from '../tools/gateway.ts';
import { requestAgain, userEntry } from './build-request.ts';
import { createDeadLetterOffice, type DeadLetterListener } from './dead-letters.ts';
import { appendHistory } from './history.ts';
import { REJECTION_LIMIT, TOOL_RESULT_LIMIT, TRACE_HOP_LIMIT, TRACE_TOOL_CALL_LIMIT } from './limits.ts';
import { createReplyStream } from './reply-stream.ts';
import { type BegunTurn, createTakeUp } from './take-up.ts';
import { countToolCalls, endTrace } from './traces.ts';
import { createTurnCalls, type IntendedCall } from './turn-calls.ts';
import { createTurnFailures } from './turn-failures.ts';
import { findOpenTurn, finishTurn, modelCallId, nextAttempt, putToolCall, setAgentState, type Turn } from './turn-store.ts';

/** Told what happened, each only once it is on disk, but for pieces of a reply, which are only on their way. */
export interface TurnListener extends DeadLetterListener {
  replyStreamed(piece: { conversationId: string; turnId: string; attempt: number; offset: number; text: string }): void;
  replyWithdrawn(reply: { conversationId: string; turnId: string; attempt: number }): void;
  toolStarted(toolCall: ToolCall): void;
  toolFinished(toolCall: ToolCall): void;
  agentChanged(activity: Activity): void;
  /** What a turn used so far, after each of its model calls. */
  turnCharged(spending: TurnSpending): void;
}

export interface TurnRunnerOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly agents: readonly Agent[];
  readonly gateway: ToolGateway;
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
}

interface PlannedCall {
  readonly id: string;
  readonly checked: CheckedCall;
  readonly context: CallContext;
}

export function createTurnRunner(options: TurnRunnerOptions): TurnRunner {
  const { ledger, clock, ids, agents, gateway, models, listener, leaseOwner, onBug } = options;
  const office = createDeadLetterOffice({ ids, agents, listener });
  const calls = createTurnCalls({ models, onCharged: (spending) => listener.turnCharged(spending) });
  const failures = createTurnFailures({ calls, office, leaseOwner, changeAgent });
  const takeUp = createTakeUp({ ids, agents, gateway, calls, office, failures, leaseOwner, changeAgent });

  function changeAgent(transaction: Transaction, lane: Lane, state: Activity['state'], doing: string | null): void {
    const activity = setAgentState(transaction, lane, state, doing);
    transaction.afterCommit(() => listener.agentChanged(activity));
  }

  /** Asks the model, streaming what it says to the person; withdraws what was streamed if it fails. */
  async function ask(call: IntendedCall, signal: AbortSignal): Promise<ModelReply> {
    const { turn } = call;
    const reply = { conversationId: turn.conversationId, turnId: turn.id, attempt: turn.attempt };
    const stream = createReplyStream('content');
    let streamedIndex: number | undefined;
    let offset = 0;
    try {
      return await calls.ask(call, {
        signal,
        onPiece({ index, toolName, argumentsText }) {
          if (toolName !== 'send_user_message') return;
          streamedIndex ??= index;
          if (index !== streamedIndex) return;
          const text = stream.push(argumentsText);
          if (text === '') return;
          listener.replyStreamed({ ...reply, offset, text });
          offset += text.length;
        },
      });
    } catch (error) {
      if (offset > 0) listener.replyWithdrawn(reply);
      throw error;
    }
  }

  function planCalls({ turn, agent, timeZone }: BegunTurn, reply: ModelReply): readonly PlannedCall[] {
    return reply.toolCalls.map((call, index) => {
      const id = toolCallId(turn, index);
      return {
        id,
        checked: gateway.check(agent, call),
        context: {
          agentId: turn.agentId,
          conversationId: turn.conversationId,
          traceId: turn.traceId,
          turnId: turn.id,
          callId: id,
          timeZone,
          nowMs: clock.now(),
        },
      };
    });
  }

  /** Records the reply and what is about to be tried outside, then runs the outside tools one after the other. */
  async function runOutside(
    begun: BegunTurn,
    reply: ModelReply,
    planned: readonly PlannedCall[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Finished>> {
    const finished = new Map<string, Finished>();
    if (!planned.some(({ checked }) => checked.kind === 'outside')) return finished;

    await ledger.commit((transaction) => {
      calls.settle(transaction, begun.turn, reply);
      for (const { id, checked, context } of planned) {
        if (checked.kind !== 'outside') continue;
        const running = toolCallRow(begun.turn, { id, checked, context }, { state: 'running', result: null, durationMs: null });
        putToolCall(transaction, running);
        changeAgent(transaction, begun.turn, 'executing_tools', checked.tool.doing?.(checked.arguments) ?? null);
        transaction.afterCommit(() => listener.toolStarted(running));
      }
    });
    for (const { id, checked, context } of planned) {
      if (checked.kind !== 'outside') continue;
      const startMs = clock.monotonicMs();
      const outcome = await gateway.runOutside(checked.tool, checked.arguments, { ...context, signal });
      signal.throwIfAborted();
      finished.set(id, { outcome, durationMs: clock.monotonicMs() - startMs });
    }
    return finished;
  }

  /** The last commit of a turn: records, messages, history and acknowledgements together. */
  function finish(
    transaction: Transaction,
    begun: BegunTurn,
    reply: ModelReply,
    planned: readonly PlannedCall[],
    outside: ReadonlyMap<string, Finished>,
  ): void {
    const { turn, incoming, timeZone } = begun;
    calls.settle(transaction, turn, reply);
    const done = planned.map((call) => ({ call, ...(outside.get(call.id) ?? applyNow(transaction, call)) }));

    for (const { call, outcome, durationMs } of done) {
      const row = toolCallRow(turn, call, {
        state: outcome.ok ? 'succeeded' : 'failed',
        result: outcome.ok ? outcome.value : outcome.failure.message,
        durationMs,
      });
      putToolCall(transaction, row);
      transaction.afterCommit(() => listener.toolFinished(row));
    }
    const entry = userEntry(incoming);
    appendHistory(transaction, turn, turn.id, [
      ...(entry === undefined ? [] : [entry]),
      {
        role: 'assistant',
        toolCalls: done.map(({ call }) => ({ id: call.id, name: call.checked.call.name, arguments: call.checked.arguments })),
      },
      ...done.map(
        ({ call, outcome }): ModelMessage => ({
          role: 'tool',
          callId: call.id,
          toolName: call.checked.call.name,
          content: resultText(outcome),
        }),
      ),
    ]);

    const stop = reasonToStop(countToolCalls(transaction, turn.traceId, planned.length), done);
    if (stop !== undefined) {
      endTrace(transaction, turn.traceId, stop);
      office.tellPerson(transaction, { ...turn, turnId: turn.id, text: stop });
    } else if (
      done.some(({ call, outcome }) => !outcome.ok || (call.checked.kind !== 'refused' && call.checked.tool.continues))
    ) {
      queue.send(transaction, {
        id: ids.next('queued'),
        idempotencyKey: `${turn.id}/continue`,
        type: 'tool_result',
        payload: { turn_id: turn.id, tool_names: done.map(({ call }) => call.checked.call.name), user_timezone: timeZone },
        traceId: turn.traceId,
        agentId: turn.agentId,
        conversationId: turn.conversationId,
        continues: must(turn.messageIds.at(-1), 'a turn handles at least one message'),
      });
    }
    queue.acknowledge(transaction, turn.messageIds);
    finishTurn(transaction, turn.id, null);
    changeAgent(transaction, turn, 'idle', null);
  }

  function applyNow(transaction: Transaction, { checked, context }: PlannedCall): Finished {
    const startMs = clock.monotonicMs();
    switch (checked.kind) {
      case 'refused':
        return { outcome: { ok: false, failure: checked.failure }, durationMs: 0 };
      case 'record': {
        const changes = changeSets.begin(transaction, { actor: context.agentId, cause: context.turnId });
        const outcome = gateway.applyRecord(checked.tool, checked.arguments, {
          ...context,
          transaction,
          changes,
          newId: (kind) => ids.next(kind),
        });
        return { outcome, durationMs: clock.monotonicMs() - startMs };
      }
      case 'outside':
        throw new Error('Broken assumption: outside tools ran before the commit');
      default:
        return assertNever(checked);
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
      const reason = reasonToReject(reply);
      if (reason === undefined) {
        const planned = planCalls(begun, reply);
        const current = begun;
        const outside = await runOutside(current, reply, planned, signal);
        return (transaction) => finish(transaction, current, reply, planned, outside);
      }
      listener.replyWithdrawn({ conversationId: begun.turn.conversationId, turnId: begun.turn.id, attempt: begun.turn.attempt });
      if (begun.turn.attempt - calls.countLost(ledger.read, begun.turn.id) >= REJECTION_LIMIT)
        throw new CodedError('model-reply-invalid', 'The model gave no answer that could be used.');
      const rejected = begun;
      const again = await ledger.commit((transaction) => askAgain(transaction, rejected, reply, reason));
      if (again instanceof CodedError) throw again;
      begun = again;
    }
  }

  /** The last commit of the turn, whether it went well or not; undefined when it was stopped and stays open. */
  async function lastCommitOf(begun: BegunTurn, signal: AbortSignal): Promise<((transaction: Transaction) => void) | undefined> {
    try {
      return await act(begun, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (isDatabaseFailure(error)) throw error;
      return failing(begun, error);
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

interface Finished {
  readonly outcome: ToolOutcome;
  readonly durationMs: number;
}

function toolCallRow(
  turn: Turn,
  { id, checked, context }: PlannedCall,
  { state, result, durationMs }: Pick<ToolCall, 'state' | 'durationMs'> & { result: unknown },
): ToolCall {
  return {
    id,
    conversationId: turn.conversationId,
    traceId: turn.traceId,
    turnId: turn.id,
    agentId: turn.agentId,
    toolName: checked.call.name,
    state,
    arguments: checked.arguments,
    result,
    startedAt: new Date(context.nowMs).toISOString(),
    durationMs,
  };
}

/** The same for the same call of the same attempt, so that a rerun does nothing twice. */
function toolCallId(turn: Turn, index: number): string {
  return `call_${createHash('sha256')
    .update(`${modelCallId(turn)}/${index}`)
    .digest('hex')
    .slice(0, 32)}`;
}

function reasonToReject(reply: ModelReply): string | undefined {
  if (reply.problem !== undefined) return `Nothing of the reply was carried out: ${reply.problem}.`;
  return reply.toolCalls.length === 0
    ? 'The reply had no tool call. Every reply is at least one tool call; nothing else reaches anybody.'
    : undefined;
}

function reasonToStop(toolCallCount: number, done: readonly Finished[]): string | undefined {
  if (toolCallCount > TRACE_TOOL_CALL_LIMIT) {
    return `I stopped this request after ${TRACE_TOOL_CALL_LIMIT} tool calls without an answer. What was done until then is kept.`;
  }
  if (done.some(({ outcome }) => !outcome.ok && outcome.failure.code === 'hop-limit')) {
    return `I stopped this request: it went from agent to agent ${TRACE_HOP_LIMIT} times without an answer. What was done until then is kept.`;
  }
  return undefined;
}

function resultText(outcome: ToolOutcome): string {
  const text = JSON.stringify(
    outcome.ok
      ? { status: 'SUCCESS', result: outcome.value, error_message: null }
      : {
          status: 'FAILURE',
          result: null,
          error_message: outcome.failure.message,
          error_code: outcome.failure.code,
          retryable: outcome.failure.retryable,
        },
  );
  if (text.length <= TOOL_RESULT_LIMIT) return text;
  return JSON.stringify({
    status: 'SUCCESS',
    result: text.slice(0, TOOL_RESULT_LIMIT),
    error_message: null,
    cut: `The first ${TOOL_RESULT_LIMIT} of ${text.length} characters.`,
  });
}

const DATABASE_CODES: ReadonlySet<string> = new Set(['disk-full', 'database-unwritable', 'ledger-closed']);

function isDatabaseFailure(error: unknown): boolean {
  return error instanceof CodedError && DATABASE_CODES.has(error.code);
}
