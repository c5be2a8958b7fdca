// What the runtime out of the registry starts with: `electron [options] <folder or file> [arguments]`, as Electron itself understands it.
// It is copied into that runtime. An ES module, because Electron holds its `ready` event back until one has loaded.
import { existsSync, readFileSync, statSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const { preloaded, target } = readArguments(process.argv.slice(1));
if (target === undefined) {
  console.error('usage: electron [options] <folder or file> [arguments]');
  process.exit(1);
}
process.defaultApp = true;
try {
  if (preloaded.length > 0) Module._preloadModules(preloaded);
  await import(pathToFileURL(adopt(resolve(target))).href);
} catch (error) {
  console.error('The app could not be loaded:', error);
  process.exit(1);
}

function readArguments(given) {
  const preloaded = [];
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index];
    if (argument === '-r' || argument === '--require') {
      preloaded.push(given[index + 1]);
      index += 1;
    } else if (!argument.startsWith('-')) {
      return { preloaded, target: argument };
    }
  }
  return { preloaded, target: undefined };
}

/** Gives the app its name, version and folders; returns the file to load. */
function adopt(path) {
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const manifestFile = join(folder, 'package.json');
  const manifest = existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {};
  if (manifest.version) app.setVersion(manifest.version);
  if (manifest.productName ?? manifest.name) app.setName(manifest.productName ?? manifest.name);
  app.setAppPath(folder);
  app.setPath('userData', join(app.getPath('appData'), app.getName()));
  return path === folder ? join(folder, manifest.main ?? 'index.js') : path;
}
