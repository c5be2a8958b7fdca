// A turn that got no usable reply: its messages are tried again after a pause, or set aside with a sentence to the person.
// Whoever threw the error decided whether trying again may help; here is only counted.
import { type CodedError, isoInstant } from '@vos/base';
import { type Lane, queue, type Reason, type Transaction } from '@vos/ledger';
import type { DeadLetterOffice } from './dead-letters.ts';
import { LEASE_DURATION_MS, LONGEST_WISHED_PAUSE_MS, RETRY_LIMIT, RETRY_PAUSES_MS, TURN_MESSAGE_LIMIT } from './limits.ts';
import type { ChangeAgent } from './take-up.ts';
import type { TurnCalls } from './turn-calls.ts';
import { AT_REST, findOpenTurn, finishTurn, type Turn } from './turn-store.ts';

export interface TurnFailures {
  /** Ends the turn. How often its messages were tried is kept with them, so that neither a restart nor another message starts the count anew. */
  fail(transaction: Transaction, turn: Turn, error: CodedError): void;
  /** Clears what keeps the lane from its next turn: the open turn, or the messages that are due. False when there is neither. */
  giveUp(transaction: Transaction, lane: Lane, error: CodedError): boolean;
}

export interface TurnFailuresOptions {
  readonly calls: TurnCalls;
  readonly office: DeadLetterOffice;
  readonly leaseOwner: string;
  readonly changeAgent: ChangeAgent;
}

export function createTurnFailures({ calls, office, leaseOwner, changeAgent }: TurnFailuresOptions): TurnFailures {
  function fail(transaction: Transaction, turn: Turn, error: CodedError): void {
    calls.fail(transaction, turn, error);
    const attempts = Math.max(0, ...queue.read(transaction, turn.messageIds).map((message) => message.attempts));
    const isTriedAgain = error.retryable && attempts < RETRY_LIMIT;
    const pauseMs = Math.max(RETRY_PAUSES_MS[attempts] ?? 0, wishedPauseMs(error));
    if (isTriedAgain) queue.requeue(transaction, turn.messageIds, pauseMs);
    else {
      office.bury(transaction, turn.messageIds, reasonOf(error));
      office.tellPerson(transaction, { ...turn, turnId: turn.id, text: sentenceFor(error, attempts + 1) });
    }
    finishTurn(transaction, turn.id, error.code);
    const resumesAt = isoInstant(transaction.atMs + pauseMs);
    changeAgent(transaction, turn, isTriedAgain ? { state: 'retrying', doing: error.message, resumesAt } : AT_REST);
  }

  return {
    fail,
    giveUp(transaction, lane, error) {
      const open = findOpenTurn(transaction, lane);
      if (open !== undefined) {
        fail(transaction, open, error);
        return true;
      }
      const leased = queue.lease(transaction, lane, { owner: leaseOwner, durationMs: LEASE_DURATION_MS }, TURN_MESSAGE_LIMIT);
      const [first] = leased;
      if (first === undefined) return false;
      office.bury(
        transaction,
        leased.map(({ id }) => id),
        reasonOf(error),
      );
      office.tellPerson(transaction, { ...first, turnId: null, text: sentenceFor(error, 1) });
      return true;
    },
  };
}

function reasonOf({ code, message }: CodedError): Reason {
  return { code, message };
}

function sentenceFor({ message }: CodedError, tries: number): string {
  return tries === 1
    ? `I could not answer this. ${message} Your message is kept.`
    : `I tried ${tries} times and could not answer this. ${message} Your message is kept, and it can be tried again at any time.`;
}

/** How long the service asked to be left alone; asking sooner only makes it refuse again. */
function wishedPauseMs({ detail }: CodedError): number {
  const wished = typeof detail === 'object' && detail !== null && 'retryAfterMs' in detail ? detail.retryAfterMs : null;
  return typeof wished === 'number' && wished > 0 ? Math.min(wished, LONGEST_WISHED_PAUSE_MS) : 0;
}
