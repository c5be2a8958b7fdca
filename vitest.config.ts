import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{packages,apps}/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'structure/**/*.test.ts'],
          exclude: ['**/*.dom.test.*', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['{packages,apps}/*/src/**/*.dom.test.tsx'],
        },
      },
    ],
  },
});
