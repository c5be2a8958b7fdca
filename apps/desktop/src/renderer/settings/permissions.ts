// Brings what agents may do by themselves into the query cache, and carries out what a person changes of it.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { errorBody } from '@vos/base';
import type { HostEvent } from '@vos/protocol';
import type { DecidedEffectClass, Permission, PermissionsView } from '@vos/protocol/entities';
import type { Connection } from '../connection/connection.ts';
import type { Toasts } from '../desk/toasts.ts';

const KEY = ['permissions'] as const;
const ICON = 'shield';

export interface PermissionStore {
  /** For `useQuery`; read anew when a decision is made while it is shown. */
  query(): ReturnType<typeof permissionsQuery>;
  change(effect: DecidedEffectClass, permission: Permission): Promise<void>;
  /** Takes a decision back, with a way to make it hold again. */
  revoke(ruleId: string, words: string): Promise<void>;
  onEvent(event: HostEvent): void;
  refresh(): void;
}

export function createPermissionStore({
  queryClient,
  ask,
  toasts,
}: {
  queryClient: QueryClient;
  ask: Connection['ask'];
  toasts: Pick<Toasts, 'show'>;
}): PermissionStore {
  const query = permissionsQuery(() => ask('permission/read', {}));
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: KEY });

  async function undo(changeSetId: number): Promise<void> {
    try {
      await ask('change/undo', { changeSetId });
    } catch (error) {
      toasts.show({ icon: ICON, title: 'The decision does not hold again', line: errorBody(error).message });
    }
  }

  return {
    query: () => query,
    refresh,
    async change(effect, permission) {
      const { view } = await ask('permission/change', { effect, permission });
      // A read under way would bring what was before this.
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData(KEY, view);
    },
    async revoke(ruleId, words) {
      const { changeSetId } = await ask('permission/revoke', { id: ruleId });
      const dismiss = toasts.show({
        icon: ICON,
        title: 'Decision taken back',
        line: words,
        action: {
          label: 'Undo',
          run() {
            dismiss();
            void undo(changeSetId);
          },
        },
      });
    },
    onEvent({ name }) {
      if (name === 'permission/changed') refresh();
    },
  };
}

function permissionsQuery(queryFn: () => Promise<PermissionsView>) {
  return queryOptions({ queryKey: KEY, queryFn });
}
