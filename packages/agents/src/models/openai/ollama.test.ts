import { createFakeClock } from '@vos/base/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createModelServer, type ModelServer, type ModelServerOptions } from '../../testing/model-server/model-server.ts';
import { createPrices } from '../prices/prices.ts';
import { findOllama } from './ollama.ts';
import { createOpenAiProvider } from './provider.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: ModelServerOptions): Promise<ModelServer> {
  const server = await createModelServer(options);
  servers.push(server);
  return server;
}

const small = { name: 'small:4b', sizeBytes: 2_600_000_000, parameterSize: '4.0B', capabilities: ['completion', 'tools'] };
const plain = { name: 'plain:latest', sizeBytes: 900_000_000, parameterSize: '1.2B', capabilities: ['embedding'] };
const remote = {
  name: 'large:cloud',
  sizeBytes: 400,
  parameterSize: '',
  capabilities: ['completion', 'tools'],
  remoteHost: 'https://ollama.com:443',
};

describe('Ollama on this computer', () => {
  it('is found with its models, what they can do and where they run', async () => {
    const server = await serve({ ollama: [small, plain, remote] });
    expect(await findOllama({ origin: server.origin, clock: createFakeClock() })).toEqual({
      origin: server.origin,
      baseUrl: server.baseUrl,
      models: [
        { name: 'small:4b', parameterSize: '4.0B', sizeBytes: 2_600_000_000, canAnswer: true, runsAt: null },
        { name: 'plain:latest', parameterSize: '1.2B', sizeBytes: 900_000_000, canAnswer: false, runsAt: null },
        { name: 'large:cloud', parameterSize: null, sizeBytes: 400, canAnswer: true, runsAt: 'https://ollama.com:443' },
      ],
    });
  });

  it('answers at the address it was found at, without a key and at no cost', async () => {
    const server = await serve({ ollama: [small], models: [{ id: small.name }] });
    const found = await findOllama({ origin: server.origin, clock: createFakeClock() });
    server.plan({ toolCalls: [{ name: 'look' }] });
    const provider = createOpenAiProvider({
      id: 'ollama',
      label: 'Ollama',
      description: 'A model on this computer.',
      baseUrl: found?.baseUrl ?? '',
      apiKey: () => undefined,
      model: found?.models[0]?.name ?? '',
      prices: createPrices({ listed: [] }),
    });
    const { usage } = await provider.call(
      {
        agentId: 'a',
        conversationId: 'c',
        system: '',
        messages: [],
        tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
      },
      { signal: new AbortController().signal, onPiece: () => {} },
    );
    expect(usage.costMicroUsd).toBe(0);
    expect(server.headers.map(({ authorization }) => authorization)).toEqual([undefined, undefined, undefined]);
  });

  it('is not there where nothing listens, something else answers, or it is asked to look elsewhere', async () => {
    const gone = await createModelServer();
    await gone.close();
    const other = await serve({});
    const answers = [
      () => new Response('{"models":"none"}'),
      () => new Response('<html>'),
      () => Response.redirect('http://127.0.0.1:1/', 302),
    ];
    const found = [
      await findOllama({ origin: gone.origin, clock: createFakeClock() }),
      await findOllama({ origin: other.origin, clock: createFakeClock() }),
      ...(await Promise.all(answers.map((answer) => findOllama({ fetch: async () => answer(), clock: createFakeClock() })))),
    ];
    expect(found).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('is given up after a second of silence, and a model that does not say what it can do is still listed', async () => {
    const clock = createFakeClock();
    const silent = (_input: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    const absent = findOllama({ fetch: silent, clock });
    await clock.advance(1_000);
    expect(await absent).toBeUndefined();

    const listed = findOllama({
      clock,
      fetch: (input, init) =>
        input === 'http://127.0.0.1:11434/api/tags'
          ? Promise.resolve(Response.json({ models: [{ name: 'old' }] }))
          : silent(input, init),
    });
    await clock.advance(3_000);
    expect((await listed)?.models).toEqual([
      { name: 'old', parameterSize: null, sizeBytes: null, canAnswer: null, runsAt: null },
    ]);
    expect(clock.pending()).toBe(0);
  });
});
