// `npm run bench`: measures every *.bench.ts and prints the figures beside their targets. `npm run bench -- queue` picks by name.
import { measureAll } from './measure.mjs';

await measureAll('bench', process.argv.slice(2));
