// An embedder without a model: texts are alike as far as they share words. The same vectors on every machine.
import { CodedError, type Embedder } from '@vos/base';

export interface WordEmbedder extends Embedder {
  /** Every list of texts it was asked for. */
  readonly asked: (readonly string[])[];
}

export function createWordEmbedder(dimensions = 256): WordEmbedder {
  const asked: (readonly string[])[] = [];
  return {
    dimensions,
    asked,
    async embed(texts) {
      asked.push(texts);
      return texts.map((text) => vectorOf(text, dimensions));
    },
  };
}

/** As a machine without the model's weights has it. */
export function createMissingEmbedder(): Embedder {
  return {
    dimensions: 384,
    async embed() {
      throw new CodedError('embedder-unavailable', 'The sentence model is not installed.');
    },
  };
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const place = hash(word) % dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** FNV-1a, 32 bits. */
function hash(word: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) value = Math.imul(value ^ word.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
