// What was begun outside and may have happened or not: shown to the person, asked of the other side, settled by either.
import { CodedError, type Clock, type Ids } from '@vos/base';
import { type Effect, effects, type Lane, type Ledger, queue, type Reader, type Transaction } from '@vos/ledger';
import type { ToolCall, UncertainEffect } from '@vos/protocol/entities';
import type { ToolGateway } from '../tools/gateway.ts';
import { readIntent, shownEffect, TOOL_EFFECT } from './outside-calls.ts';
import { readToolCall, settleToolCall } from './turn-store.ts';

export interface UncertainEffects {
  /** The latest first. */
  list(reader: Reader): readonly UncertainEffect[];
  /** Those of these requests, the latest first. */
  of(reader: Reader, traceIds: readonly string[]): readonly UncertainEffect[];
  /**
   * Asks the other side. Its answer settles the effect as `settle` does; `unknown` leaves it. Rejects with `effect-unknown`, or with
   * `effect-not-checkable` where nobody can be asked.
   */
  check(id: string, signal: AbortSignal): Promise<{ readonly outcome: Outcome | 'unknown'; readonly text: string }>;
  /** The person knows. Throws `effect-unknown` where it is not uncertain (any more). The lane must be woken in the same commit. */
  settle(transaction: Transaction, id: string, outcome: Outcome, told?: Told): Lane;
}

export type Outcome = 'done' | 'not-done';

/** Who said so, and what came of it. */
interface Told {
  readonly by: 'person' | 'other side';
  readonly value?: unknown;
}

export interface UncertainEffectsOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly gateway: ToolGateway;
  /** Told inside the commit that a lane has something to do. */
  readonly onSent: (lane: Lane) => void;
  /** Both are told once it is on disk. */
  readonly onSettled: (id: string) => void;
  readonly onToolCallSettled: (toolCall: ToolCall) => void;
}

export function createUncertainEffects(options: UncertainEffectsOptions): UncertainEffects {
  const { ledger, clock, ids, gateway, onSent, onSettled, onToolCallSettled } = options;

  function toolOf({ request }: Effect) {
    const { agentId, toolName } = readIntent(request);
    const tool = gateway.findTool(agentId, toolName);
    return tool?.kind === 'outside' ? tool : undefined;
  }

  function shown(reader: Reader, effect: Effect): UncertainEffect {
    const call = readToolCall(reader, effect.key);
    const known = typeof call?.result === 'string' ? call.result : 'It was begun, and no answer was heard.';
    return shownEffect(effect, { known, canCheck: toolOf(effect)?.lookUp !== undefined });
  }

  function find(reader: Reader, id: string): Effect {
    const effect = effects.find(reader, id);
    if (effect?.kind !== TOOL_EFFECT || effect.state !== 'uncertain')
      throw new CodedError('effect-unknown', 'What became of this is known already. Nothing was changed.');
    return effect;
  }

  function settle(transaction: Transaction, id: string, outcome: Outcome, { by, value }: Told = { by: 'person' }): Lane {
    const effect = find(transaction, id);
    const { agentId, conversationId, traceId, timeZone, toolName } = readIntent(effect.request);
    const isDone = outcome === 'done';
    const who = by === 'person' ? 'The person says' : 'The other side says';
    const text = isDone ? `${who} that it was done.` : `${who} that it was not done.`;
    effects.settle(transaction, id, {
      state: isDone ? 'done' : 'failed',
      receipt: JSON.stringify(isDone ? { ok: true, value: value ?? text } : { ok: false, failure: notDone(text) }),
    });
    const call = settleToolCall(transaction, id, isDone ? 'succeeded' : 'failed', value ?? text);
    queue.send(transaction, {
      id: ids.next('queued'),
      idempotencyKey: `${id}/settled`,
      type: 'system_alert',
      payload: {
        alert_type: 'OUTCOME_KNOWN',
        title: toolName,
        description: `${text} (${toolName}, which was uncertain.)`,
        user_timezone: timeZone,
        call_id: id,
      },
      traceId,
      agentId,
      conversationId,
    });
    const lane = { agentId, conversationId };
    onSent(lane);
    transaction.afterCommit(() => {
      onSettled(id);
      if (call !== undefined) onToolCallSettled(call);
    });
    return lane;
  }

  return {
    list: (reader) => effects.uncertain(reader, TOOL_EFFECT).map((effect) => shown(reader, effect)),
    of: (reader, traceIds) =>
      effects
        .uncertain(reader, TOOL_EFFECT)
        .filter(({ request }) => traceIds.includes(readIntent(request).traceId))
        .map((effect) => shown(reader, effect)),

    async check(id, signal) {
      const effect = find(ledger.read, id);
      const tool = toolOf(effect);
      if (tool?.lookUp === undefined) {
        const message = 'The other side cannot be asked about this. Look there yourself, and say here whether it was done.';
        throw new CodedError('effect-not-checkable', message);
      }
      const intent = readIntent(effect.request);
      const { agentId, conversationId, traceId, timeZone } = intent;
      const found = await gateway.lookUpOutside(tool, intent.arguments, {
        agentId,
        conversationId,
        traceId,
        turnId: effect.turnId ?? '',
        callId: id,
        timeZone,
        nowMs: clock.now(),
        isTainted: false,
        signal,
      });
      if (found === undefined) {
        return { outcome: 'unknown', text: 'The other side could not say. Try again later, or look there yourself.' };
      }
      const outcome = found.ok ? 'done' : 'not-done';
      await ledger.commit((transaction) =>
        settle(transaction, id, outcome, { by: 'other side', ...(found.ok ? { value: found.value } : {}) }),
      );
      return { outcome, text: found.ok ? 'It was done.' : 'It was not done.' };
    },

    settle,
  };
}

function notDone(message: string) {
  return { code: 'not-done', message, retryable: true };
}
