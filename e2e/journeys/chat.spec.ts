import { expect, test } from '../desk/fixtures.ts';
import { startModelService } from '../desk/model-service.ts';

test('conversations are started, found again, renamed, removed and brought back', async ({ shell }) => {
  const desk = await shell.open();
  const { page } = desk;
  await desk.ask('what is 12 * 12');
  await desk.expectAnswer('144');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await expect(page.getByText('Nothing asked yet')).toBeVisible();
  await desk.ask('what is 15% of 80');
  await desk.expectAnswer('15% of 80 is 12.');

  await page.getByRole('button', { name: 'Conversations', exact: true }).click();
  const list = page.getByRole('navigation', { name: 'Conversations' });
  await list.getByRole('button', { name: /^what is 12 \* 12/ }).click();
  const log = page.getByRole('log', { name: 'Conversation' });
  await expect(log).toContainText('144');
  await expect(log).not.toContainText('15% of 80 is 12.');

  await list.getByRole('button', { name: 'Rename what is 12 * 12' }).click();
  await page.getByRole('textbox', { name: 'New name of what is 12 * 12' }).fill('Tables');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tables' })).toBeVisible();

  await list.getByRole('button', { name: 'Remove Tables' }).click();
  await expect(log).toContainText('15% of 80 is 12.');
  await expect(list.getByText('Tables')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(log).toContainText('144');
  await expect(list.getByText('Tables')).toBeVisible();
});

test('an answer in Markdown is drawn, and hostile parts of it are only text', async ({ shell }) => {
  const says = [
    'Here is **how**:',
    '```js\nconst a = 1 < 2;\n```',
    '- [safe](https://example.com)\n- [bad](javascript:document.title="hacked")\n- [file](file:///etc/hostname)',
    '<img src=x onerror="document.title=\'hacked\'"><svg onload="document.title=\'hacked\'"></svg>',
    '![picture](data:image/svg+xml,<svg/onload=alert(1)>)',
    '\u202Ebackwards',
    // As long as a message may be, with no place to break it.
    'w'.repeat(49_000),
  ].join('\n\n');
  const service = await startModelService({ says, answersAsOllama: true });
  try {
    const desk = await shell.open({ VOS_OLLAMA_URL: service.origin });
    const { page } = desk;
    await page.getByRole('button', { name: /^Settings/ }).click();
    await page.getByRole('button', { name: 'Set up Ollama' }).click();
    await page.getByRole('button', { name: /test-model/ }).click();
    await page.getByRole('button', { name: 'Use this model' }).click();
    await expect(page.getByRole('button', { name: 'In use' })).toBeVisible();
    await desk.ask('How?');
    await desk.expectAnswer('Here is how:');
    const log = page.getByRole('log', { name: 'Conversation' });
    await expect(log.getByRole('link')).toHaveCount(1);
    await expect(log.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(log).toContainText('<img src=x onerror=');
    await expect(log.locator('img, svg[onload]')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    const widths = await log.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    expect(widths.scrollWidth).toBe(widths.clientWidth);
    await expect(log.locator('pre')).toHaveText('const a = 1 < 2;');
    await expect(log.getByRole('button', { name: 'Copy code' })).toBeVisible();
    await expect(page).not.toHaveTitle(/hacked/);
  } finally {
    await service.stop();
  }
});

test('a request that failed can be asked again with one press', async ({ shell }) => {
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
    await desk.ask('Hello');
    const again = page.getByRole('button', { name: 'Ask again' });
    await expect(again).toBeVisible();
    // The settings are still in front: asking leaves a chat where it can be seen.
    await page.getByLabel('Key, if it wants one').fill('sk-right-right');
    await page.getByRole('button', { name: 'Save key' }).click();
    await expect(page.getByPlaceholder('Stored. A new one replaces it.')).toBeVisible();
    await page.getByRole('button', { name: /^Chat/ }).click();
    await again.click();
    await desk.expectAnswer('Now it works.');
  } finally {
    await service.stop();
  }
});
