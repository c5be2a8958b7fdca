// The host of the crash tests as one file. Each kill starts a host, and half the processor time of a start went into reading some three
// hundred small modules.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const HOST = fileURLToPath(new URL('../../..', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../../../node_modules/.cache', import.meta.url));

export interface BundledHost {
  /** Path of the program. */
  readonly program: string;
  dispose(): Promise<void>;
}

/** Writes it to a folder of its own inside the project, from where its native libraries are found, and takes that away at the end. */
export async function bundleHost(): Promise<BundledHost> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'crash-host-'));
  const source = (path: string): string => join(HOST, 'src', path);
  await build({
    root: HOST,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3', 'onnxruntime-node'] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: {
          'crash-host': source('testing/crash/crash-host.ts'),
          'workers/calculator.worker': source('workers/calculator.worker.ts'),
          'workers/embedder.worker': source('workers/embedder.worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return {
    program: join(folder, 'crash-host.js'),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}
