import { defineConfig } from 'vitest/config';

/** Bounds a hang. Tests with real processes and threads take some seconds when others use the machine as well. */
const timeouts = { testTimeout: 30_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...timeouts,
          name: 'node',
          environment: 'node',
          include: ['{packages,apps}/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'structure/**/*.test.ts'],
          exclude: ['**/*.dom.test.*', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'dom',
          environment: 'jsdom',
          include: ['{packages,apps}/*/src/**/*.dom.test.tsx'],
        },
      },
    ],
  },
});
