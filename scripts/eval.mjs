// `npm run eval`: judges every *.eval.ts (how well requests are understood, for one). `npm run eval -- intents` picks by name.
import { measureAll } from './measure.mjs';

await measureAll('eval', process.argv.slice(2));
