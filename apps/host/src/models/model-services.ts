// Which model answers, and what can be said of the others: joins the stored services, their keys and the prices into providers.
import {
  createDialect,
  createOpenAiProvider,
  createPrices,
  type Dialect,
  type EnteredPrice,
  findOllama,
  type FoundOllama,
  isLoopback,
  listModels,
  type ListedPrice,
  modelFailure,
  type ModelProvider,
  payForCall,
  type Prices,
  tryModel,
} from '@vos/agents';
import { type Clock, CodedError, type Ids } from '@vos/base';
import type { Ledger, Reader } from '@vos/ledger';
import type { Endpoint, OfferedModel, SettingsView, ShownEndpoint, ShownPrice } from '@vos/protocol/entities';
import { listEndpoints, listModelPrices, readChosenEndpointId, readEndpoint, readSettings } from '@vos/records';
import type { Secrets } from '../secrets.ts';
import { presetOf, presets } from './presets.ts';

/** Both stay below the time after which a desk gives up on a command. A model on a slow computer is loaded first, which takes longest. */
const LIST_TIMEOUT_MS = 15_000;
const TRIAL_TIMEOUT_MS = 25_000;

export interface ModelServicesOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly builtin: ModelProvider;
  readonly listedPrices: readonly ListedPrice[];
  readonly dataFolder: string;
  /** Where Ollama listens; its usual address when absent. */
  readonly ollamaUrl?: string | undefined;
  /** Called when a service refuses a key that it took before, or takes it again. */
  readonly onKeyJudged: () => void;
}

export interface ModelServices {
  /** What answers now: the chosen model at its price, or the built-in one where none is chosen or its service was removed. */
  choose(reader: Reader): ModelProvider;
  view(): SettingsView;
  /** Rejects with a code of `model/list`. */
  list(endpointId: string): Promise<readonly OfferedModel[]>;
  /** Resolves with the service as it should be stored once its model answers. Rejects with a code of `model/choose`. */
  check(endpointId: string, model: string): Promise<Endpoint>;
  /** Rejects with a code of `model/try`. */
  try(
    endpointId: string,
    model: string,
  ): Promise<{ readonly sentence: string; readonly durationMs: number; readonly costMicroUsd: number | null }>;
  /** Under which name prices are kept for a service. Throws `endpoint-unknown`. */
  pricedAs(endpointId: string): string;
}

export function createModelServices(options: ModelServicesOptions): ModelServices {
  const { ledger, clock, ids, secrets, builtin, listedPrices, dataFolder, ollamaUrl, onKeyJudged } = options;

  /** What each model of each service turned out to understand since the start. */
  const dialects = new Map<string, Dialect>();

  function dialectOf({ id, preset }: Endpoint, model: string): Dialect {
    const name = JSON.stringify([id, model]);
    const known = dialects.get(name) ?? createDialect(presetOf(preset)?.outputLimit ?? 'max_tokens');
    dialects.set(name, known);
    return known;
  }

  /** References of keys that were refused when last used since the start. A new key has a new reference. */
  const refusedKeys = new Set<string>();

  /** Asks a service, and remembers whether it took the key. */
  async function judgingKey<Value>({ keyReference }: Endpoint, ask: () => Promise<Value>): Promise<Value> {
    const judge = (isRefused: boolean): void => {
      if (keyReference === null || refusedKeys.has(keyReference) === isRefused) return;
      if (isRefused) refusedKeys.add(keyReference);
      else refusedKeys.delete(keyReference);
      onKeyJudged();
    };
    try {
      const value = await ask();
      judge(false);
      return value;
    } catch (error) {
      if (error instanceof CodedError && error.code === 'model-key-refused') judge(true);
      throw error;
    }
  }

  /** As they are at this moment. */
  function pricesOf(reader: Reader): Prices {
    const entered = listModelPrices(reader).map(asEntered);
    return createPrices({ listed: listedPrices, entered: () => entered });
  }

  function providerOf(reader: Reader, endpoint: Endpoint, model: string): ModelProvider {
    const { label, baseUrl, keyReference } = endpoint;
    const provider = createOpenAiProvider({
      id: pricingName(endpoint),
      label,
      description: describe(endpoint, model),
      baseUrl,
      model,
      prices: pricesOf(reader),
      dialect: dialectOf(endpoint, model),
      apiKey() {
        if (keyReference === null || secrets.has(keyReference))
          return keyReference === null ? undefined : secrets.read(keyReference);
        throw modelFailure(
          'model-key-missing',
          `The key of ${label} is not here any more. Enter it again in Settings, or choose another model.`,
        );
      },
    });
    return { ...provider, call: (request, options) => judgingKey(endpoint, () => provider.call(request, options)) };
  }

  function endpointOrThrow(id: string): Endpoint {
    const endpoint = readEndpoint(ledger.read, id);
    if (endpoint === undefined)
      throw new CodedError('endpoint-unknown', 'This service is not in the settings any more. Nothing was changed.');
    return endpoint;
  }

  function priceOf(endpoint: Endpoint, model: string): ShownPrice {
    if (isLoopback(endpoint.baseUrl)) return { kind: 'free' };
    const price = pricesOf(ledger.read).priceOf(pricingName(endpoint), model);
    if (price === undefined) return { kind: 'unknown' };
    const { input: inputUsd, output: outputUsd } = price;
    return price.kind === 'entered'
      ? { kind: 'entered', inputUsd, outputUsd }
      : { kind: 'listed', inputUsd, outputUsd, asOf: price.asOf, address: price.address };
  }

  async function ollama(): Promise<FoundOllama> {
    const found = await findOllama(ollamaUrl === undefined ? { clock } : { clock, origin: ollamaUrl });
    if (found !== undefined) return found;
    throw modelFailure('model-unavailable', 'Ollama does not answer on this computer. Start it, then look again.', {
      retryable: true,
    });
  }

  /** The service with the address at which it is now. */
  async function reach(endpointId: string, model: string): Promise<Endpoint> {
    if (endpointId !== 'ollama') return { ...endpointOrThrow(endpointId), model };
    const found = await ollama();
    const problem = problemOf(found.models.find(({ name }) => name === model));
    if (problem !== null) throw modelFailure('model-refused', `${model} cannot be used: ${problem}`);
    return { ...ollamaEndpoint(found.baseUrl), model };
  }

  function ollamaEndpoint(baseUrl: string): Endpoint {
    const createdAt = readEndpoint(ledger.read, 'ollama')?.createdAt ?? new Date(clock.now()).toISOString();
    return { id: 'ollama', preset: 'ollama', label: 'Ollama', baseUrl, keyReference: null, model: null, createdAt };
  }

  function refuseUnpriced(endpoint: Endpoint, model: string): void {
    if (priceOf(endpoint, model).kind !== 'unknown') return;
    const message = `It is not known what “${model}” of ${endpoint.label} costs, so it is not used. Enter its price, or choose another model.`;
    throw modelFailure('model-unpriced', message);
  }

  function refuseKeyless(endpoint: Endpoint): void {
    const { label, keyReference } = endpoint;
    if (!needsKey(endpoint) || (keyReference !== null && secrets.has(keyReference))) return;
    throw modelFailure('model-key-missing', `${label} needs a key. Enter it first, then choose a model.`);
  }

  function shown(endpoint: Endpoint): ShownEndpoint {
    const { id, preset, label, baseUrl, keyReference, model } = endpoint;
    const isConfigured = keyReference !== null && secrets.has(keyReference);
    return {
      id,
      preset,
      label,
      host: new URL(baseUrl).host,
      isLocal: isLoopback(baseUrl),
      needsKey: needsKey(endpoint),
      isConfigured,
      isKeyLost: keyReference !== null && !isConfigured,
      isKeyRefused: isConfigured && refusedKeys.has(keyReference),
      model,
      price: model === null ? null : priceOf(endpoint, model),
    };
  }

  function current(reader: Reader): { readonly endpoint: Endpoint; readonly model: string } | undefined {
    const endpoint = readEndpoint(reader, readChosenEndpointId(reader));
    return endpoint === undefined || endpoint.model === null ? undefined : { endpoint, model: endpoint.model };
  }

  return {
    choose(reader) {
      const chosen = current(reader);
      return chosen === undefined ? builtin : providerOf(reader, chosen.endpoint, chosen.model);
    },
    view() {
      const chosen = current(ledger.read);
      return {
        settings: readSettings(ledger.read),
        model:
          chosen === undefined
            ? { label: builtin.label, description: builtin.description, endpointId: 'builtin' }
            : {
                label: `${chosen.endpoint.label} · ${chosen.model}`,
                description: describe(chosen.endpoint, chosen.model),
                endpointId: chosen.endpoint.id,
              },
        endpoints: listEndpoints(ledger.read).map(shown),
        presets: presets.map(({ preset, label, baseUrl, addressExample, needsKey: isKeyNeeded }) => ({
          preset,
          label,
          baseUrl,
          addressExample,
          needsKey: isKeyNeeded,
        })),
        areKeysKept: secrets.isKept,
        dataFolder,
      };
    },
    async list(endpointId) {
      if (endpointId === 'ollama') {
        return (await ollama()).models.map((model) => ({ name: model.name, price: { kind: 'free' }, problem: problemOf(model) }));
      }
      const endpoint = endpointOrThrow(endpointId);
      refuseKeyless(endpoint);
      const { label, baseUrl, keyReference } = endpoint;
      const apiKey = (): string | undefined => (keyReference === null ? undefined : secrets.read(keyReference));
      const names = await judgingKey(endpoint, () =>
        withinTime(clock, LIST_TIMEOUT_MS, label, (signal) => listModels({ label, baseUrl, apiKey, signal })),
      );
      return names.map((name) => ({ name, price: priceOf(endpoint, name), problem: null }));
    },
    async check(endpointId, model) {
      const endpoint = await reach(endpointId, model);
      refuseKeyless(endpoint);
      refuseUnpriced(endpoint, model);
      return endpoint;
    },
    async try(endpointId, model) {
      const endpoint = await reach(endpointId, model);
      refuseKeyless(endpoint);
      const provider = providerOf(ledger.read, endpoint, model);
      const { durationMs, usage } = await withinTime(clock, TRIAL_TIMEOUT_MS, endpoint.label, (signal) =>
        tryModel({
          label: endpoint.label,
          clock,
          ask(request) {
            const call = { key: ids.next('trial'), conversationId: null, traceId: null, turnId: null };
            return payForCall(
              ledger,
              { ...call, reference: JSON.stringify(request) },
              { provider, request, worstCaseMicroUsd: provider.worstCaseMicroUsd(request) },
              () => provider.call(request, { signal, onPiece: () => {} }),
            );
          },
        }),
      );
      return { sentence: `${model} answered and called a tool.`, durationMs, costMicroUsd: usage.costMicroUsd };
    },
    pricedAs: (endpointId) => pricingName(endpointOrThrow(endpointId)),
  };
}

function asEntered({
  provider,
  model,
  inputUsd,
  outputUsd,
  enteredAt,
}: ReturnType<typeof listModelPrices>[number]): EnteredPrice {
  return {
    provider,
    model,
    input: inputUsd,
    cachedInput: null,
    cacheWrite: null,
    output: outputUsd,
    upToInputTokens: null,
    enteredAt,
  };
}

/** A service of one's own has prices of its own, whatever its models are called; so has one whose models have names of one's own. */
function pricingName({ id, preset }: Endpoint): string {
  return preset === 'custom' || preset === 'azure' ? id : preset;
}

function needsKey({ preset }: Endpoint): boolean {
  return presetOf(preset)?.needsKey === true;
}

function describe({ baseUrl }: Endpoint, model: string): string {
  const where = isLoopback(baseUrl)
    ? 'on this computer. What you write stays here.'
    : `at ${new URL(baseUrl).host}. What you write is sent there.`;
  return `${model} answers, ${where}`;
}

function problemOf(model: FoundOllama['models'][number] | undefined): string | null {
  if (model === undefined) return 'Ollama does not have it. Look again to see what it has.';
  if (model.runsAt !== null)
    return `It runs at ${URL.parse(model.runsAt)?.host ?? model.runsAt}, and what that costs is not known.`;
  if (model.canAnswer === false) return 'It is made for something else and cannot answer.';
  return null;
}

async function withinTime<Value>(
  clock: Clock,
  limitMs: number,
  label: string,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const cancelTimer = clock.schedule(limitMs, () => {
    const message = `${label} did not answer within ${limitMs / 1000} seconds. It may still be starting; try again.`;
    reject(new CodedError('model-timeout', message, { retryable: true }));
    limit.abort();
  });
  try {
    return await Promise.race([work(limit.signal), late]);
  } finally {
    cancelTimer();
  }
}
