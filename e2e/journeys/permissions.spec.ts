import type { Page } from '@playwright/test';
import { expectNoFaults } from '../desk/accessibility.ts';
import { expect, test } from '../desk/fixtures.ts';

const card = (page: Page) => page.getByRole('article', { name: 'The notes agent wants to write a note' });

/** A card that has just appeared ignores a press, as it should; whoever reads it presses later. A press that counted may take a while. */
async function decide(page: Page, decision: 'Allow' | 'Don’t allow'): Promise<void> {
  await expect(async () => {
    if ((await card(page).count()) === 0) return;
    await card(page).getByRole('button', { name: decision, exact: true }).click({ timeout: 1_000 });
    await expect(card(page)).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}

test('what an agent asks waits through a power cut, is done once when allowed, and never when refused', async ({ shell }) => {
  let desk = await shell.open();
  let { page } = desk;
  await page.getByRole('button', { name: /^Settings/ }).click();
  await page.getByRole('button', { name: 'Permissions' }).click();
  await page.getByRole('radiogroup', { name: 'Change your records' }).getByText('Ask first').click();
  await expect(
    page.getByRole('radiogroup', { name: 'Change your records' }).getByRole('radio', { name: 'Ask first' }),
  ).toBeChecked();
  await expectNoFaults(page);

  await desk.ask('note that the plumber comes on Friday');
  await expect(card(page)).toBeVisible();
  await expect(card(page)).toContainText('You are asked before agents change your records.');
  await expectNoFaults(page);

  await shell.kill();
  desk = await shell.open();
  ({ page } = desk);
  await expect(card(page)).toBeVisible();
  await decide(page, 'Allow');
  await desk.expectAnswer(/plumber/);
  await expect(page.getByText('You allowed this once.')).toBeVisible();

  await desk.ask('note that the boat needs paint');
  await expect(card(page)).toBeVisible();
  await decide(page, 'Don’t allow');
  await expect(page.getByText('You did not allow this.')).toBeVisible();

  await page.getByRole('button', { name: /^Notes/ }).click();
  const notes = page.getByRole('region', { name: 'Notes', exact: true });
  await expect(notes.getByRole('button', { name: /plumber/ }).first()).toBeVisible();
  await expect(notes.getByText(/plumber comes on Friday/)).toHaveCount(1);
  await expect(notes.getByText(/paint/)).toHaveCount(0);
});
