import { createFakeClock } from '@vos/base/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createModelServer, type ModelServer, type ModelServerOptions } from '../../testing/model-server/model-server.ts';
import { createPrices } from '../prices/prices.ts';
import { createOpenAiProvider } from './provider.ts';
import { listModels, tryModel } from './try-model.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await createModelServer(options);
  servers.push(server);
  return server;
}

const { signal } = new AbortController();

describe('the live test of a key', () => {
  it('shows the models it opens, in order, without asking any of them', async () => {
    const server = await serve({ key: 'sk-right', models: [{ id: 'tall' }, { id: 'small' }] });
    expect(await listModels({ label: 'Mine', baseUrl: `${server.baseUrl}/`, apiKey: () => 'sk-right', signal })).toEqual([
      'small',
      'tall',
    ]);
    expect(server.calls()).toBe(0);
  });

  it('says what is wrong with it, or with the address', async () => {
    const server = await serve({ key: 'sk-right' });
    const ask = (baseUrl: string, key: string | undefined, stop = signal) =>
      listModels({ label: 'Mine', baseUrl, apiKey: () => key, signal: stop });
    await expect(ask(server.baseUrl, 'sk-wrong')).rejects.toMatchObject({ code: 'model-key-refused' });
    await expect(ask(server.baseUrl, undefined)).rejects.toMatchObject({ code: 'model-key-missing' });
    await expect(ask(`${server.origin}/elsewhere`, 'sk-right')).rejects.toMatchObject({ code: 'model-unknown' });
    await expect(ask(server.baseUrl, 'sk-right', AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('the live test of a model', () => {
  const trial = (server: ModelServer, clock = createFakeClock()) => {
    const provider = createOpenAiProvider({
      id: 'mine',
      label: 'Mine',
      description: '',
      baseUrl: server.baseUrl,
      apiKey: () => undefined,
      model: 'test-model',
      prices: createPrices({ listed: [] }),
    });
    return tryModel({ label: 'Mine', clock, ask: (request) => provider.call(request, { signal, onPiece: () => {} }) });
  };

  it('passes a model that calls the tool, and says how long it took and what it used', async () => {
    const server = await serve();
    const clock = createFakeClock();
    server.plan({
      slow: { toolCalls: [{ name: 'report_ready', arguments: { word: 'ready' } }], usage: { inputTokens: 9, outputTokens: 4 } },
      beforeChunk: () => clock.advance(10),
    });
    const { durationMs, usage } = await trial(server, clock);
    expect(durationMs).toBeGreaterThan(0);
    expect(usage).toEqual({ inputTokens: 9, outputTokens: 4, costMicroUsd: 0 });
  });

  it('fails a model that only talks', async () => {
    const server = await serve();
    server.plan({ text: 'I am ready!' });
    await expect(trial(server)).rejects.toMatchObject({
      code: 'model-reply-invalid',
      message: 'Mine answers, but this model does not call tools, and VOS works by tools alone. Choose another model.',
    });
  });
});
