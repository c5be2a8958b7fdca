// The conversations there are, kept as the host has them, and which one this desk shows.
import { errorBody } from '@vos/base';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { HostEvent } from '@vos/protocol';
import type { Conversation } from '@vos/protocol/entities';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Connection } from '../connection/connection.ts';
import type { Toasts } from '../desk/toasts.ts';

const KEY = ['conversations'] as const;
const ICON = 'message-circle';

export interface ConversationList {
  /** For `useQuery`. The one last written in comes first. */
  query(): ReturnType<typeof listQuery>;
  /** Null before the first connection. */
  readonly shown: Pick<StoreApi<{ readonly id: string | null }>, 'getState' | 'subscribe' | 'getInitialState'>;
  show(conversationId: string): void;
  start(): void;
  rename(conversationId: string, title: string): void;
  /** Takes it out of the list, with a way back. If it was shown, the next one is. */
  remove(conversationId: string): void;
  onEvent(event: HostEvent): void;
  /** `firstConversationId` is shown unless one that still exists already is. */
  goOnline(firstConversationId: string): void;
  refresh(): void;
}

export function createConversationList({
  queryClient,
  ask,
  toasts,
}: {
  queryClient: QueryClient;
  ask: Connection['ask'];
  toasts: Pick<Toasts, 'show'>;
}): ConversationList {
  const shown = createStore<{ readonly id: string | null }>(() => ({ id: null }));
  const query = listQuery(async () => (await ask('conversation/list', {})).conversations);
  const read = (): Promise<readonly Conversation[]> => queryClient.fetchQuery({ ...query, staleTime: 0 });
  const show = (id: string): void => shown.setState({ id });

  function change(work: (known: readonly Conversation[]) => readonly Conversation[]): void {
    queryClient.setQueryData<readonly Conversation[]>(KEY, (known) => known && work(known));
  }
  /** Says in a toast why something was not done. */
  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toasts.show({ icon: ICON, title: what, line: errorBody(error).message });
    }
  }
  async function start(): Promise<void> {
    show((await ask('conversation/start', {})).conversation.id);
  }
  /** After the shown one went: the latest of the others, or a new one. */
  async function showNext(): Promise<void> {
    const next = (await read())[0];
    if (next === undefined) await start();
    else show(next.id);
  }

  return {
    query: () => query,
    shown,
    show,
    start: () => void attempt('No conversation was started', start),
    rename: (conversationId, title) =>
      void attempt(
        'The conversation was not renamed',
        async () => void (await ask('conversation/rename', { conversationId, title })),
      ),
    remove(conversationId) {
      const title = queryClient.getQueryData<readonly Conversation[]>(KEY)?.find(({ id }) => id === conversationId)?.title ?? '';
      void attempt('The conversation was not removed', async () => {
        const { changeSetId } = await ask('conversation/remove', { conversationId });
        const dismiss = toasts.show({
          icon: ICON,
          title: 'Conversation removed',
          line: title,
          action: {
            label: 'Undo',
            run() {
              dismiss();
              void attempt('The conversation was not brought back', async () => {
                await ask('change/undo', { changeSetId });
                show(conversationId);
              });
            },
          },
        });
      });
    },
    onEvent(event) {
      if (event.name === 'conversation/changed') {
        const { conversation } = event.payload;
        // A removed one may still be written in; it is not in the list, and stays out of it unless it is new.
        change((known) => {
          const isKnown = known.some(({ id }) => id === conversation.id);
          const isNew = conversation.createdAt === conversation.updatedAt;
          if (!isKnown && !isNew) return known;
          const all = [conversation, ...known.filter(({ id }) => id !== conversation.id)];
          return all.toSorted((left, right) => right.updatedAt.localeCompare(left.updatedAt) || right.id.localeCompare(left.id));
        });
      } else if (event.name === 'conversation/removed') {
        change((known) => known.filter(({ id }) => id !== event.payload.id));
        if (shown.getState().id === event.payload.id) void attempt('The next conversation was not found', showNext);
      } else if (event.name === 'conversation/restored') {
        void read().catch(() => undefined);
      }
    },
    goOnline(firstConversationId) {
      if (shown.getState().id === null) show(firstConversationId);
      void read()
        .then((conversations) => {
          if (!conversations.some(({ id }) => id === shown.getState().id)) show(firstConversationId);
        })
        .catch(() => undefined);
    },
    refresh: () => void read().catch(() => undefined),
  };
}

function listQuery(queryFn: () => Promise<readonly Conversation[]>) {
  return queryOptions({ queryKey: KEY, queryFn });
}
