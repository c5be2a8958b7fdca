import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from '../desk/fixtures.ts';

interface SilentService {
  readonly url: string;
  /** Resolves when whoever asked has hung up. */
  readonly isLeft: Promise<void>;
}

/** A service that takes a question and never answers it. */
const test = base.extend<{ silent: SilentService }>({
  // Playwright insists on a pattern as the first parameter.
  // eslint-disable-next-line no-empty-pattern
  silent: async ({}, use) => {
    const server = createServer();
    const isLeft = new Promise<void>((resolve) => server.on('request', (_, response) => response.once('close', resolve)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, isLeft });
    server.close();
    server.closeAllConnections();
  },
});

test('Stop ends what agents are at, down to the open connection, and the next request is answered', { tag: '@browser' }, async ({
  shell,
  silent,
}) => {
  const desk = await shell.open({ VOS_OPEN_METEO_GEOCODING_URL: silent.url });
  await desk.ask("what's the weather in Utrecht?");
  await desk.page.getByText('Asking the weather agent').waitFor();
  await desk.page.getByRole('button', { name: 'Stop', exact: true }).click();
  await silent.isLeft;
  await expect(desk.page.getByRole('article', { name: 'System' })).toContainText('Stopped. Nothing had been changed.');
  await expect(desk.page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
  await desk.ask('what is 2 + 3');
  await desk.expectAnswer('5');
});
