import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { putInPlace } from './put-in-place.mjs';

let parent = '';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'vos-build-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const built = () => join(parent, 'built');
const served = () => join(parent, 'served');

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** The page that is served, and whether everything it asks for is there. */
async function look(): Promise<string> {
  const page = await readFile(join(served(), 'index.html'), 'utf8');
  return page.split(' ').every((name) => existsSync(join(served(), name))) ? `whole: ${page}` : `broken: ${page}`;
}

const first = { 'index.html': 'assets/a-1.js assets/b-1.js', 'assets/a-1.js': 'a', 'assets/b-1.js': 'b' };
const second = { 'index.html': 'assets/a-2.js assets/b-1.js', 'assets/a-2.js': 'a!', 'assets/b-1.js': 'b', 'first-paint.js': '' };

it('a page that is built for the first time is served, and nothing is left where it was built', async () => {
  await write(built(), first);
  await putInPlace(built(), served());
  expect(await look()).toBe('whole: assets/a-1.js assets/b-1.js');
  expect(await readdir(parent)).toEqual(['served']);
});

it('a page is whole at every moment while a new one takes its place, and what only the old one needed goes', async () => {
  await write(served(), first);
  await write(built(), second);
  const seen = new Set([await look()]);
  await putInPlace(built(), served(), async (...paths: Parameters<typeof rename>) => {
    await rename(...paths);
    seen.add(await look());
  });
  seen.add(await look());
  expect([...seen]).toEqual(['whole: assets/a-1.js assets/b-1.js', 'whole: assets/a-2.js assets/b-1.js']);
  expect((await readdir(served(), { recursive: true })).sort()).toEqual([
    'assets',
    'assets/a-2.js',
    'assets/b-1.js',
    'first-paint.js',
    'index.html',
  ]);
});

it('a build without a page changes nothing', async () => {
  await write(served(), first);
  await write(built(), { 'assets/a-2.js': 'a!' });
  await expect(putInPlace(built(), served())).rejects.toThrow('was not built');
  expect(await look()).toBe('whole: assets/a-1.js assets/b-1.js');
});
