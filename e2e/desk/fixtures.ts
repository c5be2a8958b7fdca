// What every journey starts with: a data folder of its own, and the desk open on it in the shell that the project names.
// A journey that only makes sense in one of them says so by its tag: `@browser` or `@electron`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { createBrowserShell } from './browser-shell.ts';
import { createElectronShell, type ElectronShell } from './electron-shell.ts';
import { createHosts, type HostControl } from './host-process.ts';
import type { Desk, Shell } from './shell.ts';

export interface ShellOption {
  shellKind: 'browser' | 'electron';
}

interface Fixtures {
  folder: string;
  /** The shell, nothing open yet. */
  shell: Shell;
  /** The desk of a first start. */
  desk: Desk;
  /** Hosts that serve browsers. */
  hosts: HostControl;
  /** The desktop app, not open yet. */
  electron: ElectronShell;
}

export const test = base.extend<Fixtures & ShellOption>({
  shellKind: ['browser', { option: true }],

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

  electron: async ({ folder }, use) => {
    const electron = createElectronShell(folder);
    await use(electron);
    await electron.kill();
  },

  shell: async ({ shellKind, hosts, electron, page }, use) => {
    await use(shellKind === 'electron' ? electron : createBrowserShell(hosts, page));
  },

  desk: async ({ shell }, use) => {
    await use(await shell.open());
  },
});

export { expect };
export { openDesk } from './browser-shell.ts';
