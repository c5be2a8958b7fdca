import { type AddressInfo, createServer } from 'node:net';
import type { CodedError } from '@vos/base';
import { createFakeClock, waitUntil } from '@vos/base/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createModelServer,
  type ModelServer,
  type ModelServerOptions,
  type ModelServerStep,
} from '../../testing/model-server/model-server.ts';
import { createModelFacade } from '../facade.ts';
import type { ModelPiece } from '../provider.ts';
import type { OpenAiProviderOptions } from './provider.ts';
import { ask, farAway, providerOf, request, tell } from '../../testing/model-server/asked-service.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await createModelServer(options);
  servers.push(server);
  return server;
}

/** How a call with this answer ends. */
async function failureAfter(step: ModelServerStep, options: Partial<OpenAiProviderOptions> = {}): Promise<unknown> {
  const server = await serve();
  server.plan(step);
  const failure = await ask(providerOf(server, options)).catch((error: unknown) => error);
  expect([server.calls(), server.unused()]).toEqual([1, 0]);
  return failure;
}

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

  it('before or instead of an answer costs nothing; what may have been answered costs nobody knows what', async () => {
    const free = { costMicroUsd: 0 };
    const cases: [ModelServerStep, object | undefined][] = [
      [{ fault: 'busy' }, free],
      [{ fault: 'credit-spent' }, free],
      [{ fault: 'error', status: 400 }, free],
      [{ fault: 'error', status: 403 }, free],
      [{ fault: 'error', status: 503 }, free],
      [{ fault: 'error', status: 500 }, undefined],
      [{ fault: 'error', status: 504 }, undefined],
      [{ fault: 'stream-error' }, undefined],
      [{ fault: 'malformed' }, undefined],
      [{ cut: tell, afterChunks: 4 }, undefined],
      [{ cut: tell, afterChunks: 4, ends: 'politely' }, undefined],
      [{ ...tell, finishReason: 'length', usage: { inputTokens: 10, outputTokens: 4 } }, { costMicroUsd: 52 }],
    ];
    for (const [step, usage] of cases) {
      const server = await serve();
      server.plan(step);
      const failure = (await ask(providerOf(server, farAway(server))).catch((error: unknown) => error)) as CodedError;
      const detail = failure.detail as { usage?: object } | undefined;
      if (usage === undefined) expect([step, detail?.usage]).toEqual([step, undefined]);
      else expect([step, detail?.usage]).toMatchObject([step, usage]);
    }
  });

  it('to write arguments that are JSON has its reply kept, with what is wrong, and is paid', async () => {
    const server = await serve();
    server.plan({ toolCalls: [{ name: 'look', arguments: '{"deep": tru' }], usage: { inputTokens: 10, outputTokens: 4 } });
    expect((await ask(providerOf(server, farAway(server)))).reply).toEqual({
      toolCalls: [],
      usage: { inputTokens: 10, outputTokens: 4, costMicroUsd: 52 },
      problem: 'the arguments of “look” are not JSON',
    });
  });

  it('that is not there at all is named with its address', async () => {
    const server = await createModelServer();
    await server.close();
    const host = new URL(server.origin).host;
    await expect(ask(providerOf(server))).rejects.toMatchObject({
      code: 'model-unavailable',
      message: `OpenAI cannot be reached at ${host}.`,
      retryable: true,
      detail: { status: null, retryAfterMs: null, usage: { costMicroUsd: 0 } },
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
    const provider = providerOf(server);
    const facade = createModelFacade({ choose: () => provider, clock });
    const asked = facade.call(
      { provider, request, worstCaseMicroUsd: 0 },
      { signal: new AbortController().signal, onPiece: () => {} },
    );
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
