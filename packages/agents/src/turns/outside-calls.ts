// Tools that reach outside. What must not happen twice is written down before it is begun and again when its outcome is known; after an
// interruption the record is asked, then the other side, and then the person. It is never begun again on a guess.
import { type Clock, must } from '@vos/base';
import { type Effect, effects, type Ledger, type Transaction } from '@vos/ledger';
import type { UncertainEffect } from '@vos/protocol/entities';
import { type CallContext, mustNotRepeat, type OutsideTool, toolFailure } from '../sdk/tool.ts';
import type { ToolGateway, ToolOutcome } from '../tools/gateway.ts';

export const TOOL_EFFECT = 'tool';

/** What the record of such a call says of it: enough to ask the other side after a restart. */
export interface IntendedToolCall {
  readonly agentId: string;
  readonly conversationId: string;
  readonly traceId: string;
  readonly timeZone: string;
  readonly toolName: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface OutsideCall {
  readonly tool: OutsideTool;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly context: CallContext;
}

export interface FinishedCall {
  readonly outcome: ToolOutcome;
  readonly durationMs: number;
}

export interface OutsideCalls {
  /** In the commit that records the reply: the intent of the first call that must not happen twice, so that it needs no commit of its own. */
  intendFirst(transaction: Transaction, calls: readonly OutsideCall[]): void;
  /** Runs them one after the other. Rejects after the signal; what was begun then stays intended. */
  run(calls: readonly OutsideCall[], signal: AbortSignal): Promise<ReadonlyMap<string, FinishedCall>>;
  /** In the turn's last commit: what became of them. */
  settle(transaction: Transaction, calls: readonly OutsideCall[], finished: ReadonlyMap<string, FinishedCall>): void;
  /** The turn ends in between: nobody knows what became of those that were begun. */
  abandon(transaction: Transaction, turnId: string): void;
}

export interface OutsideCallsOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly gateway: ToolGateway;
  /** Told once it is on disk. */
  readonly onUncertain: (effect: UncertainEffect) => void;
}

/** What is known of a call whose outcome is not. */
const INTERRUPTED = 'VOS was ended while this was under way, so it may have happened or not.';
const STOPPED = 'It was stopped while it was under way, so it may have happened or not.';

const NEVER_BEGUN: ToolOutcome = { ok: false, failure: toolFailure('stopped', 'It was stopped before it was begun.') };

export function createOutsideCalls({ ledger, clock, gateway, onUncertain }: OutsideCallsOptions): OutsideCalls {
  /** Intended in this life of the host and not begun yet: any other intent on record is one that a crash left. */
  const waiting = new Set<string>();

  function intend(transaction: Transaction, { tool, context, arguments: given }: OutsideCall): void {
    if (effects.find(transaction, context.callId) !== undefined) return;
    const { agentId, conversationId, traceId, timeZone } = context;
    effects.intend(transaction, {
      key: context.callId,
      kind: TOOL_EFFECT,
      turnId: context.turnId,
      request: JSON.stringify({
        agentId,
        conversationId,
        traceId,
        timeZone,
        toolName: tool.name,
        arguments: given,
      } satisfies IntendedToolCall),
    });
    transaction.afterCommit(() => waiting.add(context.callId));
  }

  async function runOnce(call: OutsideCall, signal: AbortSignal): Promise<ToolOutcome> {
    const { tool, context } = call;
    const { callId } = context;
    const effect = must(effects.find(ledger.read, callId), 'a call is intended before it is run');
    if (effect.state === 'done' || effect.state === 'failed') return JSON.parse(effect.receipt) as ToolOutcome;
    if (effect.state === 'intended' && waiting.delete(callId)) {
      const outcome = await gateway.runOutside(tool, call.arguments, { ...context, signal });
      signal.throwIfAborted();
      return !outcome.ok && outcome.failure.isUnclear === true ? unclear(outcome.failure.message) : outcome;
    }
    const found = await gateway.lookUpOutside(tool, call.arguments, { ...context, signal });
    signal.throwIfAborted();
    return found ?? unclear(INTERRUPTED);
  }

  function settleOne(transaction: Transaction, { context, tool }: OutsideCall, { outcome }: FinishedCall): void {
    const { callId } = context;
    const effect = effects.find(transaction, callId);
    if (effect === undefined || effect.state === 'done' || effect.state === 'failed') return;
    if (outcome.ok || outcome.failure.code !== 'outcome-uncertain') {
      effects.settle(transaction, callId, { state: outcome.ok ? 'done' : 'failed', receipt: JSON.stringify(outcome) });
      return;
    }
    if (effect.state === 'uncertain') return;
    effects.settle(transaction, callId, { state: 'uncertain' });
    const shown = shownEffect(effect, { known: outcome.failure.message, canCheck: tool.lookUp !== undefined });
    transaction.afterCommit(() => onUncertain(shown));
  }

  function settle(transaction: Transaction, calls: readonly OutsideCall[], finished: ReadonlyMap<string, FinishedCall>): void {
    for (const call of calls) {
      const result = finished.get(call.context.callId);
      if (result !== undefined && mustNotRepeat(call.tool)) settleOne(transaction, call, result);
    }
  }

  function canLookUp({ request }: Effect): boolean {
    const { agentId, toolName } = readIntent(request);
    const tool = gateway.findTool(agentId, toolName);
    return tool?.kind === 'outside' && tool.lookUp !== undefined;
  }

  return {
    intendFirst(transaction, calls) {
      const first = calls.find(({ tool }) => mustNotRepeat(tool));
      if (first !== undefined) intend(transaction, first);
    },

    async run(calls, signal) {
      const finished = new Map<string, FinishedCall>();
      for (const call of calls) {
        if (mustNotRepeat(call.tool) && effects.find(ledger.read, call.context.callId) === undefined) {
          // What ran before it is settled in the same write.
          await ledger.commit((transaction) => {
            settle(transaction, calls, finished);
            intend(transaction, call);
          });
        }
        const startMs = clock.monotonicMs();
        const outcome = mustNotRepeat(call.tool)
          ? await runOnce(call, signal)
          : await gateway.runOutside(call.tool, call.arguments, { ...call.context, signal });
        signal.throwIfAborted();
        finished.set(call.context.callId, { outcome, durationMs: clock.monotonicMs() - startMs });
      }
      return finished;
    },

    settle,

    abandon(transaction, turnId) {
      for (const effect of effects.ofTurn(transaction, turnId)) {
        if (effect.kind !== TOOL_EFFECT || effect.state !== 'intended') continue;
        if (waiting.delete(effect.key)) {
          effects.settle(transaction, effect.key, { state: 'failed', receipt: JSON.stringify(NEVER_BEGUN) });
          continue;
        }
        effects.settle(transaction, effect.key, { state: 'uncertain' });
        const shown = shownEffect(effect, { known: STOPPED, canCheck: canLookUp(effect) });
        transaction.afterCommit(() => onUncertain(shown));
      }
    },
  };
}

export function shownEffect(
  { key, request, intendedAt }: Effect,
  rest: Pick<UncertainEffect, 'known' | 'canCheck'>,
): UncertainEffect {
  const { agentId, conversationId, traceId, toolName, arguments: given } = readIntent(request);
  return { id: key, conversationId, traceId, agentId, toolName, arguments: given, intendedAt, ...rest };
}

export function readIntent(request: string): IntendedToolCall {
  return JSON.parse(request) as IntendedToolCall;
}

function unclear(known: string): ToolOutcome {
  const text = `${known} It is not tried again by itself; the person is asked.`;
  return { ok: false, failure: toolFailure('outcome-uncertain', text) };
}
