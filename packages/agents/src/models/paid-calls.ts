// Pays for each call of a model once. Before it is sent, its request is written down as an effect and the most it can cost is set aside;
// after it, the reply and what it did cost. All writes happen inside a commit of whoever calls.
import { CodedError } from '@vos/base';
import { effects, type Ledger, type Transaction } from '@vos/ledger';
import {
  loseModelCall as loseOnAccount,
  reserveModelCall,
  settleModelCall as settleOnAccount,
  type Shortfall,
} from '@vos/records';
import type { PreparedCall } from './facade.ts';
import { type ModelReply, type ModelUsage, NOTHING_USED } from './provider.ts';

export const MODEL_EFFECT = 'model_call';

export interface PaidCall {
  /** The same again after a restart, for the same call. */
  readonly key: string;
  readonly conversationId: string | null;
  readonly traceId: string | null;
  readonly turnId: string | null;
  /** The request, or the text it can be restored from: the same bytes again after a restart. */
  readonly reference: string;
}

/**
 * Records that a call is about to be sent and sets its worst case aside. Returns a `budget-spent` error and writes nothing where that does
 * not fit in what the person allows. Throws `key-conflict` where the key stands for another request.
 */
export function intendModelCall(transaction: Transaction, call: PaidCall, prepared: PreparedCall): CodedError | undefined {
  const { key, conversationId, traceId, turnId, reference } = call;
  const { provider, request, worstCaseMicroUsd } = prepared;
  const shortfall = reserveModelCall(transaction, {
    id: key,
    agentId: request.agentId,
    conversationId,
    traceId,
    turnId,
    service: provider.label,
    model: provider.model,
    worstCaseMicroUsd,
  });
  if (shortfall !== undefined) return budgetSpent(shortfall, worstCaseMicroUsd);
  effects.intend(transaction, { key, kind: MODEL_EFFECT, turnId, request: reference });
  return undefined;
}

/** The reply came. It is kept, so that nobody pays for it again. False where the call is over already: then nothing was changed. */
export function settleModelCall(transaction: Transaction, key: string, reply: ModelReply): boolean {
  if (!isUnderWay(transaction, key)) return false;
  effects.settle(transaction, key, { state: 'done', receipt: JSON.stringify(reply) });
  settleOnAccount(transaction, key, reply.usage);
  return true;
}

/** The call failed. It is charged what it cost; where nobody knows that, the most it can have cost. False as above. */
export function failModelCall(transaction: Transaction, key: string, error: CodedError): boolean {
  if (!isUnderWay(transaction, key)) return false;
  effects.settle(transaction, key, {
    state: 'failed',
    receipt: JSON.stringify({ code: error.code, message: error.message }),
  });
  const usage = usageOf(error);
  if (usage === undefined) loseOnAccount(transaction, key);
  else settleOnAccount(transaction, key, usage);
  return true;
}

/** It may have been sent and answered, and nobody was there to hear. It is never sent again under this key. False as above. */
export function loseModelCall(transaction: Transaction, key: string): boolean {
  if (!isUnderWay(transaction, key)) return false;
  effects.settle(transaction, key, { state: 'uncertain' });
  loseOnAccount(transaction, key);
  return true;
}

function isUnderWay(transaction: Transaction, key: string): boolean {
  return effects.find(transaction, key)?.state === 'intended';
}

/** Calls outside of turns that a restart cut off. Those of turns are looked at when their turn is taken up. */
export function loseInterruptedCalls(transaction: Transaction): void {
  for (const { key, kind, turnId } of effects.unsettled(transaction)) {
    if (kind === MODEL_EFFECT && turnId === null) loseModelCall(transaction, key);
  }
}

/** A call outside of turns, with everything around it. Rejects with `budget-spent` before anything is sent, else as `ask` does. */
export async function payForCall(
  ledger: Ledger,
  call: PaidCall,
  prepared: PreparedCall,
  ask: (prepared: PreparedCall) => Promise<ModelReply>,
): Promise<ModelReply> {
  const refusal = await ledger.commit((transaction) => intendModelCall(transaction, call, prepared));
  if (refusal !== undefined) throw refusal;
  try {
    const reply = await ask(prepared);
    await ledger.commit((transaction) => settleModelCall(transaction, call.key, reply));
    return reply;
  } catch (error) {
    await ledger.commit((transaction) => {
      if (error instanceof CodedError) failModelCall(transaction, call.key, error);
      else loseModelCall(transaction, call.key);
    });
    throw error;
  }
}

/** Whoever throws knows what was used, and says so in `detail.usage`; undefined is not known. */
function usageOf({ detail }: CodedError): ModelUsage | undefined {
  return typeof detail === 'object' && detail !== null && 'usage' in detail ? (detail.usage as ModelUsage) : undefined;
}

function budgetSpent({ scope, limitMicroUsd, leftMicroUsd }: Shortfall, worstCaseMicroUsd: number): CodedError {
  const whose = scope === 'day' ? 'today' : 'in this conversation';
  const wayOn =
    scope === 'day'
      ? 'Raise the daily limit in Settings under Costs, wait until tomorrow, or choose a model that is free.'
      : 'Start a new conversation, raise the limit per conversation in Settings under Costs, or choose a model that is free.';
  return new CodedError(
    'budget-spent',
    `Of the ${dollars(limitMicroUsd, Math.round)} that models may cost ${whose}, ${dollars(leftMicroUsd, Math.floor)} is left, and this call may cost up to ${dollars(worstCaseMicroUsd, Math.ceil)}, so it was not sent. ${wayOn}`,
    { detail: { usage: NOTHING_USED, scope, limitMicroUsd, leftMicroUsd, worstCaseMicroUsd } },
  );
}

/** Cents, and two digits more where it is less than ten of them. */
function dollars(microUsd: number, round: (value: number) => number): string {
  const digits = microUsd > 0 && microUsd < 100_000 ? 4 : 2;
  const unit = 10 ** (6 - digits);
  return `$${((round(microUsd / unit) * unit) / 1_000_000).toFixed(digits)}`;
}
