import type { Page } from '@playwright/test';
import { expect, openDesk, test } from '../desk/fixtures.ts';

async function choose(page: Page, appearance: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Appearance' }).getByText(appearance, { exact: true }).click();
}

test('another appearance holds at once on every desk, and a reload shows no other one first', { tag: '@browser' }, async ({
  hosts,
  page,
  context,
}) => {
  const { address } = await hosts.start();
  await openDesk(page, address);
  const other = await context.newPage();
  await openDesk(other, address);
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /^Settings/ }).click();
  await page.getByRole('button', { name: 'Appearance and units' }).click();
  await choose(page, 'Light');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');

  // Everything the page does later is too late: the theme has to be there before the first element is drawn.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.body === null) return;
      observer.disconnect();
      document.documentElement.dataset.themeAtFirstElement = document.documentElement.dataset.theme ?? '';
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(root).toHaveAttribute('data-theme-at-first-element', 'light');
  await expect(root).toHaveAttribute('data-theme', 'light');

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Appearance and units' }).click();
  await choose(page, 'System');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(root).toHaveAttribute('data-theme-at-first-element', 'light');
});

test('settings are still there after a power cut', async ({ shell }) => {
  let { page } = await shell.open();
  await page.getByRole('button', { name: /^Settings/ }).click();
  await page.getByRole('button', { name: 'Appearance and units' }).click();
  await choose(page, 'High contrast');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
  await page.getByRole('radiogroup', { name: 'Weather units' }).getByText('Imperial').click();
  await expect(page.getByRole('radio', { name: 'Imperial' })).toBeChecked();
  await shell.kill();
  ({ page } = await shell.open());
  await expect(page.getByText('Reconnecting')).toHaveCount(0);
  await page.getByRole('button', { name: 'Appearance and units' }).click();
  await expect(page.getByRole('radio', { name: 'Imperial' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'High contrast' })).toBeChecked();
});

test('the data folder is shown and can be copied', { tag: '@browser' }, async ({ desk: { page }, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: /^Settings/ }).click();
  await page.getByRole('button', { name: 'Data folder' }).click();
  const path = await page.locator('code').textContent();
  expect(path).toContain('vos-journey');
  await page.getByRole('button', { name: 'Copy path' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(path);
});
