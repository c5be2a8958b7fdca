// The form for a new service: one whose address is known, one of which each customer has an address of their own, or any other that speaks the
// same protocol.
import type { SettingsView } from '@vos/protocol/entities';
import { type FormEvent, useState } from 'react';
import { Field } from './field.tsx';
import type { AddablePreset, SettingsActions } from './settings-actions.ts';
import { useAction } from './use-action.ts';

export interface AddServiceProps {
  readonly presets: SettingsView['presets'];
  readonly actions: Pick<SettingsActions, 'addService'>;
  /** Called with the new service's id. */
  readonly onAdded: (endpointId: string) => void;
}

export function AddService({ presets, actions, onAdded }: AddServiceProps) {
  /** The service whose address is being typed. */
  const [typed, setTyped] = useState<AddablePreset | null>(null);
  const [label, setLabel] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const { isBusy, problem, run } = useAction();

  function add(service: Parameters<SettingsActions['addService']>[0]): void {
    void run(async () => onAdded(await actions.addService(service)));
  }
  const toggle = (preset: AddablePreset): void => setTyped(typed === preset ? null : preset);
  const example = presets.find(({ preset }) => preset === typed)?.addressExample ?? 'https://models.example.com/v1';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed !== null) add({ preset: typed, label, baseUrl });
  }

  return (
    <section className="group add-service" aria-label="Add a service">
      <div className="preset-list">
        {presets.map(({ preset, label: title, baseUrl: address, addressExample }) =>
          preset === 'ollama' ? null : (
            <button
              type="button"
              key={preset}
              className="button"
              title={address ?? addressExample}
              aria-expanded={address === null ? typed === preset : undefined}
              disabled={isBusy}
              onClick={() => (address === null ? toggle(preset) : add({ preset }))}
            >
              {title}
            </button>
          ),
        )}
        <button
          type="button"
          className="button"
          aria-expanded={typed === 'custom'}
          disabled={isBusy}
          onClick={() => toggle('custom')}
        >
          Another address
        </button>
      </div>
      {typed !== null && (
        <form className="field-row" onSubmit={submit}>
          <Field label="Name" value={label} onChange={setLabel} placeholder="Workshop" maxLength={60} />
          <Field label="Address" isWide value={baseUrl} onChange={setBaseUrl} placeholder={example} isRequired />
          <button type="submit" className="button is-primary" disabled={isBusy || baseUrl.trim() === ''}>
            Add
          </button>
        </form>
      )}
      {problem !== null && (
        <p className="settings-problem" role="alert">
          {problem.sentence}
        </p>
      )}
    </section>
  );
}
