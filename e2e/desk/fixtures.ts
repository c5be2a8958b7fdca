// What every journey starts with: a host of its own on a data folder of its own, and the desk open in a browser.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';

const MAIN = fileURLToPath(new URL('../../apps/host/src/main.ts', import.meta.url));

/** A port on which nothing answers: asking there fails as it does without a network. */
const NOWHERE = 'http://127.0.0.1:9';

export interface Host {
  readonly address: string;
  /** As a power cut does. */
  kill(): Promise<void>;
}

export interface HostControl {
  /** Starts the host on the journey's data folder, at the same port as before if it ran before. */
  start(environment?: Readonly<Record<string, string>>): Promise<Host>;
}

export interface Desk {
  readonly page: Page;
  /** Types into the pill and presses Enter. */
  ask(text: string): Promise<void>;
  /** Waits for an answer that contains the text. */
  expectAnswer(text: string | RegExp): Promise<void>;
}

interface Fixtures {
  hosts: HostControl;
  desk: Desk;
}

export const test = base.extend<Fixtures>({
  // Playwright insists on a pattern as the first parameter.
  // eslint-disable-next-line no-empty-pattern
  hosts: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'vos-journey-'));
    const children = new Set<ChildProcess>();
    let port = '0';
    await use({
      async start(environment = {}) {
        const child = spawn(process.execPath, [MAIN, '--data', folder, '--port', port, '--no-open'], {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: {
            ...process.env,
            VOS_OPEN_METEO_FORECAST_URL: NOWHERE,
            VOS_OPEN_METEO_GEOCODING_URL: NOWHERE,
            VOS_OPEN_METEO_AIR_QUALITY_URL: NOWHERE,
            ...environment,
          },
        });
        children.add(child);
        const exited = once(child, 'exit').then(() => children.delete(child));
        const address = await readAddress(child);
        port = new URL(address).port;
        return {
          address,
          async kill() {
            child.kill('SIGKILL');
            await exited;
          },
        };
      },
    });
    for (const child of children) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  },

  desk: async ({ hosts, page }, use) => {
    const { address } = await hosts.start();
    await use(await openDesk(page, address));
  },
});

export async function openDesk(page: Page, address: string): Promise<Desk> {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(address);
  const pill = page.getByRole('textbox', { name: 'Ask anything' });
  await expect(pill).toBeVisible();
  return {
    page,
    async ask(text) {
      await pill.fill(text);
      await pill.press('Enter');
      await expect(pill).toHaveValue('');
    },
    async expectAnswer(text) {
      await expect(
        page.getByRole('log', { name: 'Conversation' }).getByRole('article', { name: /^VOS/ }).filter({ hasText: text }).last(),
      ).toBeVisible({
        timeout: 12_000,
      });
      expect(problems).toEqual([]);
    },
  };
}

async function readAddress(child: ChildProcess): Promise<string> {
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.on('data', (piece: Buffer) => {
    output += piece.toString();
    const address = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(output)?.[0];
    if (address !== undefined) resolve(address);
  });
  child.once('exit', () => reject(new Error(`The host ended before it was ready:\n${output}`)));
  return await promise;
}

export { expect };
