// What waits for the person in all conversations, and what they do about it.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { HostEvent } from '@vos/protocol';
import type { CallActions } from '@vos/ui';
import type { Connection } from '../connection/connection.ts';

const KEY = ['waiting'] as const;

/** A tool call that waits: for permission, or to be told what became of it. */
export interface WaitingCall {
  readonly id: string;
  readonly conversationId: string;
}

export interface Decisions {
  /** For `useQuery`. */
  query(): ReturnType<typeof waitingQuery>;
  readonly actions: CallActions;
  onEvent(event: HostEvent): void;
  /** Reads everything again: after a new connection, or when events were lost. */
  refresh(): void;
}

export function createDecisions({ queryClient, ask }: { queryClient: QueryClient; ask: Connection['ask'] }): Decisions {
  const query = waitingQuery(async () => {
    const [{ approvals }, { effects }] = await Promise.all([ask('approval/list', {}), ask('effect/list', {})]);
    return [...approvals, ...effects].map(({ id, conversationId }) => ({ id, conversationId }));
  });
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: KEY });

  return {
    query: () => query,
    refresh,
    onEvent({ name }) {
      switch (name) {
        case 'approval/asked':
        case 'approval/decided':
        case 'effect/uncertain':
        case 'effect/settled':
          refresh();
          break;
        default:
      }
    },
    actions: {
      decide: async (id, decision, scope) => void (await ask('approval/decide', { id, decision, scope })),
      check: async (id) => (await ask('effect/check', { id })).text,
      settle: async (id, outcome) => void (await ask('effect/settle', { id, outcome })),
    },
  };
}

function waitingQuery(queryFn: () => Promise<readonly WaitingCall[]>) {
  return queryOptions({ queryKey: KEY, queryFn });
}
