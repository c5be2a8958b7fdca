// The first requests a person may type, with the real sentence model and the real specialists.
import { collectExamples, createOpenMeteo, measureRouting } from '@vos/agents';
import { systemClock } from '@vos/base';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createCalculator } from './calculator.ts';
import { createEmbedder } from './embedder.ts';
import { exampleVectors } from './example-vectors.ts';
import { createTeam } from './team.ts';

const resources = fileURLToPath(new URL('../../../resources', import.meta.url));
const weightsFolder = join(resources, 'weights');
const embedder = createEmbedder({ weightsFolder });
const calculator = createCalculator();
afterAll(async () => {
  await Promise.all([embedder.dispose(), calculator.dispose()]);
});

const expectations: Readonly<Record<string, readonly string[]>> = {
  calculator_agent: [
    'what is 15% of 80',
    'convert 3 miles to km',
    'roll two dice',
    'is 91 a prime number',
    'how many ounces are in a kilo',
  ],
  notes_agent: [
    'note that the plumber comes on Friday',
    'show my notes',
    'put oat milk on the shopping list',
    'pin the note about the boiler',
  ],
  weather_agent: ["What's the weather in New York?", 'will I need a coat in Bergen on Thursday', 'how bad is the air in Milan'],
  primary_agent: [
    'hello there',
    'what can you help me with',
    'what time is it in Lima',
    'which day is it',
    'thanks a lot',
    'are you a machine',
  ],
  refused: [
    'wake me at seven',
    'what have I planned for Tuesday',
    'how do I cook asparagus',
    'who wrote Faust',
    'play some Mozart',
  ],
};

describe.skipIf(!existsSync(weightsFolder))('requests (skipped where the sentence model is not installed)', () => {
  it('find their way without a language model', async () => {
    const agents = createTeam({ calculator, weather: createOpenMeteo({ clock: systemClock }) });
    const requests = Object.entries(expectations).flatMap(([owner, texts]) =>
      texts.map((text) => ({ text, intent: '', owner: owner === 'refused' ? null : owner })),
    );
    // As the host does: out of the file that set-up wrote, so that they are computed only after an example was changed.
    const vectors = exampleVectors({ texts: collectExamples(agents), embedder, cacheFolder: join(resources, 'builtin') });
    const outcomes = await measureRouting(requests, { embedder, agents, exampleVectors: vectors });
    expect(outcomes.map(({ text, went }) => [text, went])).toEqual(requests.map(({ text, owner }) => [text, owner ?? 'refused']));
  }, 60_000);
});
