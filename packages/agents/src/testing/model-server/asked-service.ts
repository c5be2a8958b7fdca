// What the tests of the provider share: a model with a price and a key, and a server that stands for its service.
import type { ModelServer } from './model-server.ts';
import type { ListedPrice } from '../../models/prices/price-list.ts';
import { createPrices } from '../../models/prices/prices.ts';
import type { ModelPiece, ModelProvider, ModelReply, ModelRequest } from '../../models/provider.ts';
import { createOpenAiProvider, type OpenAiProviderOptions } from '../../models/openai/provider.ts';

/** Unlike any well-known form of key, so that nothing but the key itself can be what keeps it out of a text. */
export const KEY = 'Odd.key+0123456789/abcdefghij=';

export const price: ListedPrice = {
  provider: 'openai',
  model: 'test-model',
  input: 2,
  cachedInput: 0.5,
  cacheWrite: null,
  output: 8,
  upToInputTokens: null,
  asOf: '2026-09-22',
  dated: 'the test says so',
  address: 'https://example.com/test-model',
};

export const request: ModelRequest = {
  agentId: 'primary_agent',
  conversationId: 'conversation_1',
  system: 'You help.',
  messages: [{ role: 'user', content: 'Hello' }],
  tools: [
    {
      name: 'send_user_message',
      description: 'Says it.',
      parameters: { type: 'object', properties: { content: { type: 'string' } }, required: ['content'] },
    },
    { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } },
  ],
};

export const greeting = 'Hello, Zoë — “fine” 🙂\n';
export const tell = { toolCalls: [{ name: 'send_user_message', arguments: { content: greeting } }] };

/** A service far away, as far as the provider can tell: the requests for it are brought to the server on this machine. */
export function farAway(server: ModelServer): Pick<OpenAiProviderOptions, 'baseUrl' | 'fetch'> {
  const baseUrl = 'https://api.example.com/v1';
  return { baseUrl, fetch: (input, init) => fetch(addressOf(input).replace(baseUrl, server.baseUrl), init) };
}

export function providerOf(server: ModelServer, options: Partial<OpenAiProviderOptions> = {}): ModelProvider {
  return createOpenAiProvider({
    id: 'openai',
    label: 'OpenAI',
    description: 'A model far away.',
    baseUrl: server.baseUrl,
    apiKey: () => KEY,
    model: 'test-model',
    prices: createPrices({ listed: [price] }),
    ...options,
  });
}

export async function ask(
  provider: ModelProvider,
  asked: Partial<ModelRequest> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<{ readonly reply: ModelReply; readonly pieces: readonly ModelPiece[] }> {
  const pieces: ModelPiece[] = [];
  const reply = await provider.call({ ...request, ...asked }, { signal, onPiece: (piece) => pieces.push(piece) });
  return { reply, pieces };
}

function addressOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : input.toString();
}
