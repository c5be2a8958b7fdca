// The key of a service. It goes in and never comes back out: what is shown is only whether there is one.
import type { ShownEndpoint } from '@vos/protocol/entities';
import { type FormEvent, useState } from 'react';
import { Field } from './field.tsx';
import type { SettingsActions } from './settings-actions.ts';
import { useAction } from './use-action.ts';

export interface KeyPartProps {
  readonly endpoint: ShownEndpoint;
  readonly areKeysKept: boolean;
  readonly actions: Pick<SettingsActions, 'storeKey' | 'removeKey'>;
  /** Another key is there than before. */
  readonly onStored: () => void;
}

export function KeyPart({ endpoint: { id, isConfigured, needsKey }, areKeysKept, actions, onStored }: KeyPartProps) {
  const [key, setKey] = useState('');
  const { isBusy, problem, run } = useAction();

  async function store(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!(await run(() => actions.storeKey(id, key)))) return;
    setKey('');
    onStored();
  }

  return (
    <div className="service-part">
      <form className="field-row" onSubmit={(event) => void store(event)}>
        <Field
          label={needsKey ? 'Key' : 'Key, if it wants one'}
          isSecret
          isWide
          value={key}
          onChange={setKey}
          placeholder={isConfigured ? 'Stored. A new one replaces it.' : 'Paste the key here'}
          maxLength={4_000}
        />
        <button type="submit" className="button" disabled={isBusy || key.trim() === ''}>
          Save key
        </button>
      </form>
      <div className="key-foot">
        {problem === null ? (
          <p className="hint">
            {areKeysKept
              ? 'It is stored encrypted, sent to this service only, and never shown again.'
              : 'It is held in memory, sent to this service only, and has to be entered again after a restart.'}
          </p>
        ) : (
          <p className="settings-problem" role="alert">
            {problem.sentence}
          </p>
        )}
        {isConfigured && (
          <button
            type="button"
            className="button is-small is-quiet"
            disabled={isBusy}
            onClick={() => void run(() => actions.removeKey(id))}
          >
            Remove key
          </button>
        )}
      </div>
    </div>
  );
}
