// `npm start`: sets up what is missing, then runs the host with the desk until it ends or is told to.
import { run, signalRunning, whenNpmEnds } from './processes.mjs';
import { repository } from './repository.mjs';
import { setUp } from './setup.mjs';

for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
  let passedOn = false;
  process.on(name, () => {
    // A terminal sends Ctrl-C to every process itself, and npm sends it once more: the host shall get it once.
    if (passedOn || (name === 'SIGINT' && process.stdin.isTTY)) return;
    passedOn = true;
    if (!signalRunning(name)) process.exit(1);
  });
}

whenNpmEnds(() => signalRunning('SIGTERM') || process.exit(1));

const ready = await setUp();
if (!ready?.isDeskBuilt) process.exit(1);

process.exitCode = await run(ready.node, ['apps/host/src/main.ts', ...process.argv.slice(2)], {
  cwd: repository,
  env: ready.env,
  input: 'inherit',
});
