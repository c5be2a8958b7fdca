import type { Locator } from '@playwright/test';
import { expectNoFaults } from '../desk/accessibility.ts';
import { expect, test } from '../desk/fixtures.ts';

test('a note is put on the desk, dragged, ticked and written on, lies there after a power cut, and is taken off', async ({
  shell,
}) => {
  const { page } = await shell.open();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const notes = page.getByRole('region', { name: 'Notes' });
  await page.getByRole('button', { name: /^Notes/ }).click();
  await notes.locator('.empty').getByRole('button', { name: 'New note' }).click();
  await page.keyboard.type('Before Saturday\n- [ ] Pump the tyres');
  await expect(notes.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await notes.getByRole('button', { name: 'More for Before Saturday' }).click();
  await page.getByRole('menuitem', { name: 'Put on the desk' }).click();

  const sticky = page.getByRole('article', { name: 'Sticky note: Before Saturday' });
  const start = await boxOf(sticky);
  const window = await boxOf(notes);
  const to = { x: window.x + 100, y: window.y + 120 };
  await page.mouse.move(start.x + start.width / 2, start.y + 14);
  await page.mouse.down();
  await page.mouse.move(to.x + start.width / 2, to.y + 14, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press('Shift+ArrowDown');
  const rest = { ...start, ...to, height: start.height + 16 };
  await expect.poll(() => boxOf(sticky)).toEqual(rest);

  const isOnTop = (): Promise<boolean> =>
    page.evaluate(({ x, y }) => document.elementFromPoint(x + 120, y + 120)?.closest('.sticky') != null, to);
  expect(await isOnTop()).toBe(true);
  await notes.getByRole('heading', { name: 'Notes' }).click();
  expect(await isOnTop()).toBe(false);
  await page.keyboard.press('Control+Shift+S');
  expect(await isOnTop()).toBe(true);

  await sticky.getByRole('checkbox', { name: 'Pump the tyres' }).check({ force: true });
  await sticky.getByRole('button', { name: 'Write on it' }).click();
  await page.keyboard.type('\nAsk Sam');
  await expect(sticky.getByText('Saved', { exact: true })).toBeVisible();
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await expectNoFaults(page);

  await shell.kill();
  const again = (await shell.open()).page;
  const kept = again.getByRole('article', { name: 'Sticky note: Before Saturday' });
  await expect(kept.getByText('Ask Sam')).toBeVisible();
  await expect(kept.getByRole('checkbox', { name: 'Pump the tyres' })).toBeChecked();
  await expect.poll(() => boxOf(kept)).toEqual(rest);
  await again.keyboard.press('Control+Shift+S');
  await kept.getByRole('button', { name: 'Take off the desk' }).click();
  await expect(kept).toHaveCount(0);
  await expect(
    again.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Before Saturday' }).first(),
  ).toBeVisible();
});

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It cannot be seen.');
  return box;
}
