// Builds the desk's page when its sources have changed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../processes.mjs';
import { repository } from '../repository.mjs';
import { whenChanged } from './stamp.mjs';

const packages = ['base', 'protocol', 'windows', 'ui'].map((name) => `packages/${name}`);
const page = join(repository, 'apps/desktop/dist/renderer/index.html');

/** Resolves to whether a build of the present sources is there; the builder said why if not. */
export async function buildRenderer(nodePath, env) {
  return whenChanged('renderer', {
    sources: ['apps/desktop', ...packages, 'package-lock.json', 'tsconfig.base.json'].filter((path) =>
      existsSync(join(repository, path)),
    ),
    isThere: () => existsSync(page),
    work: async () => {
      console.log('Building the desk …');
      const vite = join(repository, 'node_modules/vite/bin/vite.js');
      const code = await run(nodePath, [vite, 'build', '--logLevel', 'warn'], { cwd: join(repository, 'apps/desktop'), env });
      if (code !== 0) console.error('The desk could not be built; the lines above say where.');
      return code === 0;
    },
  });
}
