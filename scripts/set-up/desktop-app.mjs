// Builds what runs in the desktop app's own processes, and joins it to the Electron it will run in.
import { existsSync } from 'node:fs';
import { lstat, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../processes.mjs';
import { repository } from '../repository.mjs';
import { registryElectron } from './electron-paths.mjs';
import { whenChanged } from './stamp.mjs';

const app = join(repository, 'apps/desktop');
const packages = ['base', 'protocol', 'windows', 'ledger', 'records', 'agents'].map((name) => `packages/${name}`);

/** Resolves to whether a build of the present sources is there; the builder said why if not. */
export async function buildDesktopApp(nodePath, env, electron) {
  const isBuilt = await whenChanged('desktop-app', {
    sources: [
      'apps/desktop/src/main',
      'apps/desktop/src/preload',
      'apps/desktop/vite.shell.config.ts',
      'apps/host',
      ...packages,
      'package-lock.json',
    ],
    isThere: () => ['main/main.js', 'preload/preload.cjs'].every((file) => existsSync(join(app, 'dist', file))),
    work: async () => {
      console.log('Building the desktop app …');
      for (const mode of ['main', 'preload']) {
        const vite = [
          join(repository, 'node_modules/vite/bin/vite.js'),
          'build',
          '--config',
          'vite.shell.config.ts',
          '--mode',
          mode,
        ];
        if ((await run(nodePath, [...vite, '--logLevel', 'warn'], { cwd: app, env })) !== 0) {
          console.error('The desktop app could not be built; the lines above say where.');
          return false;
        }
      }
      return true;
    },
  });
  if (isBuilt) await chooseDatabase(electron);
  return isBuilt;
}

/** A module beside the built app is found before the one among the dependencies, by the app and by its threads. */
async function chooseDatabase(electron) {
  const modules = join(app, 'dist', 'node_modules');
  const link = join(modules, 'better-sqlite3');
  const isLinked = await lstat(link).then(
    () => true,
    () => false,
  );
  const needsOwn = electron === registryElectron.executable;
  if (isLinked === needsOwn) return;
  await rm(link, { recursive: true, force: true });
  if (!needsOwn) return;
  await mkdir(modules, { recursive: true });
  await symlink(join(registryElectron.folder, registryElectron.sqliteFolder), link);
}
