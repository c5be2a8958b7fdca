// Brings conversations into the query cache: reads them, and lets every event fill what was read. Nothing here polls.
import type { HostEvent } from '@vos/protocol';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Message } from '@vos/protocol/entities';
import type { Connection } from '../connection/connection.ts';
import {
  addMessage,
  applyEvent,
  type ConversationState,
  conversationOf,
  mergeNewest,
  withEarlier,
} from './conversation-state.ts';

/** Messages a page. Two screens of a tall window; a host answers it in a few milliseconds. */
const PAGE_SIZE = 50;

export interface Conversations {
  /** The query of one conversation, for `useQuery`. */
  query(conversationId: string): ReturnType<typeof conversationQuery>;
  /** What was read of one; undefined before. */
  known(conversationId: string): ConversationState | undefined;
  onEvent(event: HostEvent): void;
  /** Learns of a message from the answer to a command; its event may come before or after. */
  onMessage(message: Message): void;
  /** Makes everything that was read be read again. */
  refresh(): void;
  /** Puts the page before the oldest known message in front. Rejects as `ask` does. */
  loadEarlier(conversationId: string): Promise<void>;
}

export function createConversations(queryClient: QueryClient, ask: Connection['ask']): Conversations {
  /** Events that came while a read was under way: the answer may be older than they are, so they are applied to it again. */
  const duringReads = new Set<{ readonly conversationId: string; readonly events: HostEvent[] }>();

  async function read(conversationId: string): Promise<ConversationState> {
    const during = { conversationId, events: [] as HostEvent[] };
    duringReads.add(during);
    try {
      const fresh = await ask('conversation/read', { conversationId, limit: PAGE_SIZE });
      const known = queryClient.getQueryData<ConversationState>(keyOf(conversationId));
      return during.events.reduce(applyEvent, mergeNewest(known, fresh));
    } finally {
      duringReads.delete(during);
    }
  }

  return {
    query: (conversationId) => conversationQuery(conversationId, () => read(conversationId)),
    known: (conversationId) => queryClient.getQueryData<ConversationState>(keyOf(conversationId)),
    onEvent(event) {
      const conversationId = conversationOf(event);
      // It names no conversation: whoever holds the effect drops it.
      if (event.name === 'effect/settled') {
        for (const { events } of duringReads) events.push(event);
        queryClient.setQueriesData<ConversationState>(
          { queryKey: ['conversation'] },
          (state) => state && applyEvent(state, event),
        );
      }
      if (conversationId === undefined) return;
      for (const during of duringReads) {
        if (during.conversationId === conversationId) during.events.push(event);
      }
      queryClient.setQueryData<ConversationState>(keyOf(conversationId), (state) => state && applyEvent(state, event));
    },
    onMessage(message) {
      queryClient.setQueryData<ConversationState>(keyOf(message.conversationId), (state) => state && addMessage(state, message));
    },
    refresh() {
      void queryClient.invalidateQueries({ queryKey: ['conversation'] });
    },
    async loadEarlier(conversationId) {
      const key = keyOf(conversationId);
      const beforeMessageId = queryClient.getQueryData<ConversationState>(key)?.messages[0]?.id;
      if (beforeMessageId === undefined) return;
      const page = await ask('conversation/read', { conversationId, beforeMessageId, limit: PAGE_SIZE });
      queryClient.setQueryData<ConversationState>(key, (state) =>
        // A refresh in the meantime may have dropped the messages this page joins on to.
        state?.messages[0]?.id === beforeMessageId ? withEarlier(state, page) : state,
      );
    },
  };
}

function keyOf(conversationId: string): readonly ['conversation', string] {
  return ['conversation', conversationId];
}

function conversationQuery(conversationId: string, queryFn: () => Promise<ConversationState>) {
  return queryOptions({ queryKey: keyOf(conversationId), queryFn });
}

/** Options under which the cache changes only by what the host says, also on a machine without a network. */
export const hostDrivenQueries = {
  networkMode: 'always',
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  structuralSharing: false,
} as const;
