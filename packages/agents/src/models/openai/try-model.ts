// The two live tests of the settings: which models does a key open, and can one of them do what VOS needs?
import type { Clock } from '@vos/base';
import type { ModelReply, ModelRequest, ModelUsage } from '../provider.ts';
import { connect, normalBaseUrl, readKey, type ServiceAddress } from './connection.ts';
import { failureOf, modelFailure } from './failure.ts';
import { loadLibrary } from './library.ts';

export interface ListModelsOptions extends Omit<ServiceAddress, 'fetch'> {
  readonly apiKey: () => Promise<string | undefined> | string | undefined;
  readonly fetch?: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** The names of the models a service offers with this key, in order of the alphabet. Costs nothing. Rejects with a code of ModelFailureCode. */
export async function listModels({
  label,
  baseUrl,
  apiKey,
  fetch = globalThis.fetch,
  signal,
}: ListModelsOptions): Promise<readonly string[]> {
  const address = normalBaseUrl(label, baseUrl);
  const key = await readKey(apiKey);
  const library = await loadLibrary();
  try {
    const page = await connect(library, { label, baseUrl: address, fetch }, key).models.list({ signal });
    return page.data.map(({ id }) => id).sort();
  } catch (error) {
    if (signal.aborted) throw modelFailure('aborted', 'The request was stopped.');
    throw failureOf(error, library, { label, model: '', host: new URL(address).host, key });
  }
}

export interface ModelTrial {
  readonly durationMs: number;
  readonly usage: ModelUsage;
}

/**
 * Asks the model to call one tool. Rejects as `ask` does, and with `model-reply-invalid` for a model that talks instead of calling: it
 * could not do anything here. Costs one short call.
 */
export async function tryModel({
  label,
  ask,
  clock,
}: {
  /** Names the service. */
  label: string;
  ask: (request: ModelRequest) => Promise<ModelReply>;
  clock: Clock;
}): Promise<ModelTrial> {
  const startMs = clock.monotonicMs();
  const { toolCalls, usage } = await ask(TRIAL);
  if (!toolCalls.some(({ name }) => name === 'report_ready')) {
    throw modelFailure(
      'model-reply-invalid',
      `${label} answers, but this model does not call tools, and VOS works by tools alone. Choose another model.`,
    );
  }
  return { durationMs: clock.monotonicMs() - startMs, usage };
}

const TRIAL: ModelRequest = {
  agentId: 'trial',
  conversationId: 'trial',
  system: 'You are being tried out. Call the tool “report_ready” with the word “ready”.',
  messages: [{ role: 'user', content: 'Are you ready?' }],
  tools: [
    {
      name: 'report_ready',
      description: 'Says that you are ready.',
      parameters: {
        type: 'object',
        properties: { word: { type: 'string' } },
        required: ['word'],
        additionalProperties: false,
      },
    },
  ],
};
