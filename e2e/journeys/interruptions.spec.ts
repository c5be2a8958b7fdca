import { expect, openDesk, test } from '../desk/fixtures.ts';

test('what is typed while the host is away waits, goes out by itself, and is answered once', { tag: '@browser' }, async ({
  hosts,
  page,
}) => {
  const host = await hosts.start();
  const desk = await openDesk(page, host.address);
  await desk.ask('what is 2 + 3');
  await desk.expectAnswer('5');

  await host.kill();
  await expect(page.getByText('Offline', { exact: false }).first()).toBeVisible();
  await desk.ask('what is 20 + 22');
  await hosts.start();
  await desk.expectAnswer('42');
  const log = page.getByRole('log', { name: 'Conversation' });
  await expect(log.getByRole('article', { name: /^You/ })).toHaveCount(2);
  await expect(log.getByRole('article', { name: /^VOS/ })).toHaveCount(2);
});

test('a reload shows the conversation again, without the token in the address', async ({ desk }) => {
  await desk.ask('what is 6 * 7');
  await desk.expectAnswer('42');
  expect(desk.page.url()).not.toContain('token');
  await desk.page.reload();
  await desk.expectAnswer('42');
});

test('two windows show the same conversation', { tag: '@browser' }, async ({ hosts, page, context }) => {
  const { address } = await hosts.start();
  const first = await openDesk(page, address);
  const second = await openDesk(await context.newPage(), address);
  await first.ask('what is 9 * 9');
  await first.expectAnswer('81');
  await second.expectAnswer('81');
});

test('a wrong token is told apart from a host that is away', { tag: '@browser' }, async ({ hosts, page }) => {
  const { address } = await hosts.start();
  await page.goto(address.replace(/token=.*/, 'token=wrong'));
  await expect(page.getByText(/npm start/)).toBeVisible();
});
