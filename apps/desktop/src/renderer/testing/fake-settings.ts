// The settings of the host in memory: what a person changes holds, and a service is whatever the test says it is.
import { CodedError, type Ids } from '@vos/base';
import type { Handlers } from '@vos/protocol';
import type { Endpoint, OfferedModel, SettingsView, ShownEndpoint, UsageView } from '@vos/protocol/entities';

type SettingsHandlers = Pick<
  Handlers,
  Extract<
    keyof Handlers,
    `settings/${string}` | `usage/${string}` | `secret/${string}` | `endpoint/${string}` | `model/${string}`
  >
>;

export interface FakeSettings {
  view: SettingsView;
  usage: UsageView;
  /** What services offer, by the service's id; one that is not here does not answer. */
  readonly offered: Map<string, readonly OfferedModel[]>;
  /** Keys that no service takes. */
  readonly refusedKeys: Set<string>;
  readonly handlers: SettingsHandlers;
}

export function createFakeSettings(ids: Ids, publish: (view: SettingsView) => void): FakeSettings {
  const builtin = {
    label: 'Built in',
    description: 'Answers by itself, without a language model, a key or a network.',
    endpointId: 'builtin',
  } as const;

  function change(part: Partial<SettingsView>): void {
    fake.view = { ...fake.view, ...part };
    publish(fake.view);
  }
  function changeEndpoint(id: string, part: Partial<ShownEndpoint>): void {
    change({ endpoints: fake.view.endpoints.map((endpoint) => (endpoint.id === id ? { ...endpoint, ...part } : endpoint)) });
  }

  const keys = new Map<string, string>();
  const fake: FakeSettings = {
    view: {
      settings: { appearance: 'dark', units: 'automatic', dayLimitUsd: 5, conversationLimitUsd: 2, asksWhenFlagged: true },
      model: builtin,
      endpoints: [],
      presets: [
        {
          preset: 'openai',
          label: 'OpenAI',
          baseUrl: 'https://api.openai.com/v1',
          addressExample: 'https://api.openai.com/v1',
          needsKey: true,
        },
        {
          preset: 'azure',
          label: 'Azure OpenAI',
          baseUrl: null,
          addressExample: 'https://your-resource.openai.azure.com/openai/v1',
          needsKey: true,
        },
      ],
      areKeysKept: true,
      dataFolder: '/home/me/.local/share/vos',
    },
    usage: {
      today: { day: '2026-05-12', limitMicroUsd: 5_000_000, usedMicroUsd: 0 },
      days: [],
      models: [],
      agents: [],
      conversations: [],
    },
    offered: new Map(),
    refusedKeys: new Set(),
    handlers: {
      'settings/read': () => fake.view,
      'usage/read': () => fake.usage,
      'settings/change'(fields) {
        const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
        change({ settings: { ...fake.view.settings, ...given } });
        return { settings: fake.view.settings };
      },
      'secret/store'({ endpointId, key }) {
        keys.set(endpointId, key);
        changeEndpoint(endpointId, { isConfigured: true, isKeyLost: false, isKeyRefused: false });
        return {};
      },
      'secret/remove'({ endpointId }) {
        changeEndpoint(endpointId, { isConfigured: false });
        return {};
      },
      'endpoint/add'({ preset, label, baseUrl }) {
        const known = fake.view.presets.find((candidate) => candidate.preset === preset);
        const id: Endpoint['id'] = ids.next('endpoint');
        const added: ShownEndpoint = {
          id,
          preset,
          label: known?.label ?? label ?? 'Own service',
          host: new URL(known?.baseUrl ?? baseUrl ?? '').host,
          isLocal: false,
          needsKey: known?.needsKey ?? false,
          isConfigured: false,
          isKeyLost: false,
          isKeyRefused: false,
          model: null,
          price: null,
        };
        change({ endpoints: [...fake.view.endpoints, added] });
        return { endpointId: id };
      },
      'endpoint/remove'({ endpointId }) {
        change({
          endpoints: fake.view.endpoints.filter(({ id }) => id !== endpointId),
          ...(fake.view.model.endpointId === endpointId ? { model: builtin } : {}),
        });
        return {};
      },
      'model/list'({ endpointId }) {
        const isKeyRefused = fake.refusedKeys.has(keys.get(endpointId) ?? '');
        changeEndpoint(endpointId, { isKeyRefused });
        if (isKeyRefused) throw new CodedError('model-key-refused', 'It refused the key.');
        const models = fake.offered.get(endpointId);
        if (models === undefined) throw new CodedError('model-unavailable', 'It does not answer. Start it, then look again.');
        return { models: [...models] };
      },
      'model/choose'({ endpointId, model }) {
        const endpoint = fake.view.endpoints.find(({ id }) => id === endpointId);
        const price = endpoint?.price ??
          fake.offered.get(endpointId)?.find(({ name }) => name === model)?.price ?? { kind: 'unknown' };
        if (endpoint !== undefined && price.kind === 'unknown') {
          throw new CodedError(
            'model-unpriced',
            `It is not known what “${model}” costs. Enter its price, or choose another model.`,
          );
        }
        if (endpoint !== undefined) changeEndpoint(endpointId, { model, price });
        change({
          model:
            endpoint === undefined
              ? builtin
              : { label: `${endpoint.label} · ${model}`, description: model, endpointId: endpoint.id },
        });
        return {};
      },
      'model/try': ({ model }) => ({ sentence: `${model} answered and called a tool.`, durationMs: 1_234, costMicroUsd: 320 }),
      'model/price'({ endpointId, inputUsd, outputUsd }) {
        changeEndpoint(endpointId, { price: { kind: 'entered', inputUsd, outputUsd } });
        return {};
      },
    },
  };
  return fake;
}
