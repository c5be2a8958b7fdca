// The model calls of a turn: each is paid for once, whatever happens between asking and writing the answer down.
import { CodedError, must } from '@vos/base';
import { effects, type Reader, type Transaction } from '@vos/ledger';
import type { TurnSpending } from '@vos/protocol/entities';
import { readTurnSpending } from '@vos/records';
import type { ModelFacade, PreparedCall } from '../models/facade.ts';
import { failModelCall, intendModelCall, loseModelCall, MODEL_EFFECT, settleModelCall } from '../models/paid-calls.ts';
import type { ModelPiece, ModelReply } from '../models/provider.ts';
import type { KeptRequest } from './build-request.ts';
import { LOST_CALL_LIMIT } from './limits.ts';
import { modelCallId, nextAttempt, type Turn } from './turn-store.ts';

/** A turn with a call of its own that may be sent now. */
export interface IntendedCall {
  readonly turn: Turn;
  readonly prepared: PreparedCall;
}

export interface TurnCalls {
  /** Records what is about to be asked, within the person's limits. Where it must not be asked, writes nothing and returns why. */
  intend(transaction: Transaction, turn: Turn, request: KeptRequest): IntendedCall | CodedError;
  /** As ModelFacade.call. The reply is remembered until it is on disk. */
  ask(
    call: IntendedCall,
    options: { readonly signal: AbortSignal; readonly onPiece: (piece: ModelPiece) => void },
  ): Promise<ModelReply>;
  settle(transaction: Transaction, turn: Turn, reply: ModelReply): void;
  /** The turn failed. A reply that came is paid for as such; what was wrong came after it. */
  fail(transaction: Transaction, turn: Turn, error: CodedError): void;
  /**
   * After an interruption: the reply that came, or, as nobody knows whether it did, a new call for the same request. An error where that must
   * not be made.
   */
  recover(
    transaction: Transaction,
    turn: Turn,
    restore: (reference: string) => KeptRequest,
  ): { readonly request: KeptRequest; readonly next: ModelReply | IntendedCall | CodedError };
  /** How many replies of the turn were lost. */
  countLost(reader: Reader, turnId: string): number;
}

export function createTurnCalls({
  models,
  onCharged,
}: {
  models: ModelFacade;
  /** Told once it is on disk. */
  onCharged: (spending: TurnSpending) => void;
}): TurnCalls {
  /** Replies that are not on disk yet: the disk may be full for a while. */
  const heard = new Map<string, ModelReply>();

  function intend(transaction: Transaction, turn: Turn, { request, reference }: KeptRequest): IntendedCall | CodedError {
    let prepared: PreparedCall;
    try {
      prepared = models.prepare(transaction, request);
    } catch (error) {
      if (error instanceof CodedError) return error;
      throw error;
    }
    const { conversationId, traceId, id: turnId } = turn;
    const refusal = intendModelCall(
      transaction,
      { key: modelCallId(turn), conversationId, traceId, turnId, reference },
      prepared,
    );
    return refusal ?? { turn, prepared };
  }

  /** Ends the call, and tells what the turn used once that is on disk. */
  function end(transaction: Transaction, turn: Turn, write: (key: string) => boolean): void {
    const key = modelCallId(turn);
    if (!write(key)) return;
    const spending = readTurnSpending(transaction, turn.traceId, turn.id);
    transaction.afterCommit(() => {
      heard.delete(key);
      if (spending !== undefined) onCharged(spending);
    });
  }

  function countLost(reader: Reader, turnId: string): number {
    return (
      reader.get<{ count: number }>(
        `SELECT count(*) AS count FROM effects WHERE turn_id = ? AND state = 'uncertain' AND kind = ?`,
        [turnId, MODEL_EFFECT],
      )?.count ?? 0
    );
  }

  return {
    intend,
    async ask({ turn, prepared }, options) {
      const reply = await models.call(prepared, options);
      heard.set(modelCallId(turn), reply);
      return reply;
    },
    settle: (transaction, turn, reply) => end(transaction, turn, (key) => settleModelCall(transaction, key, reply)),
    fail(transaction, turn, error) {
      end(transaction, turn, (key) => {
        const reply = heard.get(key);
        return reply === undefined ? failModelCall(transaction, key, error) : settleModelCall(transaction, key, reply);
      });
    },
    recover(transaction, turn, restore) {
      const key = modelCallId(turn);
      const effect = must(effects.find(transaction, key), 'a turn is opened together with its model call');
      const request = restore(effect.request);
      const reply = effect.state === 'done' ? (JSON.parse(effect.receipt) as ModelReply) : heard.get(key);
      if (reply !== undefined) return { request, next: reply };
      end(transaction, turn, () => loseModelCall(transaction, key));
      if (countLost(transaction, turn.id) >= LOST_CALL_LIMIT) {
        const message = `VOS was ended ${LOST_CALL_LIMIT} times while it waited for the answer.`;
        return { request, next: new CodedError('turn-interrupted', message) };
      }
      return { request, next: intend(transaction, nextAttempt(transaction, turn), request) };
    },
    countLost,
  };
}
