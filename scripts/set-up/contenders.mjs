// Installs what some benches compare VOS with: 150 MB that nobody needs to run or test it, so not among the dependencies.
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../processes.mjs';
import { repository } from '../repository.mjs';
import { areInstalled } from './dependencies.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const source = join(repository, 'scripts/contenders');
const folder = join(repository, '.cache/contenders');

/** Path of the folder whose node_modules hold them; undefined when they cannot be had, after npm said why. */
export async function provideContenders(env) {
  if (areInstalled(readLock(source, 'package-lock.json'), readLock(folder, 'node_modules/.package-lock.json'))) return folder;
  console.log('Installing what the benches compare with (150 MB, into .cache/contenders) …');
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(source, name), join(folder, name));
  // No install step of a package is run: the native one brings its builds along.
  const code = await run(npm, ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'], { cwd: folder, env });
  return code === 0 ? folder : undefined;
}

function readLock(base, name) {
  try {
    return JSON.parse(readFileSync(join(base, name), 'utf8'));
  } catch {
    return null;
  }
}
