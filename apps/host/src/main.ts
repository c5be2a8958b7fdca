// The entry of `npm start`. It does one thing before the program is loaded: lets Node keep compiled code between starts,
// which more than halves the time until the first request can be answered.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/vos', import.meta.url)));
await import('./start.ts');
