// Where an Electron may lie in this project.
import { join } from 'node:path';
import { repository } from '../repository.mjs';

const version = '33.2.1';
const folder = join(repository, 'resources', 'electron', `${version}-linux-x64`);

/** The runtime out of the registry package. There is one for Linux on x64 only. */
export const registryElectron = {
  version,
  folder,
  executable: join(folder, 'electron'),
  /** Inside the folder: the database's package with a native library that this older Electron can load. */
  sqliteFolder: 'better-sqlite3',
};
