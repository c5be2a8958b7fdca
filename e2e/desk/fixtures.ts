// What every journey starts with: the desk, in the shell that the project names.
// A journey that only makes sense in one of them says so by its tag: `@browser` or `@electron`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { createBrowserShell } from './browser-shell.ts';
import { type Display, openDisplay } from './display.ts';
import { createElectronShell, type ElectronShell } from './electron-shell.ts';
import { createHosts, type HostControl } from './host-process.ts';
import type { Desk, Shell } from './shell.ts';
import { createStandingDesk, type StandingDesk } from './standing-desk.ts';

export interface ShellOption {
  shellKind: 'browser' | 'electron';
}

interface OfWorker {
  display: Display;
  /** Starts the browser with the first page that is asked for. */
  chromium: () => Promise<Browser>;
  standing: StandingDesk;
}

interface Fixtures {
  /** A new client's empty desk on a host that other journeys use as well. */
  desk: Desk;
  /** A data folder of this journey's own. */
  folder: string;
  /** The shell on that folder, nothing open yet: a first start. */
  shell: Shell;
  /** Hosts on that folder that serve browsers. */
  hosts: HostControl;
  /** The desktop app on that folder, not open yet. */
  electron: ElectronShell;
}

export const test = base.extend<Fixtures, ShellOption & OfWorker>({
  shellKind: ['browser', { option: true, scope: 'worker' }],

  display: [
    async ({ shellKind }, use) => {
      const display = shellKind === 'electron' ? await openDisplay() : undefined;
      await use(display ?? { environment: {}, close: async () => undefined });
      await display?.close();
    },
    { scope: 'worker' },
  ],

  // Playwright's own fixtures would start a browser for journeys of the app as well.
  chromium: [
    async ({ playwright, launchOptions }, use) => {
      let browser: Promise<Browser> | undefined;
      await use(() => (browser ??= playwright.chromium.launch(launchOptions)));
      await (await browser)?.close();
    },
    { scope: 'worker' },
  ],

  context: async ({ shellKind, chromium, viewport }, use) => {
    if (shellKind === 'electron') {
      await use(undefined as unknown as BrowserContext);
      return;
    }
    const context = await (await chromium()).newContext({ viewport });
    await use(context);
    await context.close();
  },

  page: async ({ shellKind, context }, use) => {
    await use(shellKind === 'electron' ? (undefined as unknown as Page) : await context.newPage());
  },

  standing: [
    async ({ shellKind, display }, use) => {
      const standing = await createStandingDesk(shellKind, display);
      await use(standing);
      await standing.end();
    },
    { scope: 'worker' },
  ],

  desk: async ({ standing, page }, use) => {
    await use(await standing.visit(page));
  },

  // Playwright insists on a pattern as the first parameter.
  // eslint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'vos-journey-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },

  hosts: async ({ folder }, use) => {
    const hosts = createHosts(folder);
    await use(hosts);
    await hosts.end();
  },

  electron: async ({ folder, display }, use) => {
    const electron = createElectronShell(folder, display);
    await use(electron);
    await electron.kill();
  },

  shell: async ({ shellKind, hosts, electron, page }, use) => {
    await use(shellKind === 'electron' ? electron : createBrowserShell(hosts, page));
  },
});

export { expect };
export { openDesk } from './browser-shell.ts';
