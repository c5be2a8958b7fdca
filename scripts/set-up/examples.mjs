// Lets the sentence model read the specialists' examples, and Node compile the host, ahead of the first start: it takes them some seconds.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../processes.mjs';
import { repository } from '../repository.mjs';
import { whenChanged } from './stamp.mjs';

/**
 * How the host is run as a program of its own. Its garbage is short-lived: with Node's own 16 MB for each half of its young generation it
 * held 30 MB more than with 2, and with two hundred requests at once its loop was late by 15 ms instead of 12; 4 is the least with which that
 * stays so. glibc holds 6 MB less with two arenas for all threads. The cache of compiled code is named in the environment because the entry
 * itself is compiled before it can name one; Node keeps it apart by options.
 */
export function hostCommand(env) {
  const { nodeOptions, compileCache, environment } = JSON.parse(
    readFileSync(join(repository, 'apps/host/package.json'), 'utf8'),
  ).config;
  return { nodeOptions, env: { ...environment, ...env, NODE_COMPILE_CACHE: join(repository, compileCache) } };
}

/**
 * Does its work when the examples, the model or the host's sources are new. Never fails: a host without the vectors computes them itself, and
 * one that finds no compiled code compiles, for which it and each of its threads load a translator of TypeScript: 38 MB that stay.
 */
export async function prepareExamples(nodePath, env) {
  await whenChanged('examples', {
    sources: [
      ...['base', 'protocol', 'ledger', 'records', 'agents'].map((name) => `packages/${name}/src`),
      'apps/host/src',
      'apps/host/package.json',
      'package-lock.json',
    ],
    isThere: () => existsSync(join(repository, 'resources/builtin')),
    work: async () => {
      console.log('Reading the examples of requests …');
      const host = hostCommand(env);
      const runHost = (parameters, output) =>
        run(nodePath, [...host.nodeOptions, ...parameters], { cwd: repository, env: host.env, output });
      const isPrepared = (await runHost(['apps/host/src/prepare.ts'], 'inherit')) === 0;
      // Loads all of it, says how to use it, and ends.
      return (await runHost(['apps/host/src/main.ts', '--help'], 'ignore')) === 0 && isPrepared;
    },
  });
}
