// Models behind the chat-completions protocol: OpenAI, every service that speaks the same, and Ollama on this computer.
import type OpenAI from 'openai';
import { modelFailure, failureOf } from './failure.ts';
import { connect, normalBaseUrl, readKey } from './connection.ts';
import { loadLibrary, type OpenAiLibrary } from './library.ts';
import { readCalls } from './json-mode.ts';
import { isLoopback } from './loopback.ts';
import { createReplyReader, wordsIn } from './reply-reader.ts';
import { type BodyOptions, createDialect, type Dialect, learn, requestBody } from './request-body.ts';
import { worstCaseMicroUsd } from './worst-case.ts';
import type { ModelPiece, ModelProvider, ModelReply, ModelRequest } from '../provider.ts';
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
  /** What the model turned out to understand; kept by whoever makes the provider anew for each call. */
  readonly dialect?: Dialect;
  readonly fetch?: typeof globalThis.fetch;
}

const FREE: Omit<Price, 'provider' | 'model'> = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, upToInputTokens: null };

/**
 * Throws `model-refused` for an address that cannot be used. `call` has one request answered and never a second: whether to try again is decided
 * by whoever called, from `retryable` and `detail.retryAfterMs`. Only a request that was refused for the name of a parameter is put in other
 * words. It rejects with a code of ModelFailureCode; a model on another computer whose price nobody knows is refused with `model-unpriced`
 * before anything is sent.
 */
export function createOpenAiProvider(options: OpenAiProviderOptions): ModelProvider {
  const { id, label, description, model, prices, apiKey, fetch = globalThis.fetch } = options;
  const baseUrl = normalBaseUrl(label, options.baseUrl);
  const { host } = new URL(baseUrl);
  const isLocal = isLoopback(baseUrl);
  const dialect = options.dialect ?? createDialect('max_tokens');
  const bodyOptions: BodyOptions = { model, isLimited: !isLocal };

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
    model,
    worstCaseMicroUsd(request) {
      const price = priceOrRefuse();
      if (isLocal) return 0;
      const worstCase = worstCaseMicroUsd(price, requestBody(request, dialect, bodyOptions));
      if (worstCase !== null) return worstCase;
      const message = `It is not known what “${model.slice(0, 100)}” of ${label} costs for so long a conversation, so it was not asked. Start a new conversation, or enter its price.`;
      throw modelFailure('model-unpriced', message);
    },
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
      let isWritten: boolean;
      try {
        const { chunks, response, answersBy } = await send(client, library, request, signal);
        isWritten = answersBy === 'json';
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
      const reply = reader.finish(price);
      return isWritten ? readWritten(reader.text(), reply, onPiece) : reply;
    },
  };

  /** Sends the request in the words that the model understands, and in others where it says that it does not. */
  async function send(client: OpenAI, library: OpenAiLibrary, request: ModelRequest, signal: AbortSignal) {
    for (let rewordings = 0; ; rewordings += 1) {
      const body = requestBody(request, dialect, bodyOptions);
      const { answersBy } = dialect;
      try {
        const { data: chunks, response } = await client.chat.completions.create(body, { signal }).withResponse();
        return { chunks, response, answersBy };
      } catch (error) {
        const isTaught = error instanceof library.APIError && rewordings < REWORDINGS_LIMIT && learn(dialect, body, error);
        if (!isTaught) throw error;
      }
    }
  }
}

/** One for each thing that can be put otherwise, and one for the second way of asking for JSON. */
const REWORDINGS_LIMIT = 6;

/** The reply of a model that wrote its calls down; its pieces come at once, for half an object cannot be read. */
function readWritten(text: string, { usage }: ModelReply, onPiece: (piece: ModelPiece) => void): ModelReply {
  const read = readCalls(text);
  if ('problem' in read) return { toolCalls: [], usage, problem: read.problem, ...wordsIn(text) };
  for (const [index, { name, arguments: given }] of read.toolCalls.entries())
    onPiece({ index, toolName: name, argumentsText: JSON.stringify(given) });
  return { toolCalls: read.toolCalls, usage };
}

/** A web page, or one JSON value, where a stream was asked for. */
function isPage(response: Response): boolean {
  return /^(text\/html|application\/json)\b/i.test(response.headers.get('content-type') ?? '');
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw modelFailure('aborted', 'The request was stopped.');
}
