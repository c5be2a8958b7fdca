import type { Embedder } from '@vos/base';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exampleVectors } from './example-vectors.ts';

let cacheFolder = '';
beforeEach(async () => {
  cacheFolder = await mkdtemp(join(tmpdir(), 'vos-examples-'));
});
afterEach(() => rm(cacheFolder, { recursive: true, force: true }));

/** Vectors of length 1 in two dimensions; remembers what it was asked. */
function countingEmbedder(): Embedder & { readonly asked: string[][] } {
  const asked: string[][] = [];
  return {
    asked,
    dimensions: 2,
    async embed(texts) {
      asked.push([...texts]);
      return texts.map((text) => new Float32Array([Math.cos(text.length), Math.sin(text.length)]));
    },
  };
}

describe('vectors of examples', () => {
  it('are computed once and read from the file after that', async () => {
    const embedder = countingEmbedder();
    const texts = ['show my notes', 'what is two and two'];
    const computed = await exampleVectors({ texts, embedder, cacheFolder });
    const read = await exampleVectors({ texts, embedder, cacheFolder });
    expect(read).toEqual(computed);
    expect(embedder.asked).toEqual([texts]);
  });

  it('are computed anew when the examples change', async () => {
    const embedder = countingEmbedder();
    await exampleVectors({ texts: ['one'], embedder, cacheFolder });
    await exampleVectors({ texts: ['one', 'two'], embedder, cacheFolder });
    expect(embedder.asked).toEqual([['one'], ['one', 'two']]);
    expect(await readdir(cacheFolder)).toHaveLength(1);
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['full of zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ])('are computed anew when the file is %s, and the file is mended', async (_, damage) => {
    const embedder = countingEmbedder();
    const texts = ['show my notes'];
    const computed = await exampleVectors({ texts, embedder, cacheFolder });
    const [name = ''] = await readdir(cacheFolder);
    const whole = await readFile(join(cacheFolder, name));
    await writeFile(join(cacheFolder, name), damage(whole));
    expect(await exampleVectors({ texts, embedder, cacheFolder })).toEqual(computed);
    expect(await readFile(join(cacheFolder, name))).toEqual(whole);
    expect(await readdir(cacheFolder)).toEqual([name]);
  });

  it('are given also when the folder cannot be written to', async () => {
    const file = join(cacheFolder, 'a-file');
    await writeFile(file, '');
    const vectors = await exampleVectors({ texts: ['one'], embedder: countingEmbedder(), cacheFolder: file });
    expect(vectors).toHaveLength(1);
  });
});
