// The model of a service: which there are, which one to use, a live test of it, and its price where nobody knows it.
import type { OfferedModel } from '@vos/protocol/entities';
import { useCallback, useEffect, useState } from 'react';
import { Field } from './field.tsx';
import { PricePart } from './price-part.tsx';
import { costText, durationText, priceText } from './prices.ts';
import type { SettingsActions, Trial } from './settings-actions.ts';
import { useAction } from './use-action.ts';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

export interface ModelPartProps {
  readonly endpointId: string;
  readonly label: string;
  /** The one chosen there; null before the first. */
  readonly model: string | null;
  /** Whether a name that is not in the list may be typed. */
  readonly canBeTyped: boolean;
  /** Whether the service can be asked for its models already. */
  readonly isReady: boolean;
  /** This service answers now. */
  readonly isInUse: boolean;
  readonly actions: Pick<SettingsActions, 'listModels' | 'chooseModel' | 'tryModel' | 'enterPrice'>;
}

export function ModelPart(props: ModelPartProps) {
  const { endpointId, label, model, canBeTyped, isReady, isInUse, actions } = props;
  const [name, setName] = useState(model ?? '');
  const [offered, setOffered] = useState<readonly OfferedModel[] | null>(null);
  const [trial, setTrial] = useState<Trial | null>(null);
  const listing = useAction();
  const acting = useAction();
  const { listModels } = actions;
  const { run: runListing } = listing;

  const look = useCallback(() => {
    void runListing(async () => setOffered(await listModels(endpointId)));
  }, [endpointId, listModels, runListing]);
  useEffect(() => {
    if (isReady) look();
  }, [isReady, look]);

  function pick(next: string): void {
    setName(next);
    setTrial(null);
    acting.forget();
  }
  const wanted = name.trim();
  const known = offered?.find((candidate) => candidate.name === wanted);
  const isCurrent = isInUse && wanted === model;
  const isUnpriced = acting.problem?.code === 'model-unpriced';
  const canAct = wanted !== '' && !acting.isBusy && known?.problem == null && (canBeTyped || known !== undefined);

  if (!isReady) {
    return (
      <div className="service-part">
        <p className="hint">Its models appear here once it has a key.</p>
      </div>
    );
  }
  return (
    <div className="service-part">
      {canBeTyped && (
        <Field
          label="Model"
          isWide
          value={name}
          onChange={pick}
          placeholder="The name as the service writes it"
          maxLength={200}
        />
      )}
      <Offered
        label={label}
        models={offered}
        wanted={wanted}
        filters={canBeTyped && known === undefined}
        isLooking={listing.isBusy}
        onPick={pick}
      />
      {listing.problem !== null && (
        <div className="field-row is-centred">
          <p className="settings-problem" role="alert">
            {listing.problem.sentence}
          </p>
          <span className="spacer" />
          <button type="button" className="button is-small" onClick={look}>
            Look again
          </button>
        </div>
      )}
      <div className="field-row is-centred">
        <button
          type="button"
          className="button"
          disabled={!canAct}
          onClick={() => {
            setTrial(null);
            void acting.run(async () => {
              setTrial(await actions.tryModel(endpointId, wanted));
              // What it said before does not hold any more.
              if (listing.problem !== null) look();
            });
          }}
        >
          Test
        </button>
        <button
          type="button"
          className="button is-primary"
          disabled={!canAct || isCurrent}
          onClick={() => void acting.run(() => actions.chooseModel(endpointId, wanted))}
        >
          {isCurrent ? 'In use' : 'Use this model'}
        </button>
        <p className="trial" role="status">
          {acting.isBusy && `Asking ${label}…`}
          {!acting.isBusy && trial !== null && (
            <>
              <span className="dot is-success" />
              {trial.sentence} {durationText(trial.durationMs)}, {costText(trial.costMicroUsd)}.
            </>
          )}
        </p>
      </div>
      {acting.problem !== null && (
        <p className="settings-problem" role="alert">
          {acting.problem.sentence}
        </p>
      )}
      {isUnpriced && (
        <PricePart
          model={wanted}
          onEnter={async (inputUsd, outputUsd) => {
            await actions.enterPrice(endpointId, wanted, inputUsd, outputUsd);
            acting.forget();
          }}
        />
      )}
    </div>
  );
}

/** More names than this are found by typing, not by scrolling. */
const SHOWN_LIMIT = 200;

interface OfferedProps {
  readonly label: string;
  readonly models: readonly OfferedModel[] | null;
  readonly wanted: string;
  /** Shows only names that hold what was typed. */
  readonly filters: boolean;
  readonly isLooking: boolean;
  readonly onPick: (name: string) => void;
}

function Offered({ label, models, wanted, filters, isLooking, onPick }: OfferedProps) {
  if (models === null) return isLooking ? <p className="hint" role="status">{`Asking ${label} for its models…`}</p> : null;
  if (models.length === 0) return <p className="hint">{label} has no models yet.</p>;
  const fitting = filters ? models.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase())) : models;
  if (fitting.length === 0) return <p className="hint">None of its {models.length} models has that in its name.</p>;
  return (
    <ul className="offered" aria-label={`Models of ${harmless(label)}`}>
      {fitting.slice(0, SHOWN_LIMIT).map(({ name, price, problem }) => (
        <li key={name}>
          <button
            type="button"
            className={`offered-model${name === wanted ? ' is-on' : ''}`}
            aria-pressed={name === wanted}
            disabled={problem !== null}
            title={problem === null ? undefined : harmless(problem)}
            onClick={() => onPick(name)}
          >
            <Words className="truncate">{name}</Words>
            <small>{problem ?? priceText(price)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
