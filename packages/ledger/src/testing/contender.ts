// Loads what a bench compares VOS with. It is no dependency: `npm run bench` installs it beside the project and says where.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The module of this name, or undefined where the benches' contenders are not installed. `Module` is what the bench uses of it, written by
 * hand, because its own types are not there when ours are checked.
 */
export async function loadContender<Module>(name: string): Promise<Module | undefined> {
  const folder = process.env['VOS_CONTENDERS'];
  if (folder === undefined) return undefined;
  const path = createRequire(join(folder, 'package.json')).resolve(name);
  return (await import(pathToFileURL(path).href)) as Module;
}
