// A model service on this machine for tests: speaks the documented chat-completions protocol, refuses what the real one refuses, says
// what it was told to say, counts what it was asked, and fails in every way a service can.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ChatRequest, checkRequest, type KnownModel, type Refusal } from './check-request.ts';
import { chargedUsage, chunksOf, completionOf, type ServerReply, type ServerUsage } from './completion.ts';
import { type OllamaServerModel, showAnswer, tagsAnswer } from './ollama-answers.ts';

export type ModelServerStep =
  | ServerReply
  /** Waits for the promise before each chunk; tells when the last one has been handed to the connection. */
  | {
      readonly slow: ServerReply;
      readonly beforeChunk: (position: number) => Promise<void>;
      readonly afterLast?: () => void;
    }
  /** Sends so many chunks and then loses the connection, or ends it as if all were said. */
  | { readonly cut: ServerReply; readonly afterChunks: number; readonly ends?: 'lost' | 'politely' }
  | { readonly fault: 'busy'; readonly retryAfter?: string }
  | { readonly fault: 'credit-spent' }
  | {
      readonly fault: 'error';
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** An error inside a stream that began well. */
  | { readonly fault: 'stream-error' }
  | { readonly fault: 'malformed' }
  | { readonly fault: 'not-a-stream' }
  /** Never answers. */
  | { readonly fault: 'silence' };

export interface ModelServerOptions {
  /** Default: one model, `test-model`. */
  readonly models?: readonly KnownModel[];
  /** The only key that is let in; null lets everybody in, as a local service does. */
  readonly key?: string | null;
  /** Answers Ollama's own questions too. */
  readonly ollama?: readonly OllamaServerModel[];
  /** What to say where nothing was planned; undefined is an unplanned call. */
  readonly respond?: (request: ChatRequest) => ModelServerStep | undefined;
}

export interface ModelServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** The address a provider is given. */
  readonly baseUrl: string;
  /** The next answers, in order. */
  plan(...steps: readonly ModelServerStep[]): void;
  /** Every chat request that was let in and not refused. */
  readonly requests: readonly ChatRequest[];
  /** Headers of every request of any kind, refused ones too. */
  readonly headers: readonly IncomingMessage['headers'][];
  /** How many chat requests arrived, refused ones too. */
  calls(): number;
  /** What was charged: every reply that was begun, in full, whether or not anybody heard it to its end. */
  charged(): ServerUsage;
  unused(): number;
  /** Resolves when a connection has ended before its answer was complete, whichever end let go. */
  abandoned(): Promise<void>;
  /** Ends every connection. Rejects if a call came that nobody planned. */
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function createModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const { models = [{ id: 'test-model' }], key = null, ollama, respond } = options;
  const planned: ModelServerStep[] = [];
  const requests: ChatRequest[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const unplanned: string[] = [];
  const abandonment = Promise.withResolvers<void>();
  let calls = 0;
  let inputTokens = 0;
  let outputTokens = 0;

  function charge(request: ChatRequest, reply: ServerReply): void {
    const usage = chargedUsage(request, reply);
    inputTokens += usage.inputTokens;
    outputTokens += usage.outputTokens;
  }

  async function answerChat(body: string, response: ServerResponse): Promise<void> {
    calls += 1;
    const request = checkRequest(body, models);
    if ('status' in request) return refuse(response, request);
    requests.push(request);
    const step = planned.shift() ?? respond?.(request);
    if (step === undefined) {
      unplanned.push(request.model);
      return refuse(response, { status: 400, message: 'Nobody planned this call.', param: null, code: 'unplanned' });
    }
    const id = String(requests.length);
    if ('fault' in step) return fail(response, step);
    const reply = 'slow' in step ? step.slow : 'cut' in step ? step.cut : step;
    charge(request, reply);
    if ('cut' in step)
      return stream(response, chunksOf(request, step.cut, id).slice(0, step.afterChunks), { ends: step.ends ?? 'lost' });
    if (request.stream !== true) return answer(response, 200, completionOf(request, reply, id));
    await stream(response, chunksOf(request, reply, id), 'slow' in step ? { beforeChunk: step.beforeChunk } : {});
    if ('slow' in step) step.afterLast?.();
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    headers.push(request.headers);
    response.once('close', () => {
      if (!response.writableFinished) abandonment.resolve();
    });
    const where = `${request.method} ${request.url}`;
    const body = await textOf(request);
    if (ollama !== undefined && where === 'GET /api/tags') return answer(response, 200, tagsAnswer(ollama));
    if (ollama !== undefined && where === 'POST /api/show') {
      const shown = showAnswer(ollama, body);
      return shown === undefined ? answer(response, 404, { error: 'model not found' }) : answer(response, 200, shown);
    }
    const refused = keyRefusal(request.headers.authorization, key);
    if (refused !== undefined) {
      if (where === 'POST /v1/chat/completions') calls += 1;
      return refuse(response, refused);
    }
    if (where === 'GET /v1/models') {
      return answer(response, 200, {
        object: 'list',
        data: models.map(({ id }) => ({ id, object: 'model', created: 0, owned_by: 'test' })),
      });
    }
    if (where === 'POST /v1/chat/completions') return answerChat(body, response);
    refuse(response, { status: 404, message: `Invalid URL (${where})`, param: null, code: null });
  }

  const server = createServer((request, response) => {
    // A caller that goes away while being answered is part of the game, not a failure of the server.
    route(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    baseUrl: `${origin}/v1`,
    plan: (...steps) => void planned.push(...steps),
    requests,
    headers,
    calls: () => calls,
    charged: () => ({ inputTokens, outputTokens }),
    unused: () => planned.length,
    abandoned: () => abandonment.promise,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      if (unplanned.length > 0) throw new Error(`Unplanned model calls: ${unplanned.join(', ')}`);
    },
  };
}

/** The whole key is repeated, as no real service does: whoever shows this sentence to anybody shows the key. */
function keyRefusal(authorization: string | undefined, key: string | null): Refusal | undefined {
  if (key === null) return undefined;
  if (authorization === undefined) return { status: 401, message: "You didn't provide an API key.", param: null, code: null };
  if (authorization === `Bearer ${key}`) return undefined;
  const given = authorization.replace(/^Bearer /, '');
  return { status: 401, message: `Incorrect API key provided: ${given}.`, param: null, code: 'invalid_api_key' };
}

async function fail(response: ServerResponse, step: Extract<ModelServerStep, { fault: string }>): Promise<void> {
  switch (step.fault) {
    case 'busy':
      if (step.retryAfter !== undefined) response.setHeader('retry-after', step.retryAfter);
      return refuse(response, { status: 429, message: 'Rate limit reached.', param: null, code: 'rate_limit_exceeded' });
    case 'credit-spent':
      return refuse(response, {
        status: 429,
        message: 'You exceeded your current quota.',
        param: null,
        code: 'insufficient_quota',
      });
    case 'error':
      for (const [name, value] of Object.entries(step.headers ?? {})) response.setHeader(name, value);
      return refuse(response, {
        status: step.status,
        message: step.message ?? 'The server had an error.',
        param: null,
        code: null,
      });
    case 'stream-error':
      return stream(
        response,
        [JSON.stringify({ error: { message: 'The server had an error.', type: 'server_error', param: null, code: null } })],
        {},
      );
    case 'malformed':
      return stream(response, ['{"choices":[{"delta":{"tool_calls":'], {});
    case 'not-a-stream':
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Welcome</title>');
      return;
    case 'silence':
      return;
  }
}

interface StreamOptions {
  readonly beforeChunk?: (position: number) => Promise<void>;
  readonly ends?: 'lost' | 'politely';
}

async function stream(
  response: ServerResponse,
  chunks: readonly string[],
  { beforeChunk, ends = 'politely' }: StreamOptions,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  for (const [position, chunk] of chunks.entries()) {
    await beforeChunk?.(position);
    if (response.destroyed) return;
    await new Promise<void>((resolve) => void response.write(`data: ${chunk}\n\n`, () => resolve()));
  }
  if (ends === 'lost') response.destroy();
  else await new Promise<void>((resolve) => void response.end(resolve));
}

function refuse(response: ServerResponse, { status, message, param, code }: Refusal): void {
  answer(response, status, { error: { message, type: status >= 500 ? 'server_error' : 'invalid_request_error', param, code } });
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
