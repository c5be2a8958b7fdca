// The settings window: what the host keeps of them, and what a person does with them.
import { useQuery } from '@tanstack/react-query';
import { SettingsMissing, SettingsWindow } from '@vos/ui';
import { useStore } from 'zustand';
import { useServices } from '../desk/services.ts';

const nobody: readonly never[] = [];

export function SettingsPane() {
  const { connection, settings, permissions, conversationList, clock } = useServices();
  const { status, session } = useStore(connection.view);
  const { data, error, isFetching, refetch } = useQuery({ ...settings.query(), enabled: status.kind === 'online' });
  const usage = useQuery({ ...settings.usageQuery(), enabled: status.kind === 'online' });
  const allowed = useQuery({ ...permissions.query(), enabled: status.kind === 'online' });
  const conversations = useQuery({ ...conversationList.query(), enabled: false });
  if (data !== undefined) {
    const agents = session?.agents ?? nobody;
    return (
      <SettingsWindow
        view={data}
        usage={usage.data}
        agents={agents}
        actions={settings.actions}
        permissions={{
          view: allowed.data,
          problem: allowed.isFetching ? null : (allowed.error?.message ?? null),
          onRetry: () => void allowed.refetch(),
          agents,
          conversations: conversations.data ?? nobody,
          clock,
          asksWhenFlagged: data.settings.asksWhenFlagged,
          onAsksWhenFlagged: (asksWhenFlagged) => settings.actions.change({ asksWhenFlagged }),
          onChange: permissions.change,
          onRevoke: permissions.revoke,
        }}
      />
    );
  }
  const sentence =
    status.kind !== 'online'
      ? 'There is no connection to the host. They appear here by themselves when it is back.'
      : isFetching || error === null
        ? null
        : error.message;
  return <SettingsMissing sentence={sentence} onRetry={() => void refetch()} />;
}
