// Sentence embeddings for the whole host, computed in a worker thread that starts with the first request.
import { CodedError, type Embedder } from '@vos/base';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createWorkerClient } from './workers/worker-client.ts';
import { workerFile } from './workers/worker-file.ts';

export interface EmbedderOptions {
  /** Folder that holds the models' folders: resources/weights. */
  readonly weightsFolder: string;
  /** Starts the thread; a test passes its own to get hold of it. */
  readonly startWorker?: (file: URL, modelFolder: string) => Worker;
}

export interface WorkerEmbedder extends Embedder {
  /** Whether the model's weights are there. */
  isInstalled(): boolean;
  /** Starts the thread ahead of the first text, if the weights are there. */
  warm(): void;
  dispose(): Promise<void>;
}

/** Said wherever the weights are missing. */
export const WEIGHTS_MISSING =
  'The sentence model is not installed, so VOS understands requests by keywords only. It is fetched at the next start with a network.';

/** For JavaScript's part, mostly the tokenizer; the model lies outside. Unlimited, garbage of short texts took 6 MB more. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

const MODEL = 'all-MiniLM-L6-v2';
/** Texts a question to the worker. Few, so that a request typed meanwhile waits for one piece of a long list at most (14 ms). */
const PIECE_LENGTH = 8;

/** `embed` rejects with `embedder-unavailable` while the weights are missing or damaged, and for what a crashed thread was working on. */
export function createEmbedder({ weightsFolder, startWorker = defaultStart }: EmbedderOptions): WorkerEmbedder {
  const modelFolder = join(weightsFolder, MODEL);
  const file = workerFile('embedder');
  const client = createWorkerClient<readonly string[], readonly Float32Array[]>({
    canBeCutOff: false,
    start: () => startWorker(file, modelFolder),
    lost: (reason) =>
      unavailable(
        `The sentence model stopped (${reason}). VOS understands requests by keywords meanwhile and tries the model again with the next one.`,
        true,
      ),
  });
  const isInstalled = (): boolean => existsSync(join(modelFolder, 'onnx', 'model_q4.onnx'));
  return {
    dimensions: 384,
    isInstalled,
    warm() {
      if (isInstalled()) client.warm();
    },
    async embed(texts) {
      if (!isInstalled()) throw unavailable(WEIGHTS_MISSING, false);
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += PIECE_LENGTH) {
        vectors.push(...(await client.ask(texts.slice(from, from + PIECE_LENGTH))));
      }
      return vectors;
    },
    dispose: () => client.dispose(),
  };
}

/**
 * Loaded without this, onnxruntime-node (since 1.29, but for Windows) writes an id of the machine into the home folder and reports to its
 * maker which models are loaded and how they do (microsoft/onnxruntime#27379). It reads the environment of the process, which is not the
 * copy that its thread gets.
 */
function keepRuntimeSilent(): void {
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
}

function defaultStart(file: URL, modelFolder: string): Worker {
  keepRuntimeSilent();
  return new Worker(file, { workerData: { modelFolder }, resourceLimits: RESOURCE_LIMITS });
}

function unavailable(message: string, retryable: boolean): CodedError {
  return new CodedError('embedder-unavailable', message, { retryable });
}
