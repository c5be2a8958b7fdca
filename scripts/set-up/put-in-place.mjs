// Puts a page that was built elsewhere into the folder it is served from, without a moment at which a reader finds half of it.
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const page = 'index.html';

/**
 * Moves the files of `built` into `folder`, the page last: until then the old page finds what it asks for, from then on the new one does,
 * because the files they ask for are named after their contents. `built` is gone then. A test passes its own `move` to look in between.
 */
export async function putInPlace(built, folder, move = rename) {
  const files = await filesBelow(built);
  if (!files.includes(page)) throw new Error(`${join(built, page)} was not built`);
  for (const file of [...files.filter((name) => name !== page), page]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await move(join(built, file), join(folder, file));
  }
  const isOld = (file) => !files.includes(file);
  for (const file of (await filesBelow(folder)).filter(isOld)) await rm(join(folder, file), { force: true });
  await rm(built, { recursive: true, force: true });
}

async function filesBelow(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
