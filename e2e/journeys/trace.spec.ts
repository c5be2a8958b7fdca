import type { Page } from '@playwright/test';
import { expectNoFaults } from '../desk/accessibility.ts';
import { expect, test } from '../desk/fixtures.ts';
import { startModelService } from '../desk/model-service.ts';

const trace = (page: Page) => page.getByRole('region', { name: 'Trace', exact: true });
const steps = (page: Page) => trace(page).getByRole('region', { name: 'Steps' }).getByRole('listitem');

test('the way of a request is shown from the person over agent and tool and back, with times', async ({ desk }) => {
  const { page } = desk;
  await desk.ask('what is 15% of 80');
  await desk.expectAnswer('12');
  const answer = page.getByRole('log', { name: 'Conversation' }).getByRole('article', { name: /^VOS/ }).last();
  await answer.hover();
  await answer.getByRole('button', { name: 'How this was answered' }).click();
  await expect(trace(page).getByText(/^Answered after \d.* m?s/)).toBeVisible();
  const said = await steps(page).allInnerTexts();
  expect(said.map((text) => text.split('\n').find((line) => /[a-z]{3}/.test(line) && !line.startsWith('After')))).toEqual([
    'You asked the primary agent',
    'Primary agent thought',
    'Primary agent wrote to the calculator agent',
    'Calculator agent thought',
    'Used',
    'Calculator agent thought',
    'Calculator agent wrote to the primary agent',
    'Primary agent thought',
    'Primary agent answered you',
  ]);
  for (const text of said) expect(text).toMatch(/\d (ms|s|min)/);
  await steps(page).filter({ hasText: 'basic_calculation' }).getByRole('button', { name: 'Show details' }).click();
  await expect(trace(page).getByRole('region', { name: 'Answered' })).toContainText('12');
  await expectNoFaults(page);

  // What is asked next stands above it; other journeys may have asked the same as before, and none this.
  await page.keyboard.press('Escape');
  await desk.ask('what is 7 * 123');
  await desk.expectAnswer('861');
  // Where the window is too narrow for both, the list is behind the route.
  const back = trace(page).getByRole('button', { name: 'All requests' });
  if (await back.isVisible()) await back.click();
  const requests = trace(page).getByRole('navigation', { name: 'Requests' });
  await expect(requests.getByRole('button', { name: /what is 7 \* 123/ })).toBeVisible();
  await requests
    .getByRole('button', { name: /what is 15% of 80/ })
    .first()
    .focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(trace(page).getByRole('heading', { name: 'what is 7 * 123' })).toBeVisible();
  await expect(steps(page).last()).toContainText('861');
});

test('a request that could not be answered says why, and is answered when it is tried again', async ({ shell }) => {
  const service = await startModelService({ key: 'sk-right-right', says: 'Now it works.' });
  try {
    const desk = await shell.open();
    const { page } = desk;
    await page.getByRole('button', { name: /^Settings/ }).click();
    await page.getByRole('button', { name: 'Add a service' }).click();
    await page.getByRole('button', { name: 'Another address' }).click();
    await page.getByLabel('Address').fill(service.baseUrl);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Model', { exact: true }).fill('test-model');
    await page.getByRole('button', { name: 'Use this model' }).click();
    await expect(page.getByRole('button', { name: 'In use' })).toBeVisible();
    await desk.ask('Good morning');
    await page.getByRole('button', { name: /^Trace/ }).click();
    const letters = trace(page).getByRole('region', { name: 'Not answered' });
    await expect(letters).toContainText('1 request could not be answered');
    await expect(steps(page).filter({ hasText: 'asks for a key' }).first()).toBeVisible();
    await expectNoFaults(page);

    await page.getByRole('button', { name: /^Settings/ }).click();
    await page.getByLabel('Key, if it wants one').fill('sk-right-right');
    await page.getByRole('button', { name: 'Save key' }).click();
    await expect(page.getByPlaceholder('Stored. A new one replaces it.')).toBeVisible();
    await page.getByRole('button', { name: /^Trace/ }).click();
    await letters.getByRole('button', { name: 'Drop: Good morning' }).click();
    await expect(letters).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await letters.getByRole('button', { name: 'Try again: Good morning' }).click();
    await expect(letters).toBeHidden();
    await expect(steps(page).last()).toContainText('Now it works.');
    await expect(trace(page).getByText(/^Answered after/)).toBeVisible();
  } finally {
    await service.stop();
  }
});
