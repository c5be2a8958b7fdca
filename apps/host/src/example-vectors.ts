// Keeps the vectors of texts that rarely change (a specialist's examples) in a file, so that a start need not compute them.
import { dot, type Embedder } from '@vos/base';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ExampleVectorsOptions {
  readonly texts: readonly string[];
  readonly embedder: Embedder;
  /** Where the file is kept. It can be deleted at any time. */
  readonly cacheFolder: string;
}

/**
 * One vector a text, in order, from `example-vectors-<hash of the texts>.bin` or computed and stored there. A file that is damaged
 * is computed anew; a folder that cannot be written to costs only the time. Rejects as the embedder does.
 */
export async function exampleVectors({ texts, embedder, cacheFolder }: ExampleVectorsOptions): Promise<readonly Float32Array[]> {
  const file = join(cacheFolder, `example-vectors-${hashOf(texts, embedder.dimensions)}.bin`);
  const stored = await readVectors(file, texts.length, embedder.dimensions);
  if (stored !== undefined) return stored;
  const vectors = await embedder.embed(texts);
  await writeVectors(file, cacheFolder, vectors).catch(() => undefined);
  return vectors;
}

function hashOf(texts: readonly string[], dimensions: number): string {
  return createHash('sha256')
    .update(JSON.stringify([dimensions, texts]))
    .digest('hex')
    .slice(0, 16);
}

async function readVectors(file: string, count: number, dimensions: number): Promise<Float32Array[] | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined || bytes.length !== count * dimensions * Float32Array.BYTES_PER_ELEMENT) return undefined;
  const values = new Float32Array(bytes.buffer, bytes.byteOffset, count * dimensions);
  const vectors = Array.from({ length: count }, (_, index) => values.subarray(index * dimensions, (index + 1) * dimensions));
  return vectors.every(hasLengthOne) ? vectors : undefined;
}

/** What the embedder gives has length 1; a file full of zeros after a power cut has not. */
function hasLengthOne(vector: Float32Array): boolean {
  return Math.abs(dot(vector, vector) - 1) < 2e-3;
}

/** The vectors of examples as they were before; a host that still has those read them at its start. */
async function removeOlder(file: string, folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^example-vectors-[0-9a-f]+\.bin$/.test(name) && join(folder, name) !== file)
      await rm(join(folder, name), { force: true });
  }
}

/** Under another name first, so that a reader sees a whole file or none. */
async function writeVectors(file: string, folder: string, vectors: readonly Float32Array[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(
      unfinished,
      Buffer.concat(vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))),
    );
    await rename(unfinished, file);
    await removeOlder(file, folder);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
