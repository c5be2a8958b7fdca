import { defineConfig } from 'vitest/config';

/** Bounds a hang. Tests with real processes and threads take some seconds when others use the machine as well. */
const timeouts = { testTimeout: 30_000, hookTimeout: 30_000 };

/**
 * A process loads the sources once for all files it runs: a process for each file took twice the time. What a file changes for
 * everybody is taken back after each test here; the page is compared by its set-up file.
 */
const shared = { ...timeouts, isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true };

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          name: 'node',
          environment: 'node',
          include: ['{packages,apps}/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'structure/**/*.test.ts'],
          exclude: ['**/*.dom.test.*', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'dom',
          environment: 'jsdom',
          include: ['{packages,apps}/*/src/**/*.dom.test.tsx'],
          setupFiles: ['packages/ui/src/testing/page-as-found.ts'],
        },
      },
    ],
  },
});
