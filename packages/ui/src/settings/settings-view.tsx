// The settings window's contents: sections at the left, the chosen one beside them. Props in, callbacks out; it knows no host.
import type { AgentDescription, SettingsView, UsageView } from '@vos/protocol/entities';
import { Coins, Eye, HardDrive, KeyRound, type LucideIcon, Shield } from 'lucide-react';
import { useState } from 'react';
import { AppearanceSection } from './appearance-section.tsx';
import { CostsSection } from './costs-section.tsx';
import { DataSection } from './data-section.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { BrokenSettingsArt } from './settings-art.tsx';
import { ModelsSection } from './models-section.tsx';
import { type PermissionsProps, PermissionsSection } from './permissions-section.tsx';
import type { SettingsActions } from './settings-actions.ts';

type SectionId = 'models' | 'costs' | 'permissions' | 'appearance' | 'data';

const sections: readonly { readonly id: SectionId; readonly title: string; readonly icon: LucideIcon }[] = [
  { id: 'models', title: 'Models and keys', icon: KeyRound },
  { id: 'costs', title: 'Costs', icon: Coins },
  { id: 'permissions', title: 'Permissions', icon: Shield },
  { id: 'appearance', title: 'Appearance and units', icon: Eye },
  { id: 'data', title: 'Data folder', icon: HardDrive },
];

export interface SettingsWindowProps {
  readonly view: SettingsView;
  /** Undefined until it has come. */
  readonly usage: UsageView | undefined;
  readonly agents: readonly Pick<AgentDescription, 'id' | 'name'>[];
  readonly actions: SettingsActions;
  readonly permissions: PermissionsProps;
}

export function SettingsWindow({ view, usage, agents, actions, permissions }: SettingsWindowProps) {
  const [current, setCurrent] = useState<SectionId>('models');
  return (
    <div className="settings">
      <div className="settings-layout">
        <nav className="settings-nav" aria-label="Settings">
          {sections.map(({ id, title, icon: Icon }) => (
            <button
              type="button"
              key={id}
              className={`nav-item${id === current ? ' is-on' : ''}`}
              aria-current={id === current ? 'page' : undefined}
              onClick={() => setCurrent(id)}
            >
              <Icon className="icon" />
              {title}
            </button>
          ))}
        </nav>
        {/* It can be focused because a scrolled region must be reachable by keyboard. */}
        <div
          className="settings-page"
          role="region"
          aria-label={sections.find(({ id }) => id === current)?.title}
          tabIndex={0}
          key={current}
        >
          {current === 'models' && <ModelsSection view={view} actions={actions} />}
          {current === 'costs' && <CostsSection settings={view.settings} usage={usage} agents={agents} actions={actions} />}
          {current === 'permissions' && <PermissionsSection {...permissions} />}
          {current === 'appearance' && <AppearanceSection settings={view.settings} actions={actions} />}
          {current === 'data' && <DataSection dataFolder={view.dataFolder} onCopy={actions.copy} />}
        </div>
      </div>
    </div>
  );
}

/** In place of the settings while there are none to show. */
export function SettingsMissing({ sentence, onRetry }: { readonly sentence: string | null; readonly onRetry: () => void }) {
  if (sentence === null) {
    return (
      <div className="empty">
        <p role="status">Loading the settings…</p>
      </div>
    );
  }
  return <LoadFailure art={<BrokenSettingsArt />} title="The settings did not load" sentence={sentence} onRetry={onRetry} />;
}
