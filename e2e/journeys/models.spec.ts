import type { Page } from '@playwright/test';
import { expect, test as base } from '../desk/fixtures.ts';
import { type ModelService, type ModelServiceOptions, startModelService } from '../desk/model-service.ts';

const KEY = 'sk-of-this-journey-0123456789';

const test = base.extend<{ service: (options?: ModelServiceOptions) => Promise<ModelService> }>({
  // Playwright insists on a pattern as the first parameter.
  // eslint-disable-next-line no-empty-pattern
  service: async ({}, use) => {
    const started: ModelService[] = [];
    await use(async (options) => {
      const service = await startModelService(options);
      started.push(service);
      return service;
    });
    for (const service of started) await service.stop();
  },
});

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Settings/ }).click();
  await expect(page.getByRole('heading', { name: 'Models and keys' })).toBeVisible();
}

async function addOwnService(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a service' }).click();
  await page.getByRole('button', { name: 'Another address' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Workshop');
  await page.getByLabel('Address').fill(address);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Close Workshop' })).toBeVisible();
}

async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('Key, if it wants one').fill(key);
  await page.getByRole('button', { name: 'Save key' }).click();
  await expect(page.getByPlaceholder('Stored. A new one replaces it.')).toBeVisible();
}

test.describe('a model of a service', () => {
  test('is tried, chosen, and answers in pieces as it writes', async ({ shell, service }) => {
    const says = 'Good day to you. This is written word by word, and you see it as it comes.';
    const { baseUrl, goOn } = await service({ key: KEY, holds: true, says });
    const desk = await shell.open();
    const { page } = desk;
    await openSettings(page);
    await addOwnService(page, baseUrl);
    await enterKey(page, KEY);
    await page
      .getByRole('list', { name: 'Models of Workshop' })
      .getByRole('button', { name: /test-model/ })
      .click();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(page.getByText(/test-model answered and called a tool\. .*(ms|s), free\./)).toBeVisible();
    await page.getByRole('button', { name: 'Use this model' }).click();
    await expect(page.getByRole('button', { name: 'In use' })).toBeVisible();

    await desk.ask('Good morning');
    const log = page.getByRole('log', { name: 'Conversation' });
    await expect(log).toContainText('Good day to you.');
    await expect(log).not.toContainText('as it comes.');
    goOn();
    await desk.expectAnswer(says);
    await expect(page.getByText('Workshop · test-model')).toBeVisible();
  });

  test('is not reached with a wrong key, and says so without repeating it', { tag: '@browser' }, async ({ shell, service }) => {
    const { baseUrl } = await service({ key: KEY });
    const { page } = await shell.open();
    await openSettings(page);
    await addOwnService(page, baseUrl);
    await enterKey(page, 'sk-wrong-wrong-wrong');
    const sentence = 'Workshop refused the key. Check that it is complete and still valid, or choose another model.';
    await expect(page.getByText(sentence)).toBeVisible();
    await page.getByLabel('Model', { exact: true }).fill('test-model');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(page.getByText(sentence)).toHaveCount(2);
    await expect(page.getByText('sk-wrong')).toHaveCount(0);
  });

  test('is not used while nobody knows its price, until it is entered', { tag: '@browser' }, async ({ shell }) => {
    const { page } = await shell.open();
    await openSettings(page);
    await addOwnService(page, 'https://models.invalid/v1');
    await page.getByLabel('Model', { exact: true }).fill('big-model');
    await page.getByRole('button', { name: 'Use this model' }).click();
    await expect(page.getByText('It is not known what “big-model” of Workshop costs')).toBeVisible();
    await page.getByLabel('Input, $ per million tokens').fill('0.25');
    await page.getByLabel('Output, $ per million tokens').fill('2');
    await page.getByRole('button', { name: 'Save price' }).click();
    await page.getByRole('button', { name: 'Use this model' }).click();
    await expect(page.getByText('$0.25 in, $2.00 out, entered by you')).toBeVisible();
    await expect(page.getByRole('button', { name: 'In use' })).toBeVisible();
  });
});

test('Ollama is found by itself, and a model made for something else cannot be chosen', async ({ shell, service }) => {
  const { origin } = await service({ models: ['small', 'text-embeds'], answersAsOllama: true });
  const desk = await shell.open({ VOS_OLLAMA_URL: origin });
  const { page } = desk;
  await openSettings(page);
  await page.getByRole('button', { name: 'Set up Ollama' }).click();
  const models = page.getByRole('list', { name: 'Models of Ollama' });
  await expect(models.getByRole('button', { name: /text-embeds It is made for something else/ })).toBeDisabled();
  await models.getByRole('button', { name: /small/ }).click();
  await page.getByRole('button', { name: 'Use this model' }).click();
  await expect(page.getByRole('button', { name: 'In use' })).toBeVisible();
  await desk.ask('Good morning');
  await desk.expectAnswer('Good day to you, from a model on this computer.');
});
