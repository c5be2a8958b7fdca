// Runs the sentence model in a thread of its own, so that the main thread never waits for it.
import { Tokenizer } from '@huggingface/tokenizers';
import { must } from '@vos/base';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { answerQuestions } from './worker-port.ts';

/** What the model was trained to read at once; more words do not make its vectors better. */
const TOKEN_LIMIT = 256;
/** Far more characters than 256 tokens can hold, and little enough that cutting a text into tokens stays under a millisecond or so. */
const TEXT_LIMIT = 8_000;

const { modelFolder } = workerData as { readonly modelFolder: string };

await answerQuestions<readonly string[], readonly Float32Array[]>(async () => {
  const readJson = async (file: string) => JSON.parse(await readFile(join(modelFolder, file), 'utf8')) as object;
  const tokenizer = new Tokenizer(await readJson('tokenizer.json'), await readJson('tokenizer_config.json'));
  // One thread: a second one saved 13 % a sentence (1.70 to 1.48 ms), and would take that core from the host.
  const session = await InferenceSession.create(join(modelFolder, 'onnx', 'model_q4.onnx'), { intraOpNumThreads: 1 });
  return async (texts) => {
    const vectors: Float32Array<ArrayBuffer>[] = [];
    // One by one: a batch padded to its longest text took 4.3 ms a sentence instead of 1.7.
    for (const text of texts) vectors.push(await vectorOf(session, tokensOf(tokenizer, text)));
    return { answer: vectors, transfer: vectors.map((vector) => vector.buffer) };
  };
});

function tokensOf(tokenizer: Tokenizer, text: string): readonly number[] {
  const { ids } = tokenizer.encode(text.slice(0, TEXT_LIMIT));
  if (ids.length <= TOKEN_LIMIT) return ids;
  // The last token closes the sentence and stays.
  return [...ids.slice(0, TOKEN_LIMIT - 1), must(ids.at(-1), 'a long text has tokens')];
}

/** The mean of the last layer over all tokens, at length 1. */
async function vectorOf(session: InferenceSession, tokens: readonly number[]): Promise<Float32Array<ArrayBuffer>> {
  const shape = [1, tokens.length];
  const filled = (value: bigint) => new Tensor('int64', new BigInt64Array(tokens.length).fill(value), shape);
  const { last_hidden_state: output } = await session.run({
    input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), shape),
    attention_mask: filled(1n),
    token_type_ids: filled(0n),
  });
  const states = must(output, 'the model names its output so');
  const values = states.data as Float32Array;
  const dimensions = must(states.dims[2], 'the output has three dimensions');
  const sum = new Float32Array(dimensions);
  for (let index = 0; index < values.length; index += 1) {
    const dimension = index % dimensions;
    sum[dimension] = (sum[dimension] ?? 0) + (values[index] ?? 0);
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
