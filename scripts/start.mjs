// `npm start`: sets up what is missing, then opens the desk and runs until it ends or is told to: in Electron where there is a screen and a
// runtime, else served to a browser. `npm start -- --browser` always serves it.
import { run, signalRunning, whenNpmEnds } from './processes.mjs';
import { repository } from './repository.mjs';
import { setUp } from './setup.mjs';
import { hostCommand } from './set-up/examples.mjs';
import { flagsForRoot, sandboxProblem } from './set-up/electron-sandbox.mjs';
import { hasScreen } from './set-up/virtual-display.mjs';

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

const given = process.argv.slice(2);
// What only the browser shell understands asks for it.
const isForBrowser = given.some((option) => /^--(browser|port|no-open|help)\b/.test(option));
const ready = await setUp({ forApp: !isForBrowser && hasScreen(process.env) });
if (!ready?.isDeskBuilt) process.exit(1);

const { node, env, electron } = ready;
const problem = electron === undefined ? undefined : await sandboxProblem(electron);
if (electron !== undefined && problem === undefined) await runApp();
else {
  if (problem !== undefined) console.log(problem);
  if (!isForBrowser && hasScreen(process.env)) console.log('The desk opens in a browser instead of a window of its own.');
  await runBrowserShell();
}

async function runApp() {
  // Without the level Chromium tells of every service that a system does not have.
  process.exitCode = await run(electron, [...flagsForRoot(), '--log-level=3', 'apps/desktop', ...given], {
    cwd: repository,
    env,
    input: 'inherit',
  });
}

async function runBrowserShell() {
  const host = hostCommand(env);
  const options = given.filter((option) => option !== '--browser');
  process.exitCode = await run(node, [...host.nodeOptions, 'apps/host/src/main.ts', ...options], {
    cwd: repository,
    env: host.env,
    input: 'inherit',
  });
}
