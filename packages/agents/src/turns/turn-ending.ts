// The last commit of a turn: what it called is applied and told, what follows from it is sent, and the turn is closed.
import { assertNever, type Clock, CodedError, type Ids, must } from '@vos/base';
import { changeSets, type Lane, queue, type Transaction } from '@vos/ledger';
import type { ToolCall } from '@vos/protocol/entities';
import type { ModelReply } from '../models/provider.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Agent } from '../sdk/agent.ts';
import type { ToolGateway } from '../tools/gateway.ts';
import type { Watchdog } from '../watchdog/watchdog.ts';
import type { DeadLetterOffice } from './dead-letters.ts';
import { GAVE_UP, keptSentence, reasonToStop } from './early-end.ts';
import { appendHistory } from './history.ts';
import type { FinishedCall, OutsideCall, OutsideCalls } from './outside-calls.ts';
import { type DoneCall, doneRow, goesOn, historyOf, planCalls, type PlannedCall } from './planned-calls.ts';
import { answerCall } from './read-reply.ts';
import type { BegunTurn } from './take-up.ts';
import { countToolCalls, endTrace, readTrace } from './traces.ts';
import type { TurnCalls } from './turn-calls.ts';
import { type AgentAt, AT_REST, endRunningCalls, findOpenTurn, finishTurn, putToolCall, type Turn } from './turn-store.ts';

export interface TurnEnding {
  /** Records, messages, history and acknowledgements together. */
  finish(
    transaction: Transaction,
    begun: BegunTurn,
    reply: ModelReply,
    planned: readonly PlannedCall[],
    finished: ReadonlyMap<string, FinishedCall>,
  ): void;
  /** Ends the lane's turn of a request that is over. What was begun outside and not heard of is uncertain from here on. */
  closeStopped(transaction: Transaction, lane: Lane): void;
}

export interface TurnEndingOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly agents: readonly Agent[];
  readonly gateway: ToolGateway;
  readonly permissions: Permissions;
  readonly watchdog: Watchdog;
  readonly office: DeadLetterOffice;
  readonly calls: TurnCalls;
  readonly outside: OutsideCalls;
  /** Told once it is on disk. */
  readonly onToolFinished: (toolCall: ToolCall) => void;
  readonly changeAgent: (transaction: Transaction, turn: Turn, at: AgentAt) => void;
}

export function createTurnEnding(options: TurnEndingOptions): TurnEnding {
  const { clock, ids, agents, gateway, permissions, watchdog, office, calls, outside, onToolFinished, changeAgent } = options;

  function finish(
    transaction: Transaction,
    begun: BegunTurn,
    reply: ModelReply,
    planned: readonly PlannedCall[],
    finished: ReadonlyMap<string, FinishedCall>,
  ): void {
    const { turn, timeZone } = begun;
    calls.settle(transaction, turn, reply);
    outside.settle(transaction, outsideCallsOf(planned), finished);
    if (readTrace(transaction, turn.traceId).endedReason !== null) {
      for (const call of planned) {
        const result = finished.get(call.id);
        if (result !== undefined) tellDone(transaction, begun, { call, ...result });
      }
      closeStopped(transaction, turn);
      return;
    }
    const done = planned.map((call): DoneCall => ({ call, ...(finished.get(call.id) ?? applyNow(transaction, call)) }));
    for (const one of done) tellDone(transaction, begun, one);
    watchdog.observe(transaction, begun, done);
    appendHistory(transaction, turn, turn.id, historyOf(begun, done));

    const end = reasonToStop(transaction, begun, countToolCalls(transaction, turn.traceId, planned.length), done);
    const isGivenUp = end?.of === 'agent' && giveUp(transaction, begun, planned, end.reason);
    if (end !== undefined && !isGivenUp) {
      const kept = keptSentence(transaction, turn.traceId, agents);
      const stop = `I stopped this request: ${end.reason} ${kept} Ask in other words, or choose another model in Settings.`;
      endTrace(transaction, turn.traceId, stop, 'limit');
      permissions.withdraw(transaction, turn.traceId);
      office.tellPerson(transaction, { ...turn, turnId: turn.id, text: stop });
    } else if (end === undefined && (begun.granted.length > 0 || done.some(goesOn))) {
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
    finishTurn(transaction, turn.id, isGivenUp ? GAVE_UP : null);
    changeAgent(transaction, turn, AT_REST);
  }

  /** Tells whoever asked that the agent got nowhere; false where that cannot be told. VOS says it, so it is no call of the agent's. */
  function giveUp(transaction: Transaction, begun: BegunTurn, planned: readonly PlannedCall[], reason: string): boolean {
    const text = `I give up: ${reason} Do not hand this on again. Go on with the rest, or say what could not be done.`;
    const before = planned.map(({ checked }) => checked.call);
    const given = planCalls(transaction, begun, [...before, answerCall(begun, text)], { gateway, permissions, clock }).at(-1);
    const { outcome } = applyNow(transaction, must(given, 'there is at least the answer'));
    return outcome !== 'waiting' && outcome.ok;
  }

  function tellDone(transaction: Transaction, { turn }: BegunTurn, done: DoneCall): void {
    const row = doneRow(turn, done);
    putToolCall(transaction, row);
    transaction.afterCommit(() => onToolFinished(row));
  }

  function closeStopped(transaction: Transaction, lane: Lane): void {
    const open = findOpenTurn(transaction, lane);
    if (open === undefined) return;
    calls.fail(transaction, open, new CodedError('stopped', 'It was stopped.'));
    outside.abandon(transaction, open.id);
    for (const row of endRunningCalls(transaction, open, 'It was stopped.')) transaction.afterCommit(() => onToolFinished(row));
    queue.acknowledge(transaction, open.messageIds);
    finishTurn(transaction, open.id, 'stopped');
    changeAgent(transaction, open, AT_REST);
  }

  function applyNow(transaction: Transaction, { id, checked, context, sources }: PlannedCall): Omit<DoneCall, 'call'> {
    const startMs = clock.monotonicMs();
    switch (checked.kind) {
      case 'refused':
        return { outcome: { ok: false, failure: checked.failure }, durationMs: 0 };
      case 'asks': {
        const { tool, reason, arguments: given } = checked;
        permissions.ask(transaction, { ...context, id, tool, arguments: given, reason, sources });
        return { outcome: 'waiting', durationMs: 0 };
      }
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

  return { finish, closeStopped };
}

export function outsideCallsOf(planned: readonly PlannedCall[]): readonly OutsideCall[] {
  return planned.flatMap(({ checked, context }) =>
    checked.kind === 'outside' ? [{ tool: checked.tool, arguments: checked.arguments, context }] : [],
  );
}
