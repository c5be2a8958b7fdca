import { MAX_OUTPUT_TOKENS } from './worst-case.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { createModelServer, type ModelServer, type ModelServerOptions } from '../../testing/model-server/model-server.ts';
import type { ListedPrice } from '../prices/price-list.ts';
import { createPrices } from '../prices/prices.ts';
import type { ModelMessage } from '../provider.ts';
import { isLoopback } from './loopback.ts';
import { createOpenAiProvider } from './provider.ts';
import { ask, farAway, greeting, KEY, price, providerOf, request, tell } from '../../testing/model-server/asked-service.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await createModelServer(options);
  servers.push(server);
  return server;
}

describe('a model with a key', () => {
  it('answers with tool calls, streamed piece by piece, counted and charged', async () => {
    const server = await serve({ key: KEY });
    server.plan({
      ...tell,
      toolCalls: [...tell.toolCalls, { name: 'look' }],
      usage: { inputTokens: 100, cachedInputTokens: 60, outputTokens: 10 },
    });
    const { reply, pieces } = await ask(providerOf(server, farAway(server)));
    expect(reply).toEqual({
      toolCalls: [
        { id: 'call_1_1', name: 'send_user_message', arguments: { content: greeting } },
        { id: 'call_1_2', name: 'look', arguments: {} },
      ],
      usage: { inputTokens: 100, outputTokens: 10, costMicroUsd: 40 * 2 + 60 * 0.5 + 10 * 8 },
    });
    expect(pieces.length).toBeGreaterThan(10);
    expect(
      pieces
        .filter(({ index }) => index === 0)
        .map(({ argumentsText }) => argumentsText)
        .join(''),
    ).toBe(JSON.stringify({ content: greeting }));
    expect(server.charged()).toEqual({ inputTokens: 100, outputTokens: 10 });
  });

  it('is asked for a tool call, for usage, and for nothing that was not wished for', async () => {
    const server = await serve();
    server.plan(tell, tell);
    await ask(providerOf(server));
    await ask(providerOf(server, farAway(server)));
    const expected = {
      model: 'test-model',
      messages: [
        { role: 'system', content: 'You help.' },
        { role: 'user', content: 'Hello' },
      ],
      tools: request.tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
      tool_choice: 'required',
      stream: true,
      stream_options: { include_usage: true },
    };
    // What costs money may not write for ever.
    expect(server.requests).toEqual([expected, { ...expected, max_tokens: MAX_OUTPUT_TOKENS }]);
  });

  it('understands a conversation with tool calls in it, told to a service that checks every id', async () => {
    const server = await serve();
    server.plan(tell);
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Look twice' },
      { role: 'assistant', toolCalls: ['call_a', 'call_b'].map((id) => ({ id, name: 'look', arguments: { deep: true } })) },
      { role: 'tool', callId: 'call_a', toolName: 'look', content: '{"status":"SUCCESS"}' },
      { role: 'tool', callId: 'call_b', toolName: 'look', content: '{"status":"SUCCESS"}' },
      { role: 'user', content: '[]' },
    ];
    await ask(providerOf(server), { messages });
    expect(server.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user']);
  });

  it('passes a tool that nobody has on to the gateway', async () => {
    const server = await serve();
    server.plan({ toolCalls: [{ name: 'fly', arguments: { to: 'the moon' } }] });
    const { reply } = await ask(providerOf(server));
    expect(reply.toolCalls).toEqual([{ id: 'call_1_1', name: 'fly', arguments: { to: 'the moon' } }]);
  });

  it('keeps calls apart at a service that numbers them all 0', async () => {
    const server = await serve();
    server.plan({ toolCalls: [{ name: 'look' }, ...tell.toolCalls], repeatsIndex: true });
    const { reply } = await ask(providerOf(server));
    expect(reply.toolCalls.map(({ name, arguments: given }) => [name, given])).toEqual([
      ['look', {}],
      ['send_user_message', { content: greeting }],
    ]);
  });

  it('gives a reply without calls back as that, so that it can be asked again', async () => {
    const server = await serve();
    server.plan({ text: ' Hello. ' }, { text: '{"name": "look"}' });
    expect((await ask(providerOf(server))).reply).toMatchObject({ toolCalls: [], text: 'Hello.' });
    // A call that was only written down is no words for anybody.
    expect((await ask(providerOf(server))).reply).not.toHaveProperty('text');
  });

  it('is not asked where there is no tool to answer with', async () => {
    const server = await serve();
    await expect(ask(providerOf(server), { tools: [] })).rejects.toMatchObject({ code: 'model-refused', retryable: false });
    expect(server.calls()).toBe(0);
  });

  it('takes up a changed key with the next call', async () => {
    const server = await serve({ key: KEY });
    server.plan(tell);
    const keys = ['sk-old', `${KEY}\n`];
    const provider = providerOf(server, { apiKey: async () => keys.shift() });
    await expect(ask(provider)).rejects.toMatchObject({ code: 'model-key-refused' });
    await expect(ask(provider)).resolves.toBeDefined();
  });
});

describe('what a model costs', () => {
  it('is unknown, not nothing, where the service does not count', async () => {
    const server = await serve();
    server.plan({ ...tell, usage: null });
    expect((await ask(providerOf(server, farAway(server)))).reply.usage).toEqual({
      inputTokens: null,
      outputTokens: null,
      costMicroUsd: null,
    });
  });

  it('is nothing on this computer, with or without a price and a count', async () => {
    const server = await serve();
    server.plan({ ...tell, usage: null }, { ...tell, usage: { inputTokens: 7, outputTokens: 3 } });
    const provider = providerOf(server, { id: 'ollama', apiKey: () => undefined, prices: createPrices({ listed: [] }) });
    expect((await ask(provider)).reply.usage).toEqual({ inputTokens: null, outputTokens: null, costMicroUsd: 0 });
    expect((await ask(provider)).reply.usage).toEqual({ inputTokens: 7, outputTokens: 3, costMicroUsd: 0 });
  });

  it('has to be known before a model far away is asked', async () => {
    const server = await serve();
    const entered: ListedPrice[] = [];
    const provider = providerOf(server, { ...farAway(server), prices: createPrices({ listed: entered }) });
    await expect(ask(provider)).rejects.toMatchObject({
      code: 'model-unpriced',
      message:
        'It is not known what “test-model” of OpenAI costs, so it was not asked. Enter its price, or choose another model.',
      retryable: false,
    });
    expect(server.headers).toEqual([]);
    entered.push(price);
    server.plan(tell);
    await expect(ask(provider)).resolves.toBeDefined();
  });
});

describe('an address', () => {
  it('may end in a slash', async () => {
    const server = await serve();
    server.plan(tell);
    await expect(ask(providerOf(server, { baseUrl: ` ${server.baseUrl}/ ` }))).resolves.toBeDefined();
  });

  it('that cannot be used is refused at once, without what may be a password in it', () => {
    for (const baseUrl of ['', 'api.openai.com', 'file:///etc/passwd', 'https://me:secret@example.com/v1']) {
      const create = () =>
        createOpenAiProvider({
          id: 'x',
          label: 'Mine',
          description: '',
          baseUrl,
          apiKey: () => undefined,
          model: 'm',
          prices: createPrices({ listed: [] }),
        });
      expect(create).toThrow(expect.objectContaining({ code: 'model-refused', message: expect.not.stringContaining('secret') }));
    }
  });

  it('is this computer only by its own names', () => {
    const here = [
      'http://localhost:11434/v1',
      'http://127.0.0.1/v1',
      'http://127.9.8.7:1',
      'http://[::1]:80',
      'http://ollama.localhost',
      'http://2130706433',
    ];
    const elsewhere = [
      'http://localhost.example.com',
      'http://127.0.0.1.example.com',
      'https://api.openai.com',
      'http://192.168.1.2',
      'http://0.0.0.0',
      'http://[::ffff:10.0.0.1]',
      'nothing',
    ];
    expect([here.map(isLoopback), elsewhere.map(isLoopback)]).toEqual([here.map(() => true), elsewhere.map(() => false)]);
  });
});
