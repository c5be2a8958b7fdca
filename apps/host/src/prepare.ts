// A step of set-up: computes the vectors of the specialists' examples, so that the first request of a new machine is answered at once. The
// host's threads run here too, so that Node keeps their compiled code as it does that of the host itself.
import { collectExamples, createOpenMeteo } from '@vos/agents';
import { systemClock } from '@vos/base';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCalculator } from './calculator.ts';
import { createEmbedder } from './embedder.ts';
import { exampleVectors } from './example-vectors.ts';
import { createTeam } from './team.ts';

const resources = fileURLToPath(new URL('../../../resources', import.meta.url));
const calculator = createCalculator();
const embedder = createEmbedder({ weightsFolder: join(resources, 'weights') });
if (embedder.isInstalled()) {
  const texts = collectExamples(createTeam({ calculator, weather: createOpenMeteo({ clock: systemClock }) }));
  await exampleVectors({ texts, embedder, cacheFolder: join(resources, 'builtin') });
  // The vectors may have been there.
  await embedder.embed(['hello']);
}
await calculator.evaluate({ name: 'basic_calculation', expression: '15% * 80' }, new AbortController().signal);
await Promise.all([embedder.dispose(), calculator.dispose()]);
