// Models behind the chat-completions protocol: OpenAI, every service that speaks the same, and Ollama on this computer.
import { modelFailure, failureOf } from './failure.ts';
import { connect, normalBaseUrl, readKey } from './connection.ts';
import { loadLibrary } from './library.ts';
import { isLoopback } from './loopback.ts';
import { apiMessages, apiTools } from './messages.ts';
import { createReplyReader } from './reply-reader.ts';
import type { ModelProvider } from '../provider.ts';
import type { Price } from '../prices/price-list.ts';
import type { Prices } from '../prices/prices.ts';

export interface OpenAiProviderOptions {
  /** Names the service in the list of prices: `openai`. */
  readonly id: string;
  /** Names it to a person, in the desk and in every error: “OpenAI”. */
  readonly label: string;
  readonly description: string;
  /** Up to and including the version: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Asked before each call, so that a changed key counts at once; nothing of it is kept. Undefined where the service needs none. */
  readonly apiKey: () => Promise<string | undefined> | string | undefined;
  readonly model: string;
  readonly prices: Prices;
  /** Sent along where given. Some models take tools in this protocol only with `none`. */
  readonly reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high';
  readonly fetch?: typeof globalThis.fetch;
}

const FREE: Omit<Price, 'provider' | 'model'> = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, upToInputTokens: null };

/**
 * Throws `model-refused` for an address that cannot be used. `call` sends one request and never a second: whether to try again is decided by
 * whoever called, from `retryable` and `detail.retryAfterMs`. It rejects with a code of ModelFailureCode; a model on another computer whose
 * price nobody knows is refused with `model-unpriced` before anything is sent.
 */
export function createOpenAiProvider(options: OpenAiProviderOptions): ModelProvider {
  const { id, label, description, model, prices, apiKey, reasoningEffort, fetch = globalThis.fetch } = options;
  const baseUrl = normalBaseUrl(label, options.baseUrl);
  const { host } = new URL(baseUrl);
  const isLocal = isLoopback(baseUrl);

  function priceOrRefuse(): Omit<Price, 'provider' | 'model'> {
    const price = isLocal ? FREE : prices.priceOf(id, model);
    if (price !== undefined) return price;
    const message = `It is not known what “${model.slice(0, 100)}” of ${label} costs, so it was not asked. Enter its price, or choose another model.`;
    throw modelFailure('model-unpriced', message);
  }

  return {
    id,
    label,
    description,
    async call(request, { signal, onPiece }) {
      throwIfAborted(signal);
      // The protocol has no way to demand a call of none, and a reply without a call is of no use to anybody.
      if (request.tools.length === 0)
        throw modelFailure('model-refused', `${label} was not asked: there is no tool it could answer with.`);
      const price = priceOrRefuse();
      const key = await readKey(apiKey);
      const library = await loadLibrary();
      throwIfAborted(signal);
      const client = connect(library, { label, baseUrl, fetch }, key);
      const reader = createReplyReader({ label, onPiece });
      try {
        const { data: chunks, response } = await client.chat.completions
          .create(
            {
              model,
              messages: [...apiMessages(request)],
              tools: [...apiTools(request.tools)],
              tool_choice: 'required',
              stream: true,
              stream_options: { include_usage: true },
              ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
            },
            { signal },
          )
          .withResponse();
        if (isPage(response)) {
          chunks.controller.abort();
          const message = `What answers at ${host} is no model service that can be used. Check the address of ${label}.`;
          throw modelFailure('model-unknown', message);
        }
        for await (const chunk of chunks) {
          throwIfAborted(signal);
          reader.take(chunk);
        }
      } catch (error) {
        throwIfAborted(signal);
        throw failureOf(error, library, { label, model, host, key });
      }
      // The library ends an aborted stream as if it were complete.
      throwIfAborted(signal);
      return reader.finish(price);
    },
  };
}

/** A web page, or one JSON value, where a stream was asked for. */
function isPage(response: Response): boolean {
  return /^(text\/html|application\/json)\b/i.test(response.headers.get('content-type') ?? '');
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw modelFailure('aborted', 'The request was stopped.');
}
