// Packages of Debian and its relatives, installed only where this process may: by root.
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { run } from '../processes.mjs';

/** The exit code of fetching the lists of packages, which is done once. */
let lists;

/** Installs packages quietly. Resolves to false when that is not possible here or failed; apt then said why. */
export async function installDebianPackages(names, env) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || (await onPath('apt-get', env)) === undefined) return false;
  const options = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, output: 'ignore' };
  lists ??= run('apt-get', ['update', '-q'], options);
  if ((await lists) !== 0) return false;
  return (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], options)) === 0;
}

/** Full path of a program that this environment finds by its name; undefined if there is none. */
export async function onPath(name, env) {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && (await isExecutable(path))) return path;
  }
  return undefined;
}

export async function isExecutable(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
