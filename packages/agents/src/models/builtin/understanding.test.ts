import type { Embedder } from '@vos/base';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../sdk/agent.ts';
import { createMissingEmbedder, createWordEmbedder } from '../../testing/word-embedder.ts';
import { collectExamples } from './examples.ts';
import { createUnderstanding } from './understanding.ts';

const agent = (id: string, examples: Agent['examples']): Agent => ({
  id,
  name: id,
  icon: 'dot',
  purpose: '',
  prompt: '',
  suggestions: [],
  tools: [],
  examples,
});
const agents = [
  agent('tea_agent', { brew: ['brew a pot of tea', 'make me some tea'] }),
  agent('lamp_agent', { light: ['put more light in this corner', 'light the corner lamp'] }),
];
const best = async (
  embedder: Embedder,
  text: string,
  exampleVectors?: Promise<readonly Float32Array[]>,
): Promise<string | undefined> => {
  const [votes] = await createUnderstanding({ embedder, agents, exampleVectors }).compare([text]);
  return votes?.[0]?.label;
};

describe('understanding', () => {
  it('finds the examples a request is like', async () => {
    expect(await best(createWordEmbedder(), 'please brew tea for two')).toBe('brew');
  });

  it('works by words while the sentence model is missing', async () => {
    expect(await best(createMissingEmbedder(), 'please brew tea for two')).toBe('brew');
  });

  it('uses vectors that were computed before instead of computing its own', async () => {
    const prepared = await createWordEmbedder().embed(collectExamples(agents));
    const embedder = createWordEmbedder();
    expect(await best(embedder, 'light the lamp', Promise.resolve(prepared))).toBe('light');
    expect(embedder.asked).toEqual([['light the lamp']]);
  });

  it('computes its own when the prepared ones cannot be read or do not fit', async () => {
    const unreadable = createWordEmbedder();
    expect(await best(unreadable, 'light the lamp', Promise.reject(new Error('damaged file')))).toBe('light');
    const misfit = createWordEmbedder();
    expect(await best(misfit, 'light the lamp', Promise.resolve([new Float32Array(256)]))).toBe('light');
    expect([unreadable.asked.length, misfit.asked.length]).toEqual([2, 2]);
  });

  it('asks the embedder once for a text that two agents read, and for all parts together', async () => {
    const embedder = createWordEmbedder();
    const understanding = createUnderstanding({ embedder, agents });
    await understanding.compare(['brew tea', 'light the lamp']);
    await understanding.compare(['brew tea'], 'tea_agent');
    expect(embedder.asked.slice(1)).toEqual([['brew tea', 'light the lamp']]);
  });

  it('tries the sentence model again with the next request', async () => {
    const working = createWordEmbedder();
    let isMissing = true;
    const embedder: Embedder = {
      dimensions: working.dimensions,
      embed: (texts) => (isMissing ? createMissingEmbedder().embed(texts) : working.embed(texts)),
    };
    const understanding = createUnderstanding({ embedder, agents });
    await understanding.compare(['brew tea']);
    isMissing = false;
    await understanding.compare(['brew tea']);
    expect(working.asked.at(-1)).toEqual(['brew tea']);
  });

  it('lets only one agent’s examples vote when told so', async () => {
    const [votes] = await createUnderstanding({ embedder: createWordEmbedder(), agents }).compare(
      ['brew tea in the corner'],
      'lamp_agent',
    );
    expect(votes?.map(({ owner }) => owner)).toEqual(['lamp_agent']);
  });
});
