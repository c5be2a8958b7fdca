// The person stops a request: nothing more is begun for it, what is under way is cut off, and what was done or written is kept.
import { CodedError, type Ids } from '@vos/base';
import { changeSets, type Lane, type Transaction } from '@vos/ledger';
import type { Activity, Message } from '@vos/protocol/entities';
import { addMessage } from '@vos/records';
import type { Permissions } from '../permissions/permissions.ts';
import type { Agent } from '../sdk/agent.ts';
import { keptSentence } from './early-end.ts';
import { endTrace, findTrace } from './traces.ts';
import type { TurnRunner } from './turn-runner.ts';
import { endRetries } from './turn-store.ts';

export interface StopRequestOptions {
  readonly ids: Ids;
  readonly permissions: Permissions;
  readonly runner: Pick<TurnRunner, 'stop' | 'writtenSoFar'>;
  readonly agents: readonly Agent[];
  /** Both are told once it is on disk. */
  readonly onMessageAdded: (message: Message) => void;
  readonly onAgentChanged: (activity: Activity) => void;
}

export interface StoppedRequest {
  /** False where the request was over already; then nothing was changed. */
  readonly isStopped: boolean;
  readonly conversationId: string;
  /** Must be woken in the same commit, so that what is queued for the request is cleared away. */
  readonly lanes: readonly Lane[];
}

/** Throws `request-unknown`. What is under way is cut off once the end of the request is on disk. */
export function stopRequest(
  transaction: Transaction,
  traceId: string,
  { ids, permissions, runner, agents, onMessageAdded, onAgentChanged }: StopRequestOptions,
): StoppedRequest {
  const trace = findTrace(transaction, traceId);
  if (trace === undefined) throw new CodedError('request-unknown', 'There is no such request. Nothing was changed.');
  const { conversationId, endedReason } = trace;
  const lanes = transaction.all<Lane>(
    `SELECT DISTINCT agent_id AS agentId, conversation_id AS conversationId FROM queue
     WHERE conversation_id = ? AND trace_id = ? AND state IN ('waiting', 'leased')`,
    [conversationId, traceId],
  );
  const isWaiting =
    transaction.get(`SELECT 1 FROM approvals WHERE trace_id = ? AND state = 'waiting' LIMIT 1`, [traceId]) !== undefined;
  if (endedReason !== null || (lanes.length === 0 && !isWaiting)) return { isStopped: false, conversationId, lanes: [] };

  endTrace(transaction, traceId, 'You stopped this request.', 'person');
  permissions.withdraw(transaction, traceId);
  for (const activity of endRetries(transaction, traceId, conversationId))
    transaction.afterCommit(() => onAgentChanged(activity));
  const written = runner.writtenSoFar(traceId);
  const changes = changeSets.begin(transaction, { actor: 'user', cause: 'request/stop' });
  function say(author: Message['author'], text: string, turnId: string | null): void {
    const id = ids.next('msg');
    const message = addMessage(transaction, changes, {
      id,
      conversationId,
      author,
      text,
      sentAt: transaction.at,
      traceId,
      turnId,
    });
    transaction.afterCommit(() => onMessageAdded(message));
  }
  if (written !== undefined) say({ kind: 'agent', agentId: written.agentId }, written.text, written.turnId);
  const where = written === undefined ? 'Stopped.' : 'Stopped in the middle of the answer.';
  say({ kind: 'system' }, `${where} ${keptSentence(transaction, traceId, agents)}`, null);
  transaction.afterCommit(() => runner.stop(traceId));
  return { isStopped: true, conversationId, lanes };
}
