// A project small enough to be set up within a test: the scripts as they are, and a few lines in the place of each tool and of the host.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const scripts = fileURLToPath(new URL('..', import.meta.url));
const weights = 'resources/weights/all-MiniLM-L6-v2';

/** Builds whatever it is asked for: the page, or a part of the desktop app. */
const builder = `
const { mkdirSync, writeFileSync } = require('node:fs');
const after = (name) => process.argv[process.argv.indexOf(name) + 1];
const files = { main: 'dist/main/main.js', preload: 'dist/preload/preload.cjs' };
const file = process.argv.includes('--mode') ? files[after('--mode')] : after('--outDir') + '/index.html';
mkdirSync(require('node:path').dirname(file), { recursive: true });
writeFileSync(file, 'built');
`;

const initialFiles: Readonly<Record<string, string>> = {
  'package-lock.json': '{"packages":{}}',
  'node_modules/.package-lock.json': '{"packages":{}}',
  'node_modules/vite/bin/vite.js': builder,
  'tsconfig.base.json': '{}',
  'apps/desktop/vite.shell.config.ts': '',
  'apps/desktop/src/main/main.ts': '',
  'apps/desktop/src/preload/preload.ts': '',
  'apps/host/package.json': '{"config":{"nodeOptions":[],"compileCache":".cache/compiled","environment":{}}}',
  'apps/host/src/prepare.ts': '',
  'apps/host/src/main.ts': "if (!process.argv.includes('--help')) console.log('The host has started.');",
  ...Object.fromEntries(
    ['base', 'protocol', 'windows', 'ui', 'ledger', 'records', 'agents'].map((name) => [`packages/${name}/src/index.ts`, '']),
  ),
  ...Object.fromEntries(
    ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model_q4.onnx', 'onnx/model_q4.onnx_data'].map((name) => [
      `${weights}/${name}`,
      'weights',
    ]),
  ),
};

/** Writes such a project below `folder`, with `files` added or in the place of its own. */
export async function makeProject(folder: string, files: Readonly<Record<string, string>> = {}): Promise<void> {
  await cp(scripts, join(folder, 'scripts'), { recursive: true });
  for (const [path, text] of Object.entries({ ...initialFiles, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

interface Started {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** Resolves when it has printed this; rejects with its output if it ended before. */
  hasPrinted(text: string): Promise<void>;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

/** Runs a script of the project on a machine without a screen, or what else `environment` says. It leads a process group. */
export function startScript(
  project: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Started {
  const {
    npm_lifecycle_event: _npm,
    DISPLAY: _screen,
    WAYLAND_DISPLAY: _otherScreen,
    VOS_ELECTRON: _electron,
    ...inherited
  } = process.env;
  const child = spawn(process.execPath, [...parameters], {
    cwd: project,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let onOutput = (): void => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      output += piece.toString();
      onOutput();
    });
  }
  const ended = once(child, 'close').then(() => child.exitCode);
  return {
    child,
    output: () => output,
    hasPrinted: (text) =>
      new Promise((resolve, reject) => {
        onOutput = () => (output.includes(text) ? resolve() : undefined);
        onOutput();
        void ended.then(() => reject(new Error(`It ended before it printed “${text}”:\n${output}`)));
      }),
    ended,
  };
}
