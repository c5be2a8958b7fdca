// Builds what runs in the app's own processes: main with the host and its threads (ES modules), or the preload (`--mode preload`), which a
// sandbox wants as one file of the older kind.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const hostThreads = folder('../host/src/workers');

/** Native libraries stay files of their own packages; Electron's module exists only inside Electron. */
const external = ['electron', 'better-sqlite3', 'onnxruntime-node'];

export default defineConfig(({ mode }) => {
  const isPreload = mode === 'preload';
  return {
    root: folder('.'),
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      outDir: folder(isPreload ? './dist/preload' : './dist/main'),
      emptyOutDir: true,
      // The oldest Electron that the app runs in has Chrome 130 and Node 20.18.
      target: ['chrome130', 'node20.18'],
      minify: false,
      rolldownOptions: isPreload
        ? { input: folder('./src/preload/preload.ts'), output: { format: 'cjs' as const, entryFileNames: 'preload.cjs' } }
        : {
            input: {
              main: folder('./src/main/main.ts'),
              'workers/calculator.worker': `${hostThreads}/calculator.worker.ts`,
              'workers/embedder.worker': `${hostThreads}/embedder.worker.ts`,
            },
            // Beside main: a thread's file is looked for from wherever the code that starts it ends up.
            output: { format: 'es' as const, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
          },
    },
  };
});
