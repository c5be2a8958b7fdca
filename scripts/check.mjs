// `npm run check`: the quick checks, under a minute, before anything is handed in. `npm run check -- types` runs one of them.
import { runChecks } from './checks.mjs';
import { environmentFor, requireNode } from './node-runtime.mjs';

const node = requireNode();
const outcomes = await runChecks(node, environmentFor(node), process.argv.slice(2));
process.exitCode = outcomes.length > 0 && outcomes.every(({ passed }) => passed) ? 0 : 1;
