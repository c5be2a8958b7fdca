// Sentence embeddings behind an interface: the host runs them in a worker thread, tests bring their own.

export interface Embedder {
  /** Length of each vector. */
  readonly dimensions: number;
  /**
   * One vector of length 1 a text, in order, so that a dot product is the cosine similarity.
   * Rejects with code `embedder-unavailable` when the model's weights are missing or cannot be run.
   */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** Dot product of two vectors of the same length. */
export function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}
