// Models and keys: what is there, what answers now, and services to be added.
import type { SettingsView } from '@vos/protocol/entities';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AddService } from './add-service.tsx';
import { BuiltinRow, OllamaRow, ServiceRow } from './service-row.tsx';
import type { SettingsActions } from './settings-actions.ts';

export interface ModelsSectionProps {
  readonly view: SettingsView;
  readonly actions: SettingsActions;
}

export function ModelsSection({ view, actions }: ModelsSectionProps) {
  /** Which row is open; `add` is the form for a new service. */
  const [openId, setOpenId] = useState<string | null>(null);
  const toggle = (id: string): void => setOpenId(openId === id ? null : id);
  const added = view.endpoints.filter(({ id }) => id !== 'ollama');
  return (
    <>
      <header className="settings-head">
        <div>
          <h3>Models and keys</h3>
          <p>
            {view.areKeysKept
              ? 'Keys are kept encrypted on this computer. A model without a known price is not used.'
              : 'Keys are held until VOS ends and have to be entered again after a restart. A model without a known price is not used.'}
          </p>
        </div>
        <button type="button" className="button" aria-expanded={openId === 'add'} onClick={() => toggle('add')}>
          {openId === 'add' ? (
            'Close'
          ) : (
            <>
              <Plus className="icon" />
              Add a service
            </>
          )}
        </button>
      </header>
      {openId === 'add' && <AddService presets={view.presets} actions={actions} onAdded={setOpenId} />}
      <ul className="group">
        <BuiltinRow isInUse={view.model.endpointId === 'builtin'} actions={actions} />
        <OllamaRow
          endpoint={view.endpoints.find(({ id }) => id === 'ollama')}
          isInUse={view.model.endpointId === 'ollama'}
          isOpen={openId === 'ollama'}
          onToggle={() => toggle('ollama')}
          actions={actions}
        />
        {added.map((endpoint) => (
          <ServiceRow
            key={endpoint.id}
            endpoint={endpoint}
            isInUse={view.model.endpointId === endpoint.id}
            areKeysKept={view.areKeysKept}
            isOpen={openId === endpoint.id}
            onToggle={() => toggle(endpoint.id)}
            actions={actions}
          />
        ))}
      </ul>
      {added.some(({ price }) => price?.kind === 'listed' || price?.kind === 'entered') && (
        <p className="hint">Prices are in dollars per million tokens.</p>
      )}
    </>
  );
}
