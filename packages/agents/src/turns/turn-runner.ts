// One turn, from what is due in a lane to the commit that holds everything it did. A turn survives a crash at any line:
// until its last commit it is a row that is taken up again with the same call id and the same request.
import { createHash } from 'node:crypto';
import { assertNever, type Clock, CodedError, type Ids, must } from '@vos/base';
import { changeSets, effects, type Lane, type Ledger, queue, type Transaction } from '@vos/ledger';
import type { Activity, Message, ToolCall } from '@vos/protocol/entities';
import { addMessage } from '@vos/records';
import type { ModelFacade } from '../models/facade.ts';
import type { ModelMessage, ModelReply } from '../models/provider.ts';
import type { Agent } from '../sdk/agent.ts';
import type { CallContext } from '../sdk/tool.ts';
import type { CheckedCall, ToolGateway, ToolOutcome } from '../tools/gateway.ts';
import {
  buildRequest,
  type Incoming,
  type KeptRequest,
  parseIncoming,
  requestAgain,
  restoreRequest,
  userEntry,
} from './build-request.ts';
import { appendHistory } from './history.ts';
import {
  LEASE_DURATION_MS,
  LONGEST_WISHED_PAUSE_MS,
  REJECTION_LIMIT,
  RETRY_LIMIT,
  RETRY_PAUSES_MS,
  TOOL_RESULT_LIMIT,
  TRACE_HOP_LIMIT,
  TRACE_TOOL_CALL_LIMIT,
  TURN_MESSAGE_LIMIT,
} from './limits.ts';
import { createReplyStream } from './reply-stream.ts';
import { countToolCalls, endTrace, readTrace } from './traces.ts';
import {
  asleepUntilMs,
  findOpenTurn,
  finishTurn,
  insertTurn,
  modelCallId,
  nextAttempt,
  putToolCall,
  setAgentState,
  type Turn,
  wake,
} from './turn-store.ts';

/** Told what happened, each only once it is on disk, but for pieces of a reply, which are only on their way. */
export interface TurnListener {
  messageAdded(message: Message): void;
  replyStreamed(piece: { conversationId: string; turnId: string; attempt: number; offset: number; text: string }): void;
  replyWithdrawn(reply: { conversationId: string; turnId: string; attempt: number }): void;
  toolStarted(toolCall: ToolCall): void;
  toolFinished(toolCall: ToolCall): void;
  agentChanged(activity: Activity): void;
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
   * Runs the lane's turns until nothing is due. Each turn's last commit and the next one's first are asked for together, so they share one
   * write to the disk. Rejects only if the database cannot be written. An abort leaves the turn open.
   */
  run(lane: Lane, signal: AbortSignal): Promise<void>;
}

interface BegunTurn {
  readonly turn: Turn;
  readonly agent: Agent;
  readonly incoming: readonly Incoming[];
  readonly timeZone: string;
  readonly request: KeptRequest;
  /** The reply, when it was already paid for before a crash. */
  readonly reply: ModelReply | undefined;
}

interface PlannedCall {
  readonly id: string;
  readonly checked: CheckedCall;
  readonly context: CallContext;
}

export function createTurnRunner(options: TurnRunnerOptions): TurnRunner {
  const { ledger, clock, ids, agents, gateway, models, listener, leaseOwner, onBug } = options;
  const agentsById = new Map(agents.map((agent) => [agent.id, agent]));

  /** Takes up the lane's open turn, or opens one for the messages of the oldest due request. */
  function begin(transaction: Transaction, lane: Lane): BegunTurn | undefined {
    const agent = agentsById.get(lane.agentId);
    const open = findOpenTurn(transaction, lane);
    if (open !== undefined && agent !== undefined) return resume(transaction, open, agent);
    if (open !== undefined)
      fail(transaction, open, new CodedError('agent-unknown', `There is no agent “${lane.agentId}” any more.`));

    for (;;) {
      const leased = queue.lease(transaction, lane, { owner: leaseOwner, durationMs: LEASE_DURATION_MS }, TURN_MESSAGE_LIMIT);
      const first = leased[0];
      if (first === undefined) return undefined;
      if (agent === undefined) {
        for (const { id } of leased) queue.setAside(transaction, id, `There is no agent “${lane.agentId}”.`);
        continue;
      }
      const incoming = leased.flatMap((queued): Incoming[] => {
        const parsed = parseIncoming(queued);
        if (!('unreadable' in parsed)) return [parsed];
        queue.setAside(transaction, queued.id, parsed.unreadable);
        return [];
      });
      const wanted = incoming.filter((message) => isWanted(transaction, lane, message));
      queue.acknowledge(
        transaction,
        incoming.filter((message) => !wanted.includes(message)).map(({ queued }) => queued.id),
      );
      if (wanted.length > 0) return openTurn(transaction, lane, agent, wanted, first.traceId);
    }
  }

  /** False for what an ended request left behind, and for an alarm of a sleep that is over. */
  function isWanted(transaction: Transaction, lane: Lane, message: Incoming): boolean {
    if (readTrace(transaction, message.queued.traceId).endedReason !== null) return false;
    if (message.type !== 'system_alert' || message.payload.alert_type !== 'WAKE') return true;
    const untilMs = asleepUntilMs(transaction, lane);
    return untilMs !== undefined && untilMs <= transaction.atMs;
  }

  function openTurn(
    transaction: Transaction,
    lane: Lane,
    agent: Agent,
    incoming: readonly Incoming[],
    traceId: string,
  ): BegunTurn {
    const turn: Turn = {
      id: ids.next('turn'),
      ...lane,
      traceId,
      messageIds: incoming.map(({ queued }) => queued.id),
      attempt: 1,
    };
    const request = buildRequest(transaction, {
      agent,
      agents,
      conversationId: lane.conversationId,
      incoming,
      tools: gateway.specifications(agent),
    });
    insertTurn(transaction, turn);
    wake(transaction, lane);
    intendCall(transaction, turn, request);
    changeAgent(transaction, turn, 'thinking', null);
    return { turn, agent, incoming, timeZone: timeZoneOf(incoming), request, reply: undefined };
  }

  function resume(transaction: Transaction, turn: Turn, agent: Agent): BegunTurn {
    const effect = must(effects.find(transaction, modelCallId(turn)), 'a turn is opened together with its model call');
    const incoming = queue.read(transaction, turn.messageIds).flatMap((queued): Incoming[] => {
      const parsed = parseIncoming(queued);
      return 'unreadable' in parsed ? [] : [parsed];
    });
    return {
      turn,
      agent,
      incoming,
      timeZone: timeZoneOf(incoming),
      request: restoreRequest(transaction, effect.request),
      reply: effect.state === 'done' ? (JSON.parse(effect.receipt) as ModelReply) : undefined,
    };
  }

  function intendCall(transaction: Transaction, turn: Turn, { reference }: KeptRequest): void {
    effects.intend(transaction, { key: modelCallId(turn), kind: 'model_call', turnId: turn.id, request: reference });
  }

  function changeAgent(transaction: Transaction, lane: Lane, state: Activity['state'], doing: string | null): void {
    const activity = setAgentState(transaction, lane, state, doing);
    transaction.afterCommit(() => listener.agentChanged(activity));
  }

  /** Asks the model, streaming what it says to the person; withdraws what was streamed if it fails. */
  async function ask({ turn, request }: BegunTurn, signal: AbortSignal): Promise<ModelReply> {
    const reply = { conversationId: turn.conversationId, turnId: turn.id, attempt: turn.attempt };
    const stream = createReplyStream('content');
    let streamedIndex: number | undefined;
    let offset = 0;
    try {
      return await models.call(request.request, {
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
      settleCall(transaction, begun.turn, reply);
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

  function settleCall(transaction: Transaction, turn: Turn, reply: ModelReply): void {
    const key = modelCallId(turn);
    if (effects.find(transaction, key)?.state === 'intended') {
      effects.settle(transaction, key, { state: 'done', receipt: JSON.stringify(reply) });
    }
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
    settleCall(transaction, turn, reply);
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
      tellPerson(transaction, turn, stop);
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

  function tellPerson(transaction: Transaction, turn: Turn, text: string): void {
    const message = addMessage(transaction, changeSets.begin(transaction, { actor: 'system', cause: turn.id }), {
      id: ids.next('msg'),
      conversationId: turn.conversationId,
      author: { kind: 'system' },
      text,
      sentAt: transaction.at,
      traceId: turn.traceId,
      turnId: turn.id,
    });
    transaction.afterCommit(() => listener.messageAdded(message));
  }

  /** Ends a turn that got no usable reply: its messages are tried again later, or buried with a sentence to the person. */
  function fail(transaction: Transaction, turn: Turn, error: CodedError): void {
    const attempts = Math.max(0, ...queue.read(transaction, turn.messageIds).map((message) => message.attempts));
    const key = modelCallId(turn);
    if (effects.find(transaction, key)?.state === 'intended') {
      effects.settle(transaction, key, {
        state: 'failed',
        receipt: JSON.stringify({ code: error.code, message: error.message }),
      });
    }
    if (error.retryable && attempts < RETRY_LIMIT) {
      queue.requeue(
        transaction,
        turn.messageIds,
        transaction.atMs + Math.max(RETRY_PAUSES_MS[attempts] ?? 0, wishedPauseMs(error)),
      );
    } else {
      queue.bury(transaction, turn.messageIds, `${error.code}: ${error.message}`);
      tellPerson(transaction, turn, `I could not answer this. ${error.message} Your message is kept.`);
    }
    finishTurn(transaction, turn.id, error.code);
    changeAgent(transaction, turn, 'idle', null);
  }

  /** Keeps the rejected reply on record and asks again with the reason, as a new call of the same turn. */
  function askAgain(transaction: Transaction, begun: BegunTurn, reply: ModelReply, reason: string): BegunTurn {
    settleCall(transaction, begun.turn, reply);
    const turn = nextAttempt(transaction, begun.turn);
    const request = requestAgain(begun.request, reason, { id: ids.next('notice'), at: transaction.at, timeZone: begun.timeZone });
    intendCall(transaction, turn, request);
    return { ...begun, turn, request, reply: undefined };
  }

  /** Asks until there is a reply that can be acted on, and acts on it as far as that happens outside. Returns the turn's last commit. */
  async function act(first: BegunTurn, signal: AbortSignal): Promise<(transaction: Transaction) => void> {
    let begun = first;
    for (;;) {
      const reply = begun.reply ?? (await ask(begun, signal));
      const reason = reasonToReject(reply);
      if (reason === undefined) {
        const planned = planCalls(begun, reply);
        const current = begun;
        const outside = await runOutside(current, reply, planned, signal);
        return (transaction) => finish(transaction, current, reply, planned, outside);
      }
      listener.replyWithdrawn({ conversationId: begun.turn.conversationId, turnId: begun.turn.id, attempt: begun.turn.attempt });
      if (begun.turn.attempt >= REJECTION_LIMIT)
        throw new CodedError('model-reply-invalid', 'The model gave no answer that could be used.');
      const rejected = begun;
      begun = await ledger.commit((transaction) => askAgain(transaction, rejected, reply, reason));
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
    if (!(error instanceof CodedError)) onBug('turn', error);
    const failure =
      error instanceof CodedError ? error : new CodedError('internal', 'Something went wrong inside VOS.', { cause: error });
    return (transaction) => {
      const open = findOpenTurn(transaction, turn);
      if (open !== undefined) fail(transaction, open, failure);
    };
  }

  return {
    async run(lane, signal) {
      const beginNext = (): Promise<BegunTurn | undefined> => ledger.commit((transaction) => begin(transaction, lane));
      let begun = await beginNext();
      while (begun !== undefined && !signal.aborted) {
        const current = begun;
        const last = await lastCommitOf(current, signal);
        if (last === undefined) return;
        const ended = ledger.commit(last).catch(async (error: unknown) => {
          if (isDatabaseFailure(error)) throw error;
          await ledger.commit(failing(current, error));
        });
        [, begun] = await Promise.all([ended, beginNext()]);
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

/** How long the service asked to be left alone; asking sooner only makes it refuse again. */
function wishedPauseMs({ detail }: CodedError): number {
  const wished = typeof detail === 'object' && detail !== null && 'retryAfterMs' in detail ? detail.retryAfterMs : null;
  return typeof wished === 'number' && wished > 0 ? Math.min(wished, LONGEST_WISHED_PAUSE_MS) : 0;
}

/** The same for the same call of the same attempt, so that a rerun does nothing twice. */
function toolCallId(turn: Turn, index: number): string {
  return `call_${createHash('sha256')
    .update(`${modelCallId(turn)}/${index}`)
    .digest('hex')
    .slice(0, 32)}`;
}

function reasonToReject(reply: ModelReply): string | undefined {
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

function timeZoneOf(incoming: readonly Incoming[]): string {
  return incoming.at(-1)?.payload.user_timezone ?? 'UTC';
}

const DATABASE_CODES: ReadonlySet<string> = new Set(['disk-full', 'database-unwritable', 'ledger-closed']);

function isDatabaseFailure(error: unknown): boolean {
  return error instanceof CodedError && DATABASE_CODES.has(error.code);
}
