// Lets the sentence model read the specialists' examples ahead of the first start, because it takes it some seconds.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../processes.mjs';
import { repository } from '../repository.mjs';
import { whenChanged } from './stamp.mjs';

/** Does its work when the examples or the model are new. Never fails: a host without the vectors computes them itself. */
export async function prepareExamples(nodePath, env) {
  await whenChanged('examples', {
    sources: ['packages/agents/src', 'apps/host/src', 'package-lock.json'],
    isThere: () => existsSync(join(repository, 'resources/builtin')),
    work: async () => {
      console.log('Reading the examples of requests …');
      return (await run(nodePath, ['apps/host/src/prepare.ts'], { cwd: repository, env })) === 0;
    },
  });
}
