// A step of set-up: computes the vectors of the specialists' examples, so that the first request of a new machine is answered at once.
import { collectExamples, createOpenMeteo } from '@vos/agents';
import { systemClock } from '@vos/base';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCalculator } from './calculator.ts';
import { createEmbedder } from './embedder.ts';
import { exampleVectors } from './example-vectors.ts';
import { createTeam } from './team.ts';

const resources = fileURLToPath(new URL('../../../resources', import.meta.url));
const embedder = createEmbedder({ weightsFolder: join(resources, 'weights') });
if (embedder.isInstalled()) {
  const calculator = createCalculator();
  const texts = collectExamples(createTeam({ calculator, weather: createOpenMeteo({ clock: systemClock }) }));
  await exampleVectors({ texts, embedder, cacheFolder: join(resources, 'builtin') });
  await calculator.dispose();
}
await embedder.dispose();
