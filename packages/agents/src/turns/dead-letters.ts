// Requests that were set aside: how the person hears of them, and how one is tried again.
import { type Ids, isoInstant } from '@vos/base';
import { changeSets, type DeadLetter, deadLetters, type Lane, queue, type Reason, type Transaction } from '@vos/ledger';
import type { Message } from '@vos/protocol/entities';
import { addMessage, readConversation, readMessages } from '@vos/records';
import type { Agent } from '../sdk/agent.ts';
import { NOTICE_LIMIT } from './limits.ts';
import { findTrace, openTrace, reopenTrace } from './traces.ts';

/** Told what happened, each only once it is on disk. */
export interface DeadLetterListener {
  messageAdded(message: Message): void;
  letterAdded(letter: DeadLetter): void;
}

export interface DeadLetterOffice {
  /** They failed for good. */
  bury(transaction: Transaction, ids: readonly string[], reason: Reason): void;
  /** They cannot be handled by anybody, whatever is tried: the rest of the lane goes on, and the person hears of it. */
  setAside(transaction: Transaction, lane: Lane, unreadable: readonly Unreadable[]): void;
  /** A sentence of VOS itself in a conversation. Nothing happens where there is no such conversation. */
  tellPerson(transaction: Transaction, notice: Notice): void;
}

export interface Unreadable {
  readonly id: string;
  readonly traceId: string;
  readonly reason: Reason;
}

export interface Notice {
  readonly conversationId: string;
  readonly traceId: string;
  readonly turnId: string | null;
  readonly text: string;
}

export interface DeadLetterOfficeOptions {
  readonly ids: Ids;
  readonly agents: readonly Agent[];
  readonly listener: DeadLetterListener;
}

/**
 * Hands a dead letter out again as the message it was, with all its attempts before it, and its request's limits too. The lane it returns
 * must be woken in the same commit. Throws `dead-letter-unknown`.
 */
export function retryDeadLetter(transaction: Transaction, id: string): Lane {
  const traceId = deadLetters.find(transaction, id)?.traceId;
  if (traceId !== undefined) reopenTrace(transaction, traceId);
  return deadLetters.retry(transaction, id);
}

export function createDeadLetterOffice({ ids, agents, listener }: DeadLetterOfficeOptions): DeadLetterOffice {
  function announce(transaction: Transaction, messageIds: readonly string[]): void {
    for (const id of messageIds) {
      const letter = deadLetters.find(transaction, id);
      if (letter !== undefined) transaction.afterCommit(() => listener.letterAdded(letter));
    }
  }

  function tellPerson(transaction: Transaction, { conversationId, traceId, turnId, text }: Notice): void {
    if (readConversation(transaction, conversationId) === undefined) return;
    const message = addMessage(
      transaction,
      changeSets.begin(transaction, { actor: 'system', cause: turnId ?? 'queue/set-aside' }),
      {
        id: ids.next('msg'),
        conversationId,
        author: { kind: 'system' },
        text,
        sentAt: transaction.at,
        traceId: knownTrace(transaction, traceId, conversationId),
        turnId,
      },
    );
    transaction.afterCommit(() => listener.messageAdded(message));
  }

  /** The request itself, or a new one for a sentence about a message that belongs to none. */
  function knownTrace(transaction: Transaction, traceId: string, conversationId: string): string {
    if (findTrace(transaction, traceId) !== undefined) return traceId;
    const opened = ids.next('trace');
    openTrace(transaction, opened, conversationId);
    return opened;
  }

  return {
    bury(transaction, messageIds, reason) {
      queue.bury(transaction, messageIds, reason);
      announce(transaction, messageIds);
    },

    setAside(transaction, { agentId, conversationId }, unreadable) {
      const [first] = unreadable;
      if (first === undefined) return;
      for (const { id, reason } of unreadable) queue.setAside(transaction, id, reason);
      announce(
        transaction,
        unreadable.map(({ id }) => id),
      );
      if (countRecentNotices(transaction, conversationId) >= NOTICE_LIMIT) return;
      const agent = agents.find(({ id }) => id === agentId);
      const receiver = agent === undefined ? `an agent called “${agentId}”` : `the ${agent.name.toLowerCase()}`;
      const text =
        unreadable.length === 1
          ? `A message to ${receiver} could not be handled and was set aside. It is kept with the reason, and everything else goes on.`
          : `${unreadable.length} messages to ${receiver} could not be handled and were set aside. They are kept with the reasons, and everything else goes on.`;
      tellPerson(transaction, { conversationId, traceId: first.traceId, turnId: null, text });
    },

    tellPerson,
  };
}

/** Sentences of VOS itself that belong to no turn, within the last minute. */
function countRecentNotices(transaction: Transaction, conversationId: string): number {
  const since = isoInstant(transaction.atMs - 60_000);
  return readMessages(transaction, { conversationId, limit: 20 }).messages.filter(
    ({ author, turnId, sentAt }) => author.kind === 'system' && turnId === null && sentAt > since,
  ).length;
}
