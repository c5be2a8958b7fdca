// The person's side of requests that could not be answered.
import { type AgentRuntime, retryDeadLetter } from '@vos/agents';
import { must } from '@vos/base';
import { changeSets, type DeadLetter, deadLetters, type Ledger } from '@vos/ledger';
import { DEAD_LETTER_EXCERPT_LIMIT, type DeadLetter as ShownLetter } from '@vos/protocol/entities';
import type { Server } from '@vos/protocol';
import type { HandlersFor } from './handlers.ts';

export interface DeadLetterHandlerOptions {
  readonly ledger: Ledger;
  readonly runtime: AgentRuntime;
  readonly publish: Server['publish'];
}

export function createDeadLetterHandlers({ ledger, runtime, publish }: DeadLetterHandlerOptions): HandlersFor<'dead-letter'> {
  return {
    'dead-letter/list': ({ limit }) => ({
      letters: deadLetters.list(ledger.read, limit).map(shownLetter),
      total: deadLetters.count(ledger.read),
    }),
    async 'dead-letter/retry'({ id }) {
      await ledger.commit((transaction) => {
        const lane = retryDeadLetter(transaction, id);
        transaction.afterCommit(() => publish('dead-letter/retried', id, { id }));
        runtime.wake(lane);
      });
      return {};
    },
    async 'dead-letter/drop'({ id }) {
      return await ledger.commit((transaction) => {
        const changes = changeSets.begin(transaction, { actor: 'user', cause: 'dead-letter/drop' });
        deadLetters.drop(transaction, changes, id);
        return { changeSetId: must(changes.id, 'dropping is a change') };
      });
    },
    async 'dead-letter/drop-all'() {
      return await ledger.commit((transaction) => {
        const changes = changeSets.begin(transaction, { actor: 'user', cause: 'dead-letter/drop-all' });
        const count = deadLetters.dropAll(transaction, changes);
        return { changeSetId: must(changes.id, 'dropping is a change'), count };
      });
    },
  };
}

/** A dead letter as a desk is shown it. */
export function shownLetter({ payload, endedAt, ...letter }: DeadLetter): ShownLetter {
  const { id, kind, reason, type, agentId, conversationId, traceId, attempts, sentAt } = letter;
  const excerpt = excerptOf(payload);
  return { id, kind, reason, type, agentId, conversationId, traceId, excerpt, attempts, sentAt, setAsideAt: endedAt };
}

/** The beginning of the words in a payload, where it has any. */
function excerptOf(payload: string): string | null {
  try {
    const parsed: unknown = JSON.parse(payload);
    const content = typeof parsed === 'object' && parsed !== null && 'content' in parsed ? parsed.content : undefined;
    if (typeof content !== 'string') return null;
    // Half of a character that takes two units would be shown as a box.
    return content.slice(0, DEAD_LETTER_EXCERPT_LIMIT).replace(/[\uD800-\uDBFF]$/, '');
  } catch {
    return null;
  }
}
