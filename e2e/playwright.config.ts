import { defineConfig } from '@playwright/test';
import type { ShellOption } from './desk/fixtures.ts';

/**
 * Chromium loads the list below its address bar as two pages, in processes of their own, for each window anew and at the cost of the desk
 * itself, though nobody sees it. The last list given counts, so what Playwright turns off and these journeys would notice stands here too.
 */
const UNUSED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'OptimizationHints',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export default defineConfig<ShellOption>({
  testDir: 'journeys',
  outputDir: '../test-results',
  fullyParallel: true,
  // Two processes of Chromium and a host each are what two cores carry.
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Every journey in both shells, but for those whose tag names one of them.
  projects: [
    { name: 'browser', grepInvert: /@electron/, use: { shellKind: 'browser' } },
    { name: 'electron', grepInvert: /@browser/, use: { shellKind: 'electron' } },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      // The browser that set-up found; Playwright's own where there is none.
      ...(process.env['VOS_CHROMIUM'] === undefined ? {} : { executablePath: process.env['VOS_CHROMIUM'] }),
      // --no-sandbox: a Chromium run by root has none. The other flags keep it from calling its maker.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${UNUSED_FEATURES.join(',')}`,
      ],
    },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
});
