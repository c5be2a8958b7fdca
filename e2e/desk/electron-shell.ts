// The desk in the desktop app, started as a person starts it.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication } from '@playwright/test';
import type { Display } from './display.ts';
import { deskOn, type Environment, hostEnvironment, type Shell } from './shell.ts';

const APP = fileURLToPath(new URL('../../apps/desktop', import.meta.url));

/**
 * Playwright's own part inside the app: it holds back "ready" until the automation is attached. Playwright adds it only where it finds Electron
 * by itself. Without it the automation sometimes attaches while the window commits its first page, never hears of that page, and waits forever.
 */
const LOADER = join(
  dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
  'lib/server/electron/loader.js',
);

/** How long a crowded machine may take; beyond it a journey says what it waited for instead of running into its own limit. */
const START_LIMIT_MS = 25_000;
const QUIT_LIMIT_MS = 30_000;

export interface ElectronShell extends Shell {
  /** The app that runs now. */
  app(): ElectronApplication;
  /** Quits as a person does and resolves to the exit code. */
  quit(): Promise<number | null>;
  /** The command that starts the app on the same data folder. */
  command(): { readonly file: string; readonly parameters: readonly string[]; readonly env: Record<string, string> };
}

export function createElectronShell(folder: string, display: Display): ElectronShell {
  let running: ElectronApplication | undefined;
  // A test machine has no sandbox for root, no graphics card and no microphone.
  const switches = ['--no-sandbox', '--disable-gpu', '--disable-gpu-compositing', '--use-fake-device-for-media-stream'];
  const appParameters = [APP, '--data', folder];

  function executable(): string {
    const file = process.env['VOS_ELECTRON'];
    if (file === undefined) throw new Error('VOS_ELECTRON does not say where Electron is; run the journeys by `npm run e2e`.');
    return file;
  }

  /** With what Chromium keeps in the system's temporary folder beside the data, so that nothing of it is left when the app is killed. */
  function ownEnvironment(): Record<string, string> {
    return hostEnvironment({ ...display.environment, TMPDIR: folder });
  }

  function app(): ElectronApplication {
    if (running === undefined) throw new Error('The app is not open.');
    return running;
  }

  async function launch(environment: Environment): Promise<ElectronApplication> {
    const launched = _electron.launch({
      executablePath: executable(),
      args: [...switches, '-r', LOADER, ...appParameters],
      env: { ...ownEnvironment(), ...environment },
    });
    return await Promise.race([launched, tooLate(START_LIMIT_MS, 'start')]);
  }

  return {
    command: () => ({
      file: executable(),
      parameters: [...switches, ...appParameters],
      env: ownEnvironment(),
    }),
    app,
    async open(environment: Environment = {}) {
      running = await launch(environment);
      running.process().stderr?.on('data', (piece: Buffer) => process.stderr.write(ownLines(piece)));
      return await deskOn(await running.firstWindow({ timeout: START_LIMIT_MS }));
    },
    async kill() {
      const child = running?.process();
      running = undefined;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      killWithChildren(child);
      await exited;
    },
    async quit() {
      const child = app().process();
      await Promise.race([app().close(), tooLate(QUIT_LIMIT_MS, 'quit')]);
      running = undefined;
      return child.exitCode;
    },
  };
}

/** Chromium's other processes would write their caches, into a folder that is just being removed, before they notice. */
function killWithChildren(child: ChildProcess): void {
  // Playwright makes the app the leader of a group, but on Windows.
  if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
  else process.kill(-child.pid, 'SIGKILL');
}

/** Rejects after that time. */
async function tooLate(limitMs: number, what: string): Promise<never> {
  await once(AbortSignal.timeout(limitMs), 'abort');
  throw new Error(`The app did not ${what} within ${limitMs} ms.`);
}

/** What our code printed; Chromium talks about missing devices of test machines. */
function ownLines(piece: Buffer): string {
  const lines = piece.toString().split('\n');
  return lines
    .filter((line) => line.startsWith('{"at"') || line.startsWith('VOS'))
    .map((line) => `${line}\n`)
    .join('');
}
