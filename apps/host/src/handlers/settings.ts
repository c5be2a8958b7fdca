// Settings, services of models and their keys, as the desk changes them. After each change every client is told how things are now.
import { isLoopback } from '@vos/agents';
import { type Clock, CodedError, type Ids } from '@vos/base';
import { type ChangeSet, changeSets, type Ledger, type Transaction } from '@vos/ledger';
import type { Endpoint } from '@vos/protocol/entities';
import {
  changeSettings,
  chooseEndpoint,
  endpointKind,
  enterModelPrice,
  readChosenEndpointId,
  readEndpoint,
  readUsage,
} from '@vos/records';
import type { ModelServices } from '../models/model-services.ts';
import { presets } from '../models/presets.ts';
import type { Secrets } from '../secrets.ts';
import type { HandlersFor } from './handlers.ts';

export interface SettingsHandlerOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly services: ModelServices;
  /** Called after each change, once it is on disk. */
  readonly onChanged: () => void;
}

export function createSettingsHandlers(
  options: SettingsHandlerOptions,
): HandlersFor<'settings' | 'usage' | 'secret' | 'endpoint' | 'model'> {
  const { ledger, clock, ids, secrets, services, onChanged } = options;

  async function change<Value>(cause: string, work: (transaction: Transaction, changes: ChangeSet) => Value): Promise<Value> {
    const value = await ledger.commit((transaction) =>
      work(transaction, changeSets.begin(transaction, { actor: 'user', cause })),
    );
    onChanged();
    return value;
  }

  function known(id: string): Endpoint {
    const endpoint = readEndpoint(ledger.read, id);
    if (endpoint === undefined)
      throw new CodedError('endpoint-unknown', 'This service is not in the settings any more. Nothing was changed.');
    return endpoint;
  }

  return {
    'settings/read': () => services.view(),
    async 'settings/change'(fields) {
      return {
        settings: await change('settings/change', (transaction, changes) => changeSettings(transaction, changes, fields)),
      };
    },

    'usage/read': () => readUsage(ledger.read, clock.now()),

    async 'secret/store'({ endpointId, key }) {
      const endpoint = known(endpointId);
      // Each key gets a name of its own, so that a failed write never pairs an old name with a new key.
      if (!/^[\x21-\x7e]+$/.test(key)) {
        const message = `The key of ${endpoint.label} has spaces or letters that no key has. Copy it again in one piece.`;
        throw new CodedError('model-key-refused', message);
      }
      const reference = ids.next('secret');
      await secrets.store(reference, key);
      await change('secret/store', (_, changes) => changes.put(endpointKind, { ...endpoint, keyReference: reference }));
      if (endpoint.keyReference !== null) await secrets.remove(endpoint.keyReference);
      return {};
    },
    async 'secret/remove'({ endpointId }) {
      const endpoint = known(endpointId);
      await change('secret/remove', (_, changes) => changes.put(endpointKind, { ...endpoint, keyReference: null }));
      if (endpoint.keyReference !== null) await secrets.remove(endpoint.keyReference);
      return {};
    },

    async 'endpoint/add'({ preset, label, baseUrl }) {
      const fixed = presets.find((known) => known.preset === preset);
      const endpoint: Endpoint = {
        id: ids.next('endpoint'),
        preset,
        label: label === undefined || label === '' ? (fixed?.label ?? hostOf(baseUrl)) : label,
        baseUrl: fixed?.baseUrl ?? usableAddress(baseUrl, fixed?.addressExample ?? 'https://models.example.com/v1'),
        keyReference: null,
        model: null,
        createdAt: '',
      };
      await change('endpoint/add', (transaction, changes) =>
        changes.put(endpointKind, { ...endpoint, createdAt: transaction.at }),
      );
      return { endpointId: endpoint.id };
    },
    async 'endpoint/remove'({ endpointId }) {
      const endpoint = known(endpointId);
      await change('endpoint/remove', (transaction, changes) => {
        changes.remove(endpointKind, endpointId);
        if (readChosenEndpointId(transaction) === endpointId) chooseEndpoint(changes, 'builtin');
      });
      if (endpoint.keyReference !== null) await secrets.remove(endpoint.keyReference);
      return {};
    },

    async 'model/list'({ endpointId }) {
      return { models: [...(await services.list(endpointId))] };
    },
    async 'model/choose'({ endpointId, model }) {
      const endpoint = endpointId === 'builtin' ? undefined : await services.check(endpointId, model);
      await change('model/choose', (transaction, changes) => {
        // The key may have been changed while the service was asked.
        const stored = endpoint === undefined ? undefined : readEndpoint(transaction, endpoint.id);
        if (endpoint !== undefined) changes.put(endpointKind, { ...endpoint, keyReference: stored?.keyReference ?? null });
        chooseEndpoint(changes, endpointId);
      });
      return {};
    },
    'model/try': ({ endpointId, model }) => services.try(endpointId, model),
    async 'model/price'({ endpointId, model, inputUsd, outputUsd }) {
      const provider = services.pricedAs(endpointId);
      await change('model/price', (transaction, changes) =>
        enterModelPrice(transaction, changes, {
          id: ids.next('price'),
          provider,
          model,
          inputUsd,
          outputUsd,
          enteredAt: transaction.at,
        }),
      );
      return {};
    },
  };
}

/** What is typed without a path gets the path of the example. */
function usableAddress(text: string | undefined, like: string): string {
  const url = URL.parse(text?.trim() ?? '');
  const example = `It looks like ${like}.`;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new CodedError('endpoint-invalid', `This is not a web address that can be used. ${example}`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.href)) {
    throw new CodedError(
      'endpoint-invalid',
      `An address outside this computer has to start with https:, or your key could be read on the way. ${example}`,
    );
  }
  return `${url.origin}${url.pathname === '/' ? new URL(like).pathname : url.pathname.replace(/\/+$/, '')}`;
}

function hostOf(text: string | undefined): string {
  return URL.parse(text?.trim() ?? '')?.host.slice(0, 60) || 'Own service';
}
