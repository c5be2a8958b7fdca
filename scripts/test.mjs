// `npm test`: set-up, then every check and test. The last line alone says `N passed, N failed`, whatever happened before it.
// `npm run e2e` is the end-to-end part of it alone; with `-- --browser` either leaves the desktop app out.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { endingSignals, run, signalRunning, whenNpmEnds } from './processes.mjs';
import { repository } from './repository.mjs';
import { setUp } from './setup.mjs';
import { addCounts, countPlaywright, countRunner, countVitest, noTests, summaryLine } from './test-counts.mjs';

const inBrowserOnly = process.argv.includes('--browser');
const reports = mkdtempSync(join(tmpdir(), 'vos-test-'));
let counts = noTests;
let isOver = false;

for (const name of endingSignals) process.on(name, () => finish(`Stopped by ${name}.`));
whenNpmEnds(() => finish('npm was ended.'));
process.on('uncaughtException', (error) => finish(error.stack ?? String(error)));

const ready = await setUp({ forApp: !inBrowserOnly, forTests: true });
if (ready === undefined) finish('The tests need what could not be set up.');
else {
  if (!process.argv.includes('--only-e2e')) {
    for (const { passed } of await runChecks(ready.node, ready.env)) record({ ...noTests, [passed ? 'passed' : 'failed']: 1 });
    record(await runVitest(ready));
  }
  record(await runPlaywright(ready));
  finish();
}

function record(more) {
  counts = addCounts(counts, more);
}

/** Ends everything that still runs, prints the last line and exits; a `reason` counts as one failure. */
function finish(reason) {
  if (isOver) return;
  isOver = true;
  if (reason !== undefined) {
    record({ ...noTests, failed: 1 });
    console.error(reason);
  }
  signalRunning('SIGKILL');
  rmSync(reports, { recursive: true, force: true });
  process.stdout.write(`${summaryLine(counts)}\n`, () => process.exit(counts.failed === 0 ? 0 : 1));
}

async function runVitest({ node, env }) {
  const file = join(reports, 'vitest.json');
  const parameters = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const exitCode = await run(node, parameters, { cwd: repository, env, ownGroup: true });
  return countRunner({ exitCode, report: readReport(file), count: countVitest });
}

async function runPlaywright({ node, env, isDeskBuilt, chromium, electron, display }) {
  const hasApp = electron !== undefined && display !== undefined;
  if (!isDeskBuilt || chromium === undefined || !(hasApp || inBrowserOnly)) return { ...noTests, failed: 1 };
  const file = join(reports, 'playwright.json');
  const parameters = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e', '--reporter=list,json'];
  const exitCode = await run(node, inBrowserOnly ? [...parameters, '--project=browser'] : parameters, {
    cwd: repository,
    env: {
      ...env,
      VOS_CHROMIUM: chromium,
      // Each of the journeys' workers opens a display of its own by the command.
      ...(hasApp ? { VOS_ELECTRON: electron, VOS_DISPLAY_COMMAND: JSON.stringify(display) } : {}),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    },
    ownGroup: true,
  });
  return countRunner({ exitCode, report: readReport(file), count: countPlaywright });
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
