// Brings the settings into the query cache and keeps them as the host has them; carries out what a person does in their window.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { HostEvent } from '@vos/protocol';
import type { SettingsView, UsageView } from '@vos/protocol/entities';
import type { SettingsActions } from '@vos/ui';
import type { Connection } from '../connection/connection.ts';
import type { ThemeKeeper } from './theme.ts';

const KEY = ['settings'] as const;
const USAGE_KEY = ['usage'] as const;

export interface SettingsStore {
  /** For `useQuery`. */
  query(): ReturnType<typeof settingsQuery>;
  /** What models used, for `useQuery`; read anew while it is shown and more is used. */
  usageQuery(): ReturnType<typeof usageQuery>;
  readonly actions: SettingsActions;
  onEvent(event: HostEvent): void;
  /** Reads everything again: after a new connection, or when events were lost. */
  refresh(): void;
}

export function createSettings(
  queryClient: QueryClient,
  { ask, theme, copy }: { ask: Connection['ask']; theme: Pick<ThemeKeeper, 'choose'>; copy: (text: string) => Promise<void> },
): SettingsStore {
  function take(view: SettingsView): SettingsView {
    theme.choose(view.settings.appearance);
    return view;
  }
  const query = settingsQuery(async () => take(await ask('settings/read', {})));

  const usage = usageQuery(() => ask('usage/read', {}));

  return {
    query: () => query,
    usageQuery: () => usage,
    onEvent(event) {
      // A limit that was changed is part of it.
      if (event.name === 'settings/changed' || event.name === 'turn/charged')
        void queryClient.invalidateQueries({ queryKey: USAGE_KEY });
      if (event.name !== 'settings/changed') return;
      // A read under way would bring what was before this.
      void queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData(KEY, take(event.payload.view));
    },
    refresh() {
      void queryClient.invalidateQueries({ queryKey: USAGE_KEY });
      // The theme is wanted whether or not a settings window is open. A failed read is shown by whoever draws it.
      void queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
    },
    actions: {
      change: async (fields) => void (await ask('settings/change', fields)),
      addService: async (service) => (await ask('endpoint/add', service)).endpointId,
      removeService: async (endpointId) => void (await ask('endpoint/remove', { endpointId })),
      storeKey: async (endpointId, key) => void (await ask('secret/store', { endpointId, key })),
      removeKey: async (endpointId) => void (await ask('secret/remove', { endpointId })),
      listModels: async (endpointId) => (await ask('model/list', { endpointId })).models,
      chooseModel: async (endpointId, model) => void (await ask('model/choose', { endpointId, model })),
      tryModel: (endpointId, model) => ask('model/try', { endpointId, model }),
      enterPrice: async (endpointId, model, inputUsd, outputUsd) =>
        void (await ask('model/price', { endpointId, model, inputUsd, outputUsd })),
      copy,
    },
  };
}

function usageQuery(queryFn: () => Promise<UsageView>) {
  return queryOptions({ queryKey: USAGE_KEY, queryFn });
}

function settingsQuery(queryFn: () => Promise<SettingsView>) {
  return queryOptions({ queryKey: KEY, queryFn });
}
