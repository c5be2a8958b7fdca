// Where the project lies, whatever folder a script was called from.
import { fileURLToPath } from 'node:url';

/** Absolute path of the project's root folder. */
export const repository = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
