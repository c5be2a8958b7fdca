// Finds a Chromium for the end-to-end tests, and gets one where there is none.
import { join } from 'node:path';
import { capture, run } from '../processes.mjs';
import { repository } from '../repository.mjs';
import { installDebianPackages, isExecutable, onPath } from './debian.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of a Chromium that runs; undefined when none is there and none can be had, after saying what to do. */
export async function provideChromium(nodePath, env) {
  const found = (await findChromium(env)) ?? (await playwrightChromium(nodePath, env));
  if (found !== undefined) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && (await onPath('apt-get', env)) !== undefined) {
    console.log('Installing Chromium for the tests (Debian package, about a minute) …');
    await installDebianPackages(['chromium'], env);
    const installed = await findChromium(env);
    if (installed !== undefined) return installed;
  }
  console.log('Fetching Chromium for the tests …');
  await run(nodePath, [join(repository, 'node_modules/playwright/cli.js'), 'install', 'chromium'], { cwd: repository, env });
  const fetched = await playwrightChromium(nodePath, env);
  if (fetched === undefined) console.error('No Chromium could be had. Install chromium or Google Chrome and try again.');
  return fetched;
}

async function findChromium(env) {
  if (env.VOS_CHROMIUM !== undefined) return env.VOS_CHROMIUM;
  for (const name of names) {
    const path = await onPath(name, env);
    if (path !== undefined) return path;
  }
  const inApplications = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return (await isExecutable(inApplications)) ? inApplications : undefined;
}

async function playwrightChromium(nodePath, env) {
  const ask = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
  const { code, text } = await capture(nodePath, ['-e', ask], { cwd: repository, env });
  const path = text.trim();
  return code === 0 && path !== '' && (await isExecutable(path)) ? path : undefined;
}
