// Packages of Debian and its relatives, installed only where this process may: by root.
import { access, constants, mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { run } from '../processes.mjs';
import { repository } from '../repository.mjs';

/** The package manager works for one at a time and turns others away; steps of the set-up, each maybe a process, wait by this file. */
const turn = join(repository, '.cache', 'debian.lock');
/** How long to wait for somebody else's installation. */
const waitSeconds = 600;

/** Fetching the lists of packages, which is done once. */
let lists;

/** Installs packages quietly. Resolves to false when that is not possible here or failed; apt then said why. */
export async function installDebianPackages(names, env) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || (await onPath('apt-get', env)) === undefined) return false;
  await mkdir(dirname(turn), { recursive: true });
  const apt = (...parameters) =>
    run('flock', [turn, 'apt-get', '-q', '-o', `DPkg::Lock::Timeout=${waitSeconds}`, ...parameters], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      output: 'ignore',
    });
  lists ??= apt('update');
  // One source that fails, or somebody else's update, need not concern what is wanted here.
  await lists;
  return (await apt('install', '-y', '--no-install-recommends', ...names)) === 0;
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
