import type { Page } from '@playwright/test';
import type { Host, HostControl } from './host-process.ts';
import { type Desk, deskOn, type Shell } from './shell.ts';

/** The desk in a browser's page, served by one of the hosts. */
export function createBrowserShell(hosts: HostControl, page: Page): Shell {
  let host: Host | undefined;
  return {
    async open(environment) {
      host = await hosts.start(environment);
      // From another page, or the browser would only notice that the part after # is new.
      if (page.url() !== 'about:blank') await page.goto('about:blank');
      return await openDesk(page, host.address);
    },
    async kill() {
      await host?.kill();
      host = undefined;
    },
  };
}

export async function openDesk(page: Page, address: string): Promise<Desk> {
  await page.goto(address);
  return await deskOn(page);
}
