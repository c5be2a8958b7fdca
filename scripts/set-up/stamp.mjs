// Remembers what a step of set-up was made of, so that it runs again only when that has changed.
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { repository } from '../repository.mjs';

/**
 * Runs `work` unless it succeeded before with the same files below `sources` and `isThere` says that its result still is.
 * Resolves to whether the result is there.
 */
export async function whenChanged(name, { sources, isThere, work }) {
  const stamp = join(repository, '.cache', name);
  const hash = await hashOf(sources);
  if (isThere() && (await readFile(stamp, 'utf8').catch(() => '')) === hash) return true;
  await rm(stamp, { force: true });
  if (!(await work())) return false;
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, hash);
  return true;
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
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      // Below the project: the folder that it lies in may have any name.
      .filter((file) => !/[\\/](node_modules|dist)[\\/]|\.(test|bench|eval)\.tsx?$/.test(file.slice(repository.length)))
      .sort()
  );
}
