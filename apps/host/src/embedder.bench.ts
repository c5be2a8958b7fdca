// How long the sentence model takes, asked as a turn asks it: one sentence at a time, through the worker thread.
import { systemClock } from '@vos/base';
import type { BenchRow } from '@vos/base/testing';
import { fileURLToPath } from 'node:url';
import { createEmbedder } from './embedder.ts';

const SENTENCES = [
  'what is 15 % of 80',
  'convert 3 miles to km',
  'note that the plumber comes on Friday',
  'show my notes',
  "what's the weather in New York?",
  'will I need an umbrella in Utrecht tomorrow afternoon',
];
const ROUNDS = 100;

export async function bench(): Promise<readonly BenchRow[]> {
  const embedder = createEmbedder({ weightsFolder: fileURLToPath(new URL('../../../resources/weights', import.meta.url)) });
  try {
    const startMs = systemClock.monotonicMs();
    await embedder.embed(['hello']);
    const firstMs = systemClock.monotonicMs() - startMs;
    const takenMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const sentence of SENTENCES) {
        const askedMs = systemClock.monotonicMs();
        await embedder.embed([sentence]);
        takenMs.push(systemClock.monotonicMs() - askedMs);
      }
    }
    takenMs.sort((left, right) => left - right);
    const at = (share: number) => (takenMs[Math.floor(takenMs.length * share)] ?? 0).toFixed(1);
    return [
      { name: 'embedding, a sentence, p50 / p95', figure: `${at(0.5)} / ${at(0.95)} ms`, target: '≤ 8 ms' },
      { name: 'embedding, model loaded and first sentence', figure: `${firstMs.toFixed(0)} ms`, target: '—' },
    ];
  } finally {
    await embedder.dispose();
  }
}
