// The checks that need no running: format, lint, types, unused code. One list for `npm run check` and `npm test`.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';
import { repository } from './repository.mjs';

const tool = (path) => join(repository, 'node_modules', path);

/** Runs every check, or those named, also after one failed. Resolves to one `{ name, passed }` each. */
export async function runChecks(node, env, names = []) {
  const options = { cwd: repository, env, ownGroup: true };
  const outcomes = [];
  for (const { name, commands } of checks()) {
    if (names.length > 0 && !names.includes(name)) continue;
    const startMs = performance.now();
    let passed = true;
    for (const parameters of commands) passed = (await run(node, parameters, options)) === 0 && passed;
    console.log(`${passed ? '✓' : '✗'} ${name} (${((performance.now() - startMs) / 1000).toFixed(1)} s)`);
    outcomes.push({ name, passed });
  }
  return outcomes;
}

function checks() {
  return [
    { name: 'format', commands: [[tool('@biomejs/biome/bin/biome'), 'format', '--log-level=warn', '.']] },
    { name: 'lint', commands: [[tool('oxlint/bin/oxlint'), '--type-aware', '--quiet']] },
    { name: 'types', commands: typeProjects().map((project) => [tool('typescript/bin/tsc'), '-p', project]) },
    { name: 'knip', commands: [[tool('knip/bin/knip.js'), '--no-progress', '--no-config-hints']] },
  ];
}

/** Each package by its own tsconfig, whose `lib` and `types` say what it may know of; then everything with its tests. */
function typeProjects() {
  const packages = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(repository, group)).map((name) => `${group}/${name}`),
  );
  const parts = ['apps/desktop/src/main', 'apps/desktop/src/preload'];
  const projects = [...packages, ...parts, 'e2e', 'structure', '.'].map((folder) => join(folder, 'tsconfig.json'));
  return projects.filter((path) => existsSync(join(repository, path)));
}
