// The checks that need no running: format, lint, types, unused code. One list for `npm run check` and `npm test`.
import { join } from 'node:path';
import { run } from './processes.mjs';
import { repository } from './repository.mjs';

const tool = (path) => join(repository, 'node_modules', path);

const checks = [
  { name: 'format', parameters: [tool('@biomejs/biome/bin/biome'), 'format', '--log-level=warn', '.'] },
  { name: 'lint', parameters: [tool('oxlint/bin/oxlint'), '--type-aware', '--quiet'] },
  // Each package by its own tsconfig, whose `lib` and `types` say what it may know of. What did not change is not checked anew.
  { name: 'types', parameters: [tool('typescript/bin/tsc'), '--build'] },
  { name: 'knip', parameters: [tool('knip/bin/knip.js'), '--no-progress', '--no-config-hints'] },
];

/** Runs every check, or those named, side by side. Resolves to one `{ name, passed }` each. */
export function runChecks(node, env, names = []) {
  const chosen = checks.filter(({ name }) => names.length === 0 || names.includes(name));
  return Promise.all(
    chosen.map(async ({ name, parameters }) => {
      const startMs = performance.now();
      const passed = (await run(node, parameters, { cwd: repository, env, ownGroup: true })) === 0;
      console.log(`${passed ? '✓' : '✗'} ${name} (${((performance.now() - startMs) / 1000).toFixed(1)} s)`);
      return { name, passed };
    }),
  );
}
