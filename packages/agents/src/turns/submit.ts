// The way in: what a person wrote becomes a message of the conversation and work for the primary agent, in one commit.
import { CodedError, type Ids } from '@vos/base';
import { changeSets, queue, type Transaction } from '@vos/ledger';
import type { Message } from '@vos/protocol/entities';
import { addMessage, readConversation, readMessage } from '@vos/records';
import { PRIMARY_AGENT_ID } from '../sdk/agent.ts';
import { openTrace } from './traces.ts';

export interface Submission {
  /** Chosen by the client; the same id and text again is the same message. */
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
  readonly timeZone: string;
}

/** The primary agent's lane must be woken in the same commit, when `isNew`. Throws `conversation-unknown`, or `message-conflict` when the id was used for another text. `isNew` is false for a repetition. */
export function submitUserMessage(
  transaction: Transaction,
  ids: Ids,
  submission: Submission,
): { readonly message: Message; readonly isNew: boolean } {
  const { id, conversationId, text, timeZone } = submission;
  const known = readMessage(transaction, id);
  if (known !== undefined) {
    if (known.text === text && known.conversationId === conversationId && known.author.kind === 'user')
      return { message: known, isNew: false };
    throw new CodedError(
      'message-conflict',
      'Another message was already sent under this id. Nothing was changed; send it again as a new message.',
    );
  }
  if (readConversation(transaction, conversationId) === undefined) {
    throw new CodedError('conversation-unknown', 'This conversation does not exist any more. Nothing was sent.');
  }
  const traceId = ids.next('trace');
  openTrace(transaction, traceId, conversationId);
  const message = addMessage(transaction, changeSets.begin(transaction, { actor: 'user', cause: 'message/send' }), {
    id,
    conversationId,
    author: { kind: 'user' },
    text,
    sentAt: transaction.at,
    traceId,
    turnId: null,
  });
  queue.send(transaction, {
    id: ids.next('queued'),
    idempotencyKey: id,
    type: 'user_message',
    payload: { message_id: id, content: text, content_type: 'text', user_timezone: timeZone },
    traceId,
    agentId: PRIMARY_AGENT_ID,
    conversationId,
  });
  return { message, isNew: true };
}
