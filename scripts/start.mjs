// `npm start`: sets up what is missing, then opens the desk and runs until it ends or is told to: in Electron where there is a screen and a
// runtime, else served to a browser. `npm start -- --browser` always serves it.
import { capture, endingSignals, run, signalRunning, startNothingMore, stoppedExitCode, whenNpmEnds } from './processes.mjs';
import { repository } from './repository.mjs';
import { setUp } from './setup.mjs';
import { hostCommand } from './set-up/examples.mjs';
import { flagsForRoot, sandboxProblem } from './set-up/electron-sandbox.mjs';
import { hasScreen } from './set-up/virtual-display.mjs';

for (const name of endingSignals) {
  let passedOn = false;
  process.on(name, () => {
    if (passedOn) return;
    passedOn = true;
    // A terminal sends Ctrl-C to every process itself, and npm sends it once more: the host shall get it once.
    stop(name, name === 'SIGINT' && process.stdin.isTTY ? 0 : name);
  });
}

whenNpmEnds(() => stop('SIGTERM', 'SIGTERM'));

const given = process.argv.slice(2);
// What only the browser shell understands asks for it.
const isForBrowser = given.some((option) => /^--(browser|port|no-open|help)\b/.test(option));
const ready = await setUp({ forApp: !isForBrowser && hasScreen(process.env) });
if (stoppedExitCode() !== undefined) process.exit(stoppedExitCode());
if (!ready?.isDeskBuilt) process.exit(1);

const { node, env, electron } = ready;
if (electron === undefined || !(await runApp())) {
  if (!isForBrowser && hasScreen(process.env)) console.log('The desk opens in a browser instead of a window of its own.');
  await runBrowserShell();
}

/** Resolves, when it has ended, to whether Electron could open; if not, the reason was printed. */
async function runApp() {
  const problem = await sandboxProblem(electron);
  if (problem !== undefined) {
    console.log(problem);
    return false;
  }
  // Without the level Chromium tells of every service that a system does not have.
  const flags = [...flagsForRoot(), '--log-level=3'];
  const exitCode = await run(electron, [...flags, 'apps/desktop', ...given], { cwd: repository, env, input: 'inherit' });
  if (exitCode !== 0 && stoppedExitCode() === undefined && !(await opensHere(flags))) {
    console.log('Electron cannot open a window here.');
    return false;
  }
  process.exitCode = exitCode;
  return true;
}

/** Whether a program that does nothing else comes as far as windows could be opened. */
async function opensHere(flags) {
  const { code } = await capture(electron, [...flags, 'scripts/set-up/electron-probe.cjs'], { cwd: repository, env });
  return code === 0;
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

/** Ends what runs, by sending it `passedOn`, and lets nothing follow it. */
function stop(name, passedOn) {
  startNothingMore(name);
  if (!signalRunning(passedOn)) process.exit(stoppedExitCode());
}
