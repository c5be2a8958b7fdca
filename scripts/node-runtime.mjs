// Finds a Node that runs this project: the one in use, or the one among the dependencies. Itself runs on Node 20.
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { repository } from './repository.mjs';

/** Whether a Node of this version runs TypeScript as it is and loads the database's binding (Node-API 10). */
export function runsVos(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/** Path of a Node that runs VOS; undefined when there is none. */
function findNode() {
  if (runsVos(process.versions.node)) return process.execPath;
  const isWindows = process.platform === 'win32';
  const folder = join(repository, 'node_modules', `node-${isWindows ? 'win' : process.platform}-${process.arch}`, 'bin');
  const path = join(folder, isWindows ? 'node.exe' : 'node');
  return existsSync(path) ? path : undefined;
}

/** As findNode, but says what is missing and ends the process when there is none. */
export function requireNode() {
  const path = findNode();
  if (path !== undefined) return path;
  console.error(
    `VOS needs Node 22.18 or newer (24 is best); this is Node ${process.versions.node}, and none comes with the dependencies for ` +
      `${process.platform} on ${process.arch}. Install it from https://nodejs.org and try again.`,
  );
  process.exit(1);
}

/** The environment in which `node` and the project's tools are found by name, also by grandchildren. */
export function environmentFor(nodePath) {
  const bin = join(repository, 'node_modules', '.bin');
  return { ...process.env, PATH: [dirname(nodePath), bin, process.env.PATH ?? ''].join(delimiter) };
}
