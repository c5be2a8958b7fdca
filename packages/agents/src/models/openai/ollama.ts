// Finds Ollama on this computer by asking it, in its own API, which models it has and which of them can answer.
import { type Clock, systemClock } from '@vos/base';
import { z } from 'zod';
import { boundedBody } from './bounded-body.ts';

/** Where Ollama listens unless it was told otherwise. */
const OLLAMA_ORIGIN = 'http://127.0.0.1:11434';

/** A service on this computer that is there answers within a few milliseconds, on a busy one within some hundred. */
const LIST_TIMEOUT_MS = 1_000;

/** For all questions about single models together; Ollama reads each model's file to answer. */
const SHOW_TIMEOUT_MS = 3_000;

/** Licences and templates make an answer some 100 KB long. */
const ANSWER_LIMIT_BYTES = 4 * 1024 * 1024;

export interface OllamaModel {
  readonly name: string;
  /** As Ollama says it, “8.0B”; null where it does not. */
  readonly parameterSize: string | null;
  readonly sizeBytes: number | null;
  /** False for models that are made for something else, such as embeddings; null where this version of Ollama does not say. */
  readonly canAnswer: boolean | null;
  /** The address of the computer it really runs on, where that is another one: then requests leave this computer. */
  readonly runsAt: string | null;
}

export interface FoundOllama {
  readonly origin: string;
  /** The address to give to createOpenAiProvider. */
  readonly baseUrl: string;
  /** In Ollama's order, the last used first. */
  readonly models: readonly OllamaModel[];
}

const tags = z.object({
  models: z.array(
    z.object({
      name: z.string().min(1),
      size: z.number().nonnegative().nullish(),
      remote_host: z.string().nullish(),
      details: z.object({ parameter_size: z.string().nullish() }).nullish(),
    }),
  ),
});

const shown = z.object({ capabilities: z.array(z.string()).nullish() });

/** Undefined where nothing answers, or something that is not Ollama. Never rejects. */
export async function findOllama({
  origin = OLLAMA_ORIGIN,
  fetch = globalThis.fetch,
  clock = systemClock,
}: {
  origin?: string;
  fetch?: typeof globalThis.fetch;
  clock?: Clock;
} = {}): Promise<FoundOllama | undefined> {
  const listed = await withinTime(clock, LIST_TIMEOUT_MS, async (signal) =>
    tags.parse(await ask(fetch, `${origin}/api/tags`, { signal })),
  );
  if (listed === undefined) return undefined;
  const capabilities = new Map<string, readonly string[]>();
  await withinTime(clock, SHOW_TIMEOUT_MS, (signal) =>
    Promise.allSettled(
      listed.models.map(async ({ name }) => {
        const question = {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model: name }),
          signal,
        };
        const answer = shown.parse(await ask(fetch, `${origin}/api/show`, question));
        if (answer.capabilities != null) capabilities.set(name, answer.capabilities);
      }),
    ),
  );
  return {
    origin,
    baseUrl: `${origin}/v1`,
    models: listed.models.map(({ name, size, remote_host, details }) => ({
      name,
      parameterSize: details?.parameter_size || null,
      sizeBytes: size ?? null,
      canAnswer: capabilities.get(name)?.includes('completion') ?? null,
      runsAt: remote_host || null,
    })),
  };
}

async function ask(fetch: typeof globalThis.fetch, address: string, init: RequestInit): Promise<unknown> {
  const response = boundedBody(await fetch(address, { ...init, redirect: 'error' }), {
    totalBytes: ANSWER_LIMIT_BYTES,
    lineBytes: ANSWER_LIMIT_BYTES,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`Status ${response.status}`);
  }
  return response.json();
}

/** Undefined where the work fails or takes too long, which is the same to whoever asks whether something is there. */
async function withinTime<Value>(
  clock: Clock,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | undefined> {
  const limit = new AbortController();
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const cancelTimer = clock.schedule(limitMs, () => {
    resolve(undefined);
    limit.abort();
  });
  try {
    return await Promise.race([work(limit.signal), late]);
  } catch {
    return undefined;
  } finally {
    cancelTimer();
  }
}
