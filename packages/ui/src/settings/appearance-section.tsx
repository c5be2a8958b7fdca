// How the desk looks and in which units it speaks. Both hold at once, in every window of every desk.
import type { Appearance, Settings } from '@vos/protocol/entities';
import { Segmented } from './segmented.tsx';
import type { SettingsActions } from './settings-actions.ts';
import { useAction } from './use-action.ts';

const appearances: readonly { readonly value: Appearance; readonly title: string }[] = [
  { value: 'system', title: 'System' },
  { value: 'dark', title: 'Dark' },
  { value: 'light', title: 'Light' },
  { value: 'contrast', title: 'High contrast' },
];

const units: readonly { readonly value: Settings['units']; readonly title: string }[] = [
  { value: 'automatic', title: 'Automatic' },
  { value: 'metric', title: 'Metric' },
  { value: 'imperial', title: 'Imperial' },
];

export interface AppearanceSectionProps {
  readonly settings: Settings;
  readonly actions: Pick<SettingsActions, 'change'>;
}

export function AppearanceSection({ settings, actions }: AppearanceSectionProps) {
  const { problem, run } = useAction();
  return (
    <>
      <header className="settings-head">
        <div>
          <h3>Appearance and units</h3>
          <p>Changes apply at once, in every window of the desk.</p>
        </div>
      </header>
      <div className="group">
        <div className="setting">
          <div>
            <b>Appearance</b>
            <p>System follows what this computer asks for, by day, by night and for more contrast.</p>
          </div>
          <Segmented
            label="Appearance"
            options={appearances}
            value={settings.appearance}
            onChange={(appearance) => void run(() => actions.change({ appearance }))}
          />
        </div>
        <div className="setting">
          <div>
            <b>Weather units</b>
            <p>Automatic goes by your time zone: imperial in the United States, metric everywhere else.</p>
          </div>
          <Segmented
            label="Weather units"
            options={units}
            value={settings.units}
            onChange={(choice) => void run(() => actions.change({ units: choice }))}
          />
        </div>
      </div>
      {problem !== null && (
        <p className="settings-problem" role="alert">
          {problem.sentence}
        </p>
      )}
    </>
  );
}
