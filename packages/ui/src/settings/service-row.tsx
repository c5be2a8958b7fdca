// One service a line: its name, the model it answers with, its state, and what can be done with it. Opened, everything about it.
import type { ShownEndpoint } from '@vos/protocol/entities';
import { Cpu, KeyRound } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { KeyPart } from './key-part.tsx';
import { ModelPart } from './model-part.tsx';
import { priceText } from './prices.ts';
import { RemovePart } from './remove-part.tsx';
import type { SettingsActions } from './settings-actions.ts';
import { useAction } from './use-action.ts';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

interface OpenableProps {
  readonly isInUse: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly actions: SettingsActions;
}

export function BuiltinRow({ isInUse, actions }: Pick<OpenableProps, 'isInUse' | 'actions'>) {
  const { isBusy, problem, run } = useAction();
  return (
    <li>
      <div className="service">
        <span className="orb" />
        <b>Built in</b>
        <Lines first="Works without key or network" second="Free, no language model" />
        {isInUse ? <InUse /> : <State kind="success" text="Ready" />}
        <span className="service-end">
          {!isInUse && (
            <button
              type="button"
              className="button is-small"
              aria-label="Use Built in"
              disabled={isBusy}
              onClick={() => void run(() => actions.chooseModel('builtin', 'builtin'))}
            >
              Use
            </button>
          )}
        </span>
      </div>
      {problem !== null && (
        <p className="settings-problem" role="alert">
          {problem.sentence}
        </p>
      )}
    </li>
  );
}

export function OllamaRow({ endpoint, ...rest }: OpenableProps & { readonly endpoint: ShownEndpoint | undefined }) {
  return (
    <Openable
      isOpen={rest.isOpen}
      onToggle={rest.onToggle}
      label="Ollama"
      mark={<Cpu className="icon" />}
      lines={
        endpoint?.model == null ? (
          <Lines first="Models on this computer" second="Free, found by itself when it runs" />
        ) : (
          <Lines first={endpoint.model} second="Free, on this computer" />
        )
      }
      state={rest.isInUse ? <InUse /> : <span className="service-state" />}
    >
      <ModelPart
        endpointId="ollama"
        label="Ollama"
        model={endpoint?.model ?? null}
        canBeTyped={false}
        isReady
        isInUse={rest.isInUse}
        actions={rest.actions}
      />
    </Openable>
  );
}

export function ServiceRow({
  endpoint,
  areKeysKept,
  ...rest
}: OpenableProps & { readonly endpoint: ShownEndpoint; readonly areKeysKept: boolean }) {
  const { id, label, host, model, price, needsKey, isConfigured, isKeyLost, isKeyRefused, isLocal } = endpoint;
  const isReady = !isKeyLost && (isConfigured || !needsKey);
  const [keyCount, setKeyCount] = useState(0);
  return (
    <Openable
      isOpen={rest.isOpen}
      onToggle={rest.onToggle}
      label={label}
      mark={label.slice(0, 1).toUpperCase()}
      lines={
        model === null || price === null ? (
          <Lines first="No model chosen yet" second={host} />
        ) : (
          <Lines first={model} second={priceText(price)} />
        )
      }
      state={rest.isInUse && isReady && !isKeyRefused ? <InUse /> : <KeyState endpoint={endpoint} />}
    >
      {!(isLocal && !isConfigured && !isKeyLost && !needsKey && endpoint.preset !== 'custom') && (
        <KeyPart
          endpoint={endpoint}
          areKeysKept={areKeysKept}
          actions={rest.actions}
          onStored={() => setKeyCount(keyCount + 1)}
        />
      )}
      {/* Asked anew when the key changes: another key may open other models. */}
      <ModelPart
        key={`${isConfigured} ${keyCount}`}
        endpointId={id}
        label={label}
        model={model}
        canBeTyped
        isReady={isReady}
        isInUse={rest.isInUse}
        actions={rest.actions}
      />
      <RemovePart label={label} hasKey={isConfigured} onRemove={() => rest.actions.removeService(id)} />
    </Openable>
  );
}

function KeyState({
  endpoint: { isConfigured, isKeyLost, isKeyRefused, needsKey, isLocal },
}: {
  readonly endpoint: ShownEndpoint;
}) {
  if (isKeyLost) return <State kind="warning" text="Enter the key again" />;
  if (isKeyRefused) return <State kind="warning" text="The key is refused" />;
  if (isConfigured) {
    return (
      <span className="service-state">
        <KeyRound className="icon" />
        Key stored
      </span>
    );
  }
  if (needsKey) return <State kind="warning" text="No key yet" />;
  return <State kind="quiet" text={isLocal ? 'On this computer' : 'Without a key'} />;
}

function Openable({
  label,
  mark,
  lines,
  state,
  isOpen,
  onToggle,
  children,
}: Pick<OpenableProps, 'isOpen' | 'onToggle'> & {
  readonly label: string;
  readonly mark: ReactNode;
  readonly lines: ReactNode;
  readonly state: ReactNode;
  readonly children: ReactNode;
}) {
  const panelId = useId();
  return (
    <li className={isOpen ? 'is-open' : undefined}>
      <div className="service">
        <span className="agent-mark" aria-hidden="true">
          {mark}
        </span>
        <b>
          <Words>{label}</Words>
        </b>
        {lines}
        {state}
        <span className="service-end">
          <button
            type="button"
            className="button is-small"
            aria-label={`${isOpen ? 'Close' : 'Set up'} ${harmless(label)}`}
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={onToggle}
          >
            {isOpen ? 'Close' : 'Set up'}
          </button>
        </span>
      </div>
      {isOpen && (
        <div className="service-panel" id={panelId}>
          {children}
        </div>
      )}
    </li>
  );
}

function Lines({ first, second }: { readonly first: string; readonly second: string }) {
  return (
    <span className="service-lines">
      <Words>{first}</Words>
      <small>{harmless(second)}</small>
    </span>
  );
}

function InUse() {
  return (
    <span className="service-state">
      <span className="chip is-on">Answers now</span>
    </span>
  );
}

function State({ kind, text }: { readonly kind: 'success' | 'warning' | 'quiet'; readonly text: string }) {
  return (
    <span className="service-state">
      <span className={`dot${kind === 'quiet' ? '' : ` is-${kind}`}`} />
      {text}
    </span>
  );
}
