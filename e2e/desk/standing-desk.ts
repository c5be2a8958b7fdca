// The desk that journeys share when it does not matter to them what others asked before: its host or app stays, and each
// journey comes to it with an empty conversation, in the browser as a new client. What needs a first start or a restart opens a shell
// of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, expect, type Page } from '@playwright/test';
import { openDesk } from './browser-shell.ts';
import type { Display } from './display.ts';
import { createElectronShell } from './electron-shell.ts';
import { createHosts } from './host-process.ts';
import { type Desk, deskOn } from './shell.ts';

export interface StandingDesk {
  /** Comes to the desk, having forgotten what the page remembered; `page` is the browser's, undefined for the app. */
  visit(page: Page | undefined): Promise<Desk>;
  /** The app; only where journeys run in it, and after `visit`. */
  app(): ElectronApplication;
  /** The command that starts the app on the same data folder. */
  command(): { readonly file: string; readonly parameters: readonly string[]; readonly env: Record<string, string> };
}

/** Starts with the first visit. */
export async function createStandingDesk(
  shellKind: 'browser' | 'electron',
  display: Display,
): Promise<StandingDesk & { end(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vos-journeys-'));
  const electron = createElectronShell(folder, display);
  const hosts = createHosts(folder);
  let address: string | undefined;
  let ofApp: Page | undefined;

  async function visitInBrowser(page: Page): Promise<Desk> {
    if (address !== undefined) return await emptied(await openDesk(page, address));
    ({ address } = await hosts.start());
    return await openDesk(page, address);
  }

  async function visitInApp(): Promise<Desk> {
    if (ofApp === undefined) {
      const desk = await electron.open();
      ofApp = desk.page;
      return desk;
    }
    await forgetAndReload(ofApp);
    return await emptied(await deskOn(ofApp));
  }

  return {
    visit: async (page) => await (shellKind === 'browser' && page !== undefined ? visitInBrowser(page) : visitInApp()),
    app: () => electron.app(),
    command: () => electron.command(),
    async end() {
      await electron.kill();
      await hosts.end();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function emptied(desk: Desk): Promise<Desk> {
  await desk.page.getByRole('button', { name: 'New conversation' }).click();
  await expect(desk.page.getByText('Nothing asked yet')).toBeVisible();
  return desk;
}

/** The page writes down what it remembers as it goes, so that is forgotten last of all. */
async function forgetAndReload(page: Page): Promise<void> {
  page.removeAllListeners();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.evaluate(() => {
    const forget = (): void => {
      localStorage.clear();
      sessionStorage.clear();
    };
    for (const moment of ['pagehide', 'visibilitychange', 'unload']) addEventListener(moment, forget);
  });
  await page.reload();
}
