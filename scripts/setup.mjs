// Makes a clone ready to run: dependencies, model weights, the built desk and, for tests, a Chromium. Done steps are skipped.
import { pathToFileURL } from 'node:url';
import { environmentFor, requireNode } from './node-runtime.mjs';
import { run } from './processes.mjs';
import { repository } from './repository.mjs';
import { provideChromium } from './set-up/chromium.mjs';
import { installDependencies } from './set-up/dependencies.mjs';
import { buildDesktopApp } from './set-up/desktop-app.mjs';
import { provideElectron } from './set-up/electron.mjs';
import { prepareExamples } from './set-up/examples.mjs';
import { alone } from './set-up/lock.mjs';
import { buildRenderer } from './set-up/renderer.mjs';
import { provideVirtualDisplay } from './set-up/virtual-display.mjs';
import { hasWeights } from './set-up/weights.mjs';

/**
 * Resolves to the Node to go on with, the environment for it, whether the desk is built, the Electron that shows it as an app (only with
 * `forApp`), the Chromium (only with `forTests`) and the virtual display (only with both); each undefined if there is none. Resolves to
 * undefined when nothing can be run. Every reason was printed.
 */
export function setUp({ forApp = false, forTests = false } = {}) {
  return alone(async () => {
    if (!(await installDependencies())) return undefined;
    const node = requireNode();
    const env = environmentFor(node);
    // What waits for the network and what needs the processor go on side by side.
    const [isDeskBuilt, electron, [chromium, display]] = await Promise.all([
      buildRenderer(node, env),
      forApp ? electronWithApp(node, env) : undefined,
      forTests ? browserAndDisplay(node, env, forApp) : [],
      prepareModel(node, env),
    ]);
    return { node, env, isDeskBuilt, electron, chromium, display };
  });
}

/** The weights, and from them what the built-in model answers by. */
async function prepareModel(node, env) {
  // pacote, which fetches the weights, needs the newer Node.
  if (!(await hasWeights())) await run(node, ['scripts/set-up/weights-main.mjs'], { cwd: repository, env });
  if (await hasWeights()) await prepareExamples(node, env);
}

async function electronWithApp(node, env) {
  const electron = await provideElectron(node, env);
  return electron !== undefined && (await buildDesktopApp(node, env, electron)) ? electron : undefined;
}

/** One after the other: Debian's package manager works for one at a time. */
async function browserAndDisplay(node, env, forApp) {
  const chromium = await provideChromium(node, env);
  return [chromium, forApp ? await provideVirtualDisplay(env) : undefined];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const forTests = process.argv.includes('--tests');
  const ready = await setUp({ forApp: forTests, forTests });
  if (!ready?.isDeskBuilt) process.exitCode = 1;
  else console.log('Ready.');
}
