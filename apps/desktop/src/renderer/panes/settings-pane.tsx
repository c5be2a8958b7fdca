// The settings window: what the host keeps of them, and what a person does with them.
import { useQuery } from '@tanstack/react-query';
import { SettingsMissing, SettingsWindow } from '@vos/ui';
import { useStore } from 'zustand';
import { useServices } from '../desk/services.ts';

const nobody: readonly never[] = [];

export function SettingsPane() {
  const { connection, settings } = useServices();
  const { status, session } = useStore(connection.view);
  const { data, error, isFetching, refetch } = useQuery({ ...settings.query(), enabled: status.kind === 'online' });
  const usage = useQuery({ ...settings.usageQuery(), enabled: status.kind === 'online' });
  if (data !== undefined) {
    return <SettingsWindow view={data} usage={usage.data} agents={session?.agents ?? nobody} actions={settings.actions} />;
  }
  const sentence =
    status.kind !== 'online'
      ? 'There is no connection to the host. They appear here by themselves when it is back.'
      : isFetching || error === null
        ? null
        : error.message;
  return <SettingsMissing sentence={sentence} onRetry={() => void refetch()} />;
}
