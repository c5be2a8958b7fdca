// Opening a window on the host, reading and sending messages. Thin: parsing is behind, rules are in the services called here.
import {
  type Agent,
  type AgentRuntime,
  approvalsOf,
  PRIMARY_AGENT_ID,
  readActivities,
  readToolCalls,
  shownApproval,
  submitUserMessage,
  type UncertainEffects,
} from '@vos/agents';
import { CodedError, type Ids, must } from '@vos/base';
import { type ChangeSet, changeSets, type Ledger, type Reader, readRecord, type Transaction } from '@vos/ledger';
import { PROTOCOL_VERSION } from '@vos/protocol';
import type { Conversation, Message } from '@vos/protocol/entities';
import {
  conversationKind,
  conversationRemovalKind,
  latestConversation,
  listConversations,
  readConversation,
  readMessages,
  readSpendings,
  startConversation,
} from '@vos/records';
import type { StreamedReplies } from '../streamed-replies.ts';
import type { HandlersFor } from './handlers.ts';

export interface ConversationHandlerOptions {
  readonly ledger: Ledger;
  readonly ids: Ids;
  readonly agents: readonly Agent[];
  readonly runtime: AgentRuntime;
  /** What answers now. */
  readonly currentModel: () => { readonly label: string; readonly description: string };
  readonly streamedReplies: StreamedReplies;
  readonly uncertainEffects: UncertainEffects;
  readonly appVersion: string;
  readonly hostStartId: string;
  /** The number of the last event. */
  readonly seq: () => number;
  /** What does not work right now. */
  readonly notices: () => readonly string[];
  readonly onMessageAdded: (message: Message) => void;
}

export function createConversationHandlers(
  options: ConversationHandlerOptions,
): HandlersFor<'session' | 'conversation' | 'message'> {
  const {
    ledger,
    ids,
    agents,
    runtime,
    currentModel,
    streamedReplies,
    uncertainEffects,
    appVersion,
    hostStartId,
    seq,
    notices,
    onMessageAdded,
  } = options;

  async function change<Value>(cause: string, work: (transaction: Transaction, changes: ChangeSet) => Value): Promise<Value> {
    return await ledger.commit((transaction) => work(transaction, changeSets.begin(transaction, { actor: 'user', cause })));
  }

  /** The conversation written in last; the first one is started here. */
  async function currentConversationId(): Promise<string> {
    return await change(
      'session/open',
      (transaction, changes) =>
        (latestConversation(transaction) ?? startConversation(transaction, changes, ids.next('conversation'))).id,
    );
  }

  function known(reader: Reader, id: string): Conversation {
    const conversation = readConversation(reader, id);
    if (conversation === undefined) throw new CodedError('conversation-unknown', 'This conversation does not exist any more.');
    return conversation;
  }

  return {
    async 'session/open'({ protocolVersion }) {
      if (protocolVersion !== PROTOCOL_VERSION) {
        throw new CodedError('version-mismatch', 'This window is of another version than its host. Reload it.');
      }
      const conversationId = latestConversation(ledger.read)?.id ?? (await currentConversationId());
      const { label, description } = currentModel();
      return {
        hostStartId,
        seq: seq(),
        appVersion,
        agents: agents.map(({ id, name, icon, purpose, suggestions }) => ({
          id,
          name,
          icon,
          purpose,
          suggestions: [...suggestions],
        })),
        model: { label, description },
        notices: [...notices()],
        conversationId,
      };
    },

    'conversation/read'({ conversationId, beforeMessageId, limit }) {
      const conversation = known(ledger.read, conversationId);
      const { messages, hasEarlier } = readMessages(ledger.read, { conversationId, beforeMessageId, limit });
      const traceIds = [...new Set(messages.map(({ traceId }) => traceId))];
      return {
        conversation,
        messages: [...messages],
        toolCalls: [...readToolCalls(ledger.read, traceIds)],
        approvals: approvalsOf(ledger.read, traceIds).map(shownApproval),
        uncertainEffects: [...uncertainEffects.of(ledger.read, traceIds)],
        spendings: [...readSpendings(ledger.read, traceIds)],
        hasEarlier,
        activities: [...readActivities(ledger.read, conversationId)],
        streamedReplies: [...streamedReplies.of(conversationId)],
      };
    },

    'conversation/list': ({ limit }) => ({ conversations: [...listConversations(ledger.read, limit)] }),
    async 'conversation/start'() {
      return await change('conversation/start', (transaction, changes) => ({
        conversation: startConversation(transaction, changes, ids.next('conversation')),
      }));
    },
    async 'conversation/rename'({ conversationId, title }) {
      return await change('conversation/rename', (transaction, changes) => {
        const conversation = { ...known(transaction, conversationId), title };
        changes.put(conversationKind, conversation);
        return { conversation };
      });
    },
    async 'conversation/remove'({ conversationId }) {
      return await change('conversation/remove', (transaction, changes) => {
        known(transaction, conversationId);
        if (readRecord(transaction, conversationRemovalKind, conversationId) !== undefined) {
          throw new CodedError('conversation-unknown', 'This conversation was already removed.');
        }
        changes.put(conversationRemovalKind, { id: conversationId, removedAt: transaction.at });
        return { changeSetId: must(changes.id, 'a removal is a change') };
      });
    },

    async 'message/send'(params) {
      return await ledger.commit((transaction) => {
        const { message, isNew } = submitUserMessage(transaction, ids, params);
        if (isNew) {
          transaction.afterCommit(() => onMessageAdded(message));
          runtime.wake({ agentId: PRIMARY_AGENT_ID, conversationId: params.conversationId });
        }
        return { message };
      });
    },
  };
}
