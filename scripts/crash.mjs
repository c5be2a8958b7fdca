// `npm run crash -- --kills 150 --seed 7`: ends real hosts at named places and holds what is left against the books of the services outside.
// `--only 3` runs the third story alone.
import { run } from './processes.mjs';
import { repository } from './repository.mjs';
import { setUp } from './setup.mjs';

const ready = await setUp();
if (ready === undefined) process.exitCode = 1;
else {
  const program = ['apps/host/src/testing/crash/main.ts', ...process.argv.slice(2)];
  process.exitCode = await run(ready.node, program, { cwd: repository, env: ready.env, ownGroup: true });
}
