// Builds the desk's page when its sources are newer than the last build.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../processes.mjs';
import { repository } from '../repository.mjs';

const sources = ['apps/desktop', 'packages', 'package-lock.json', 'tsconfig.base.json'];
const builtPage = join(repository, 'apps/desktop/dist/renderer/index.html');
/** Holds the hash of the sources that the present build was made of. */
const stamp = join(repository, '.cache', 'renderer-build');

/** Builds if needed. Resolves to whether a build of these sources is there; the builder said why if not. */
export async function buildRenderer(nodePath, env) {
  const hash = await hashOf(sources);
  if (existsSync(builtPage) && (await readStamp()) === hash) return true;
  console.log('Building the desk …');
  await rm(stamp, { force: true });
  const vite = join(repository, 'node_modules/vite/bin/vite.js');
  const code = await run(nodePath, [vite, 'build', '--logLevel', 'warn'], { cwd: join(repository, 'apps/desktop'), env });
  if (code !== 0) {
    console.error('The desk could not be built; the lines above say where.');
    return false;
  }
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, hash);
  return true;
}

async function readStamp() {
  return readFile(stamp, 'utf8').catch(() => '');
}

async function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of await filesBelow(join(repository, path))) {
      hash
        .update(file.slice(repository.length))
        .update('\0')
        .update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesBelow(path) {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => undefined);
  if (entries === undefined) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](node_modules|dist)[\\/]|\.(test|bench|eval)\.tsx?$/.test(file))
    .sort();
}
