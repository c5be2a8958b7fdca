// Runs the real model when its weights are there: fetched by `npm run build`, ignored by git.
import { dot, must } from '@vos/base';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createEmbedder } from './embedder.ts';

const weightsFolder = fileURLToPath(new URL('../../../resources/weights', import.meta.url));
const hasWeights = existsSync(join(weightsFolder, 'all-MiniLM-L6-v2'));

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function open(options: Parameters<typeof createEmbedder>[0]) {
  const embedder = createEmbedder(options);
  ends.push(() => embedder.dispose());
  return embedder;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vos-embedder-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe.skipIf(!hasWeights)('the sentence model (skipped where its weights are not installed)', () => {
  const embedder = createEmbedder({ weightsFolder });
  afterAll(() => embedder.dispose());

  it('puts what means the same close together, in vectors of length 1', async () => {
    const vectors = await embedder.embed([
      'reset password',
      'forgot credentials',
      'weather is nice',
      'remind me to call mum',
      'reminder to phone mother',
    ]);
    for (const vector of vectors) {
      expect(vector).toHaveLength(384);
      expect(dot(vector, vector)).toBeCloseTo(1, 4);
    }
    const similarity = (left: number, right: number) => dot(must(vectors[left], 'embedded'), must(vectors[right], 'embedded'));
    expect(similarity(0, 1)).toBeGreaterThan(0.55);
    expect(similarity(3, 4)).toBeGreaterThan(0.55);
    expect(Math.abs(similarity(0, 2))).toBeLessThan(0.15);
  });

  it('tells nobody that it runs: its library leaves no id of this machine and no report for its maker', async () => {
    const program = join(await temporaryFolder(), 'program.mjs');
    const source = `
      const { createEmbedder } = await import(${JSON.stringify(new URL('./embedder.ts', import.meta.url).href)});
      const embedder = createEmbedder({ weightsFolder: ${JSON.stringify(weightsFolder)} });
      const [vector] = await embedder.embed(['hello']);
      await embedder.dispose();
      console.log(vector.length);`;
    await writeFile(program, source);
    const folder = await temporaryFolder();
    // Nothing else of this environment: on a build machine the library is silent by itself.
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder };
    const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
    expect(stdout).toBe('384\n');
    expect(await readdir(folder)).toEqual([]);
  });

  it('gives the same vector for a text alone and among others', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `sentence ${'word '.repeat(index)}`);
    const together = await embedder.embed(texts);
    for (const index of [0, 7, 8, 19]) {
      const [alone] = await embedder.embed([must(texts[index], 'one of twenty')]);
      expect(alone).toEqual(together[index]);
    }
  });

  it('takes an empty text, a text of a megabyte and text in other scripts', async () => {
    const vectors = await embedder.embed(['', 'a long story '.repeat(80_000), '東京は晴れです 🌞', '\u0000\ud800']);
    expect(vectors.map((vector) => Number(Math.hypot(...vector).toFixed(3)))).toEqual([1, 1, 1, 1]);
  });

  it('says that it is unavailable when its thread crashes, and works again with the next request', async () => {
    const crashing = `
      const { parentPort } = require('node:worker_threads');
      parentPort.on('message', () => process.exit(3));
      parentPort.postMessage({ kind: 'ready' });
    `;
    let started = 0;
    const crashed = open({
      weightsFolder,
      startWorker: (file, modelFolder) => {
        started += 1;
        return started === 1 ? new Worker(crashing, { eval: true }) : new Worker(file, { workerData: { modelFolder } });
      },
    });
    await expect(crashed.embed(['hello'])).rejects.toMatchObject({ code: 'embedder-unavailable', retryable: true });
    expect(await crashed.embed(['hello'])).toHaveLength(1);
    expect(started).toBe(2);
  });

  it('is disposed in the middle of its work without harm to the process', async () => {
    const busy = open({ weightsFolder });
    await busy.embed(['hello']);
    const unfinished = expect(busy.embed(Array.from({ length: 100 }, (_, index) => `sentence ${index}`))).rejects.toMatchObject({
      code: 'embedder-unavailable',
    });
    await busy.dispose();
    await unfinished;
  });
});

describe('an embedder without its model', () => {
  it('says in a sentence that requests are understood by keywords only', async () => {
    const embedder = open({ weightsFolder: await temporaryFolder() });
    await expect(embedder.embed(['hello'])).rejects.toMatchObject({
      code: 'embedder-unavailable',
      message: expect.stringContaining('by keywords only') as string,
      retryable: false,
    });
  });

  it('says that a damaged model cannot be used', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'all-MiniLM-L6-v2', 'onnx'), { recursive: true });
    for (const file of ['tokenizer.json', 'tokenizer_config.json', 'onnx/model_q4.onnx']) {
      await writeFile(join(folder, 'all-MiniLM-L6-v2', file), '{ "cut off');
    }
    const embedder = open({ weightsFolder: folder });
    await expect(embedder.embed(['hello'])).rejects.toMatchObject({ code: 'embedder-unavailable' });
    await expect(embedder.embed(['again'])).rejects.toMatchObject({ code: 'embedder-unavailable' });
  });

  it('rejects what is asked after it was disposed', async () => {
    const embedder = open({ weightsFolder });
    await embedder.dispose();
    await expect(embedder.embed(['hello'])).rejects.toMatchObject({ code: 'embedder-unavailable' });
  });
});
