// The conversations of a host in memory: listed, started, renamed, removed and brought back, with news of it.
import { type Clock, CodedError, type Ids, isoInstant } from '@vos/base';
import type { Handlers, Server } from '@vos/protocol';
import type { Conversation } from '@vos/protocol/entities';

export interface FakeConversations {
  readonly handlers: Pick<Handlers, 'conversation/list' | 'conversation/start' | 'conversation/rename' | 'conversation/remove'>;
  /** The one that is shown first. */
  readonly first: Conversation;
  /** Adds one that was last written in at that instant. */
  add(title: string, updatedAt: string): Conversation;
  rename(id: string, title: string): Conversation;
  /** Throws what the host answers for one that is not known. */
  known(id: string): Conversation;
  /** Takes back a removal; whether the change was one. */
  undo(changeSetId: number): boolean;
}

/** Changes of other records have the numbers below. */
const FIRST_CHANGE_SET_ID = 1_000_001;

export function createFakeConversations(clock: Clock, ids: Ids, publish: () => Server['publish']): FakeConversations {
  const kept = new Map<string, Conversation>();
  const removed: Conversation[] = [];

  function add(title: string, updatedAt: string): Conversation {
    const conversation = { id: ids.next('conversation'), title, createdAt: updatedAt, updatedAt };
    kept.set(conversation.id, conversation);
    return conversation;
  }
  function tell(conversation: Conversation): { conversation: Conversation } {
    publish()('conversation/changed', conversation.id, { conversation });
    return { conversation };
  }
  function known(id: string): Conversation {
    const conversation = kept.get(id);
    if (conversation === undefined) throw new CodedError('conversation-unknown', 'There is no such conversation.');
    return conversation;
  }

  function rename(id: string, title: string): Conversation {
    const conversation = { ...known(id), title };
    kept.set(id, conversation);
    return conversation;
  }

  const first = add('Chat', isoInstant(clock.now()));
  return {
    first,
    add,
    rename,
    known,
    undo(changeSetId) {
      const conversation = removed[changeSetId - FIRST_CHANGE_SET_ID];
      if (conversation === undefined) return false;
      kept.set(conversation.id, conversation);
      publish()('conversation/restored', conversation.id, { id: conversation.id });
      return true;
    },
    handlers: {
      'conversation/list': () => ({
        conversations: [...kept.values()].toSorted((left, right) => right.updatedAt.localeCompare(left.updatedAt)),
      }),
      'conversation/start': () => tell(add('New conversation', isoInstant(clock.now()))),
      'conversation/rename': ({ conversationId, title }) => tell(rename(conversationId, title)),
      'conversation/remove'({ conversationId }) {
        removed.push(known(conversationId));
        kept.delete(conversationId);
        publish()('conversation/removed', conversationId, { id: conversationId });
        return { changeSetId: FIRST_CHANGE_SET_ID + removed.length - 1 };
      },
    },
  };
}
