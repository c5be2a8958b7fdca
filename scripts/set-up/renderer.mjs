// Builds the desk's page when its sources have changed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../processes.mjs';
import { repository } from '../repository.mjs';
import { putInPlace } from './put-in-place.mjs';
import { whenChanged } from './stamp.mjs';

const packages = ['base', 'protocol', 'windows', 'ui'].map((name) => `packages/${name}`);
const served = join(repository, 'apps/desktop/dist/renderer');
/** Beside it, because only there a file is moved in one step. */
const built = join(repository, 'apps/desktop/dist/renderer-built');

/** Resolves to whether a build of the present sources is there; the builder said why if not. */
export async function buildRenderer(nodePath, env) {
  return whenChanged('renderer', {
    sources: ['apps/desktop', ...packages, 'package-lock.json', 'tsconfig.base.json'].filter((path) =>
      existsSync(join(repository, path)),
    ),
    isThere: () => existsSync(join(served, 'index.html')),
    work: async () => {
      console.log('Building the desk …');
      const vite = join(repository, 'node_modules/vite/bin/vite.js');
      const parameters = [vite, 'build', '--outDir', built, '--emptyOutDir', '--logLevel', 'warn'];
      const code = await run(nodePath, parameters, { cwd: join(repository, 'apps/desktop'), env });
      if (code === 0) await putInPlace(built, served);
      else console.error('The desk could not be built; the lines above say where.');
      return code === 0;
    },
  });
}
