import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createFakeClock, waitUntil } from '@vos/base/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createModelServer,
  type ModelServer,
  type ModelServerOptions,
  type ModelServerStep,
} from '../../testing/model-server/model-server.ts';
import { createModelFacade } from '../facade.ts';
import type { ListedPrice } from '../prices/price-list.ts';
import { createPrices } from '../prices/prices.ts';
import type { ModelMessage, ModelPiece, ModelRequest } from '../provider.ts';
import { createOpenAiProvider, type OpenAiProviderOptions } from './provider.ts';

/** Unlike any well-known form of key, so that nothing but the key itself can be what keeps it out of a text. */
const KEY = 'Odd.key+0123456789/abcdefghij=';

const price: ListedPrice = {
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

const request: ModelRequest = {
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

const greeting = 'Hello, Zoë — “fine” 🙂\n';
const tell = { toolCalls: [{ name: 'send_user_message', arguments: { content: greeting } }] };

const servers: ModelServer[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await createModelServer(options);
  servers.push(server);
  return server;
}

/** A service far away, as far as the provider can tell: the requests for it are brought to the server on this machine. */
function farAway(server: ModelServer): Pick<OpenAiProviderOptions, 'baseUrl' | 'fetch'> {
  const baseUrl = 'https://api.example.com/v1';
  return { baseUrl, fetch: (input, init) => fetch(addressOf(input).replace(baseUrl, server.baseUrl), init) };
}

function providerOf(server: ModelServer, options: Partial<OpenAiProviderOptions> = {}) {
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

async function ask(
  provider: ReturnType<typeof providerOf>,
  asked: Partial<ModelRequest> = {},
  signal = new AbortController().signal,
) {
  const pieces: ModelPiece[] = [];
  const reply = await provider.call({ ...request, ...asked }, { signal, onPiece: (piece) => pieces.push(piece) });
  return { reply, pieces };
}

/** How a call with this answer ends. */
async function failureAfter(step: ModelServerStep, options: Partial<OpenAiProviderOptions> = {}): Promise<unknown> {
  const server = await serve();
  server.plan(step);
  const failure = await ask(providerOf(server, options)).catch((error: unknown) => error);
  expect([server.calls(), server.unused()]).toEqual([1, 0]);
  return failure;
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
    await ask(providerOf(server, { reasoningEffort: 'none' }));
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
    expect(server.requests).toEqual([expected, { ...expected, reasoning_effort: 'none' }]);
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
    server.plan({ text: 'Hello.' });
    expect((await ask(providerOf(server))).reply.toolCalls).toEqual([]);
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

describe('a service that fails', () => {
  it('is said in a sentence each time, with whether trying again may help, and is asked only once', async () => {
    const detail = (status: number | null, retryAfterMs: number | null = null) => ({ status, retryAfterMs });
    const lost = {
      code: 'model-unavailable',
      retryable: true,
      message: 'The connection to OpenAI was lost in the middle of a reply. Nothing of it was carried out.',
    };
    const cases: [ModelServerStep, object][] = [
      [
        { fault: 'busy', retryAfter: '20' },
        {
          code: 'model-busy',
          retryable: true,
          message: 'OpenAI is busy, or this account has reached its limit for the moment.',
          detail: detail(429, 20_000),
        },
      ],
      [{ fault: 'busy' }, { code: 'model-busy', retryable: true, detail: detail(429) }],
      [
        { fault: 'error', status: 429, headers: { 'retry-after-ms': '1500' } },
        { code: 'model-busy', detail: detail(429, 1500) },
      ],
      [
        { fault: 'error', status: 429, headers: { 'retry-after': 'tomorrow' } },
        { code: 'model-busy', detail: detail(429) },
      ],
      [
        {
          fault: 'error',
          status: 503,
          headers: { date: 'Mon, 05 Jan 2026 09:00:00 GMT', 'retry-after': 'Mon, 05 Jan 2026 09:01:30 GMT' },
        },
        { code: 'model-unavailable', retryable: true, detail: detail(503, 90_000) },
      ],
      [
        { fault: 'credit-spent' },
        {
          code: 'model-credit-spent',
          retryable: false,
          message: 'OpenAI says that this account has no credit left. Add credit there, or choose another model.',
        },
      ],
      [
        { fault: 'error', status: 500 },
        {
          code: 'model-unavailable',
          retryable: true,
          message: 'OpenAI has a problem of its own and did not answer (status 500).',
          detail: detail(500),
        },
      ],
      [{ fault: 'stream-error' }, { code: 'model-unavailable', retryable: true, detail: detail(null) }],
      [
        { cut: tell, afterChunks: 4 },
        { ...lost, detail: detail(null) },
      ],
      [
        { cut: tell, afterChunks: 4, ends: 'politely' },
        { ...lost, detail: detail(null) },
      ],
      [
        { cut: tell, afterChunks: 0, ends: 'politely' },
        { ...lost, detail: detail(null) },
      ],
      [
        { fault: 'malformed' },
        { code: 'model-reply-invalid', retryable: true, message: 'OpenAI sent a reply that cannot be read.' },
      ],
      [
        { toolCalls: [{ name: 'look', arguments: '{"deep": tru' }] },
        {
          code: 'model-reply-invalid',
          retryable: true,
          message: 'OpenAI sent a reply that cannot be used: the arguments of “look” are not JSON.',
        },
      ],
      [
        { ...tell, finishReason: 'length' },
        { code: 'model-reply-invalid', retryable: false },
      ],
      [
        { ...tell, finishReason: 'content_filter' },
        { code: 'model-refused', retryable: false },
      ],
      [
        { toolCalls: [{ name: 'look', arguments: { text: 'x'.repeat(2_000_000) } }], pieceLength: 100_000 },
        {
          code: 'model-reply-invalid',
          retryable: false,
          message: 'OpenAI wrote more than 1,000,000 characters and was stopped. Ask for less at a time.',
        },
      ],
      [
        { fault: 'error', status: 400, message: 'Unsupported value:\n reasoning' },
        { code: 'model-refused', retryable: false, message: 'OpenAI refused the request. It says: Unsupported value: reasoning' },
      ],
      [
        { fault: 'error', status: 403, message: '' },
        { code: 'model-refused', message: 'OpenAI does not let this account use “test-model”.' },
      ],
      [
        { fault: 'error', status: 413 },
        { code: 'model-refused', retryable: false },
      ],
    ];
    for (const [step, expected] of cases) expect(await failureAfter(step)).toMatchObject(expected);
  });

  it('that is not there at all is named with its address', async () => {
    const server = await createModelServer();
    await server.close();
    const host = new URL(server.origin).host;
    await expect(ask(providerOf(server))).rejects.toMatchObject({
      code: 'model-unavailable',
      message: `OpenAI cannot be reached at ${host}.`,
      retryable: true,
      detail: { status: null, retryAfterMs: null },
    });
  });

  it('that does not know the model, or is no model service, says so', async () => {
    const server = await serve();
    await expect(ask(providerOf(server, { model: 'no-such-model' }))).rejects.toMatchObject({
      code: 'model-unknown',
      message:
        'OpenAI does not know the model “no-such-model” at this address. Check its name and the address, or choose another model.',
      retryable: false,
    });
    await expect(ask(providerOf(server, { baseUrl: `${server.origin}/v2` }))).rejects.toMatchObject({ code: 'model-unknown' });
    server.plan({ fault: 'not-a-stream' });
    await expect(ask(providerOf(server))).rejects.toMatchObject({
      code: 'model-unknown',
      message: `What answers at ${new URL(server.origin).host} is no model service that can be used. Check the address of OpenAI.`,
    });
  });

  it('that points to another address is not followed, so that nothing is told to a stranger', async () => {
    const [stranger, server] = [await serve(), await serve()];
    server.plan({ fault: 'error', status: 307, headers: { location: `${stranger.baseUrl}/chat/completions` } });
    await expect(ask(providerOf(server))).rejects.toMatchObject({ code: 'model-refused', retryable: false });
    expect(stranger.headers).toEqual([]);
  });

  it('that sends without end is let go of', async () => {
    const endless = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: ');
      const block = Buffer.alloc(1024 * 1024, 'x');
      const more = (): void => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on('drain', more);
      more();
    });
    await new Promise<void>((resolve) => void endless.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/v1`;
    try {
      await expect(ask(providerOf(await serve(), { baseUrl }))).rejects.toMatchObject({
        code: 'model-reply-invalid',
        retryable: false,
      });
    } finally {
      await new Promise<void>((resolve) => void endless.close(() => resolve()));
    }
  });

  it('that stays silent is given up after 90 seconds and hung up on', async () => {
    const server = await serve();
    server.plan({ fault: 'silence' });
    const clock = createFakeClock();
    const facade = createModelFacade({ provider: providerOf(server), clock });
    const asked = facade.call(request, { signal: new AbortController().signal, onPiece: () => {} });
    const failure = expect(asked).rejects.toMatchObject({
      code: 'model-timeout',
      message: 'OpenAI did not answer within 90 seconds.',
      retryable: true,
    });
    await waitUntil('the request to arrive', () => server.requests.length === 1);
    await clock.advance(90_000);
    await failure;
    await server.abandoned();
    expect(clock.pending()).toBe(0);
  });
});

describe('a request that is stopped', () => {
  it('before it began asks nobody', async () => {
    const server = await serve();
    await expect(ask(providerOf(server), {}, AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted', retryable: false });
    expect(server.headers).toEqual([]);
  });

  it('in the middle of a reply ends at once, hangs up, and passes on nothing more', async () => {
    const server = await serve();
    const { promise: written, resolve: reached } = Promise.withResolvers<void>();
    const { promise: goOn, resolve: release } = Promise.withResolvers<void>();
    server.plan({
      slow: tell,
      async beforeChunk(position) {
        if (position < 6) return;
        reached();
        await goOn;
      },
    });
    const stop = new AbortController();
    const pieces: ModelPiece[] = [];
    const asked = providerOf(server).call(request, { signal: stop.signal, onPiece: (piece) => pieces.push(piece) });
    const failure = expect(asked).rejects.toMatchObject({ code: 'aborted' });
    await written;
    stop.abort();
    await failure;
    const heard = pieces.length;
    await server.abandoned();
    release();
    expect(pieces.length).toBe(heard);
  });
});

describe('a key', () => {
  it('that is refused or missing is said without the key', async () => {
    const server = await serve({ key: 'sk-another' });
    await expect(ask(providerOf(server))).rejects.toMatchObject({
      code: 'model-key-refused',
      message: 'OpenAI refused the key. Check that it is complete and still valid, or choose another model.',
      retryable: false,
      detail: { status: 401, retryAfterMs: null },
    });
    await expect(ask(providerOf(server, { apiKey: () => ' ' }))).rejects.toMatchObject({
      code: 'model-key-missing',
      retryable: false,
    });
  });

  // The test server repeats the key it was given in its refusal, and so do some proxies.
  it('is in no error and no log, whatever the service says', async () => {
    const written: unknown[] = [];
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, method).mockImplementation((...parts) => void written.push(parts));
    vi.stubEnv('OPENAI_LOG', 'debug');
    const refusing = await serve({ key: 'sk-another' });
    const echoing = await serve();
    const failures: unknown[] = [];
    for (const status of [400, 403, 404, 422, 429, 500]) {
      echoing.plan({ fault: 'error', status, message: `No: Bearer ${KEY} and sk-proj-another_key_99 are odd` });
      failures.push(await ask(providerOf(echoing)).catch((error: unknown) => error));
    }
    failures.push(await ask(providerOf(refusing)).catch((error: unknown) => error));
    failures.push(await ask(providerOf(refusing, { apiKey: () => `${KEY}\nx-evil: 1` })).catch((error: unknown) => error));
    failures.push(
      await ask(providerOf(refusing, { fetch: () => Promise.reject(new TypeError(`cannot send Bearer ${KEY}`)) })).catch(
        (error: unknown) => error,
      ),
    );
    vi.restoreAllMocks();
    expect(failures.map((failure) => (failure as { code?: string }).code)).toEqual([
      'model-refused',
      'model-refused',
      'model-unknown',
      'model-refused',
      'model-busy',
      'model-unavailable',
      'model-key-refused',
      'model-key-refused',
      'model-unavailable',
    ]);
    const said = [failures, written]
      .flat()
      .map((value) => everythingIn(value))
      .join('\n');
    expect(said).not.toContain(KEY);
    expect(said).not.toContain('another_key_99');
    expect(written).toEqual([]);
  });

  // The library falls back to the environment: a local model, or a stranger's service, would have been sent the key meant for OpenAI.
  it('and headers in the environment are sent to nobody', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-from-the-environment');
    vi.stubEnv('OPENAI_ADMIN_KEY', 'sk-admin-from-the-environment');
    vi.stubEnv('OPENAI_ORG_ID', 'org-from-the-environment');
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-from-the-environment');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-secret: from-the-environment');
    const server = await serve();
    server.plan(tell);
    await ask(providerOf(server, { apiKey: () => undefined }));
    expect(JSON.stringify(server.headers)).not.toContain('from-the-environment');
    expect(Object.keys(server.headers[0] ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'content-length',
      'content-type',
      'host',
      'sec-fetch-mode',
      'user-agent',
    ]);
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

  it('is this computer only by its own names', async () => {
    const { isLoopback } = await import('./loopback.ts');
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

function addressOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : input.toString();
}

/** All text reachable from a value, what only a debugger would show included. */
function everythingIn(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (seen.has(value)) return '';
  seen.add(value);
  const parts = Object.getOwnPropertyNames(value).map((name) => everythingIn((value as Record<string, unknown>)[name], seen));
  return value instanceof Headers ? [...parts, ...[...value].flat()].join('\n') : parts.join('\n');
}
