import { expectNoFaults } from '../desk/accessibility.ts';
import { expect, test as base } from '../desk/fixtures.ts';
import { startWeatherService, type WeatherService } from '../desk/weather-service.ts';

const test = base.extend<{ service: WeatherService }>({
  // Playwright insists on a pattern as the first parameter.
  // eslint-disable-next-line no-empty-pattern
  service: async ({}, use) => {
    const service = await startWeatherService();
    await use(service);
    await service.stop();
  },
});

test('a place is found and kept; the agent’s question brings another; no checker finds a fault', async ({ shell, service }) => {
  const desk = await shell.open(service.environment);
  const { page } = desk;
  const weather = page.getByRole('region', { name: 'Weather' });
  await page.getByRole('button', { name: /^Weather/ }).click();
  await expect(weather.getByText('No place yet')).toBeVisible();
  await weather.getByRole('combobox', { name: 'Add a place' }).fill('Utrecht');
  await expect(weather.getByRole('option', { name: /^Utrecht/ })).toBeVisible();
  await expectNoFaults(page);
  await weather.getByRole('option', { name: /^Utrecht/ }).click();
  await expect(weather.getByRole('heading', { name: 'Utrecht' })).toBeVisible();
  await expect(weather.locator('.weather-large')).toHaveText('16°');
  await expect(weather.getByRole('img', { name: "Today from 9° to 18°, rain between 16 and 17 o'clock." })).toBeVisible();
  await weather.getByRole('list', { name: 'The week' }).getByRole('button').nth(1).click();
  await expect(weather.getByRole('img', { name: /day from 9° to 18°/ })).toBeVisible();
  await expectNoFaults(page);

  await desk.ask("What's the weather in New York?");
  await desk.expectAnswer(/New York/);
  await expect(weather.getByRole('heading', { name: 'New York' })).toBeVisible();
  await weather.getByRole('button', { name: 'Fahrenheit' }).click();
  await expect(weather.locator('.weather-large')).toHaveText('70°');
  await weather.getByRole('button', { name: 'Keep New York' }).click();
  await expect(weather.getByRole('button', { name: 'Remove New York' })).toBeVisible();
  await weather.getByRole('button', { name: 'Utrecht', exact: true }).click();
  await expect(weather.locator('.weather-large')).toHaveText('61°');
});

test('while the service is away the last reading is there, with its age, also after a restart', async ({ shell, service }) => {
  const first = await shell.open(service.environment);
  await first.page.getByRole('button', { name: /^Weather/ }).click();
  const opened = first.page.getByRole('region', { name: 'Weather' });
  await opened.getByRole('combobox', { name: 'Add a place' }).fill('Utrecht');
  await opened.getByRole('option', { name: /^Utrecht/ }).click();
  await expect(opened.getByText(/^Read /)).toBeVisible();
  service.isBroken = true;
  await opened.getByRole('button', { name: 'Read again' }).click();
  await expect(opened.getByText(/^Read [^.]+\. \S/)).toBeVisible();
  await expect(opened.locator('.weather-large')).toHaveText('16°');

  await shell.kill();
  const { page } = await shell.open(service.environment);
  const weather = page.getByRole('region', { name: 'Weather' });
  await expect(weather.locator('.weather-large')).toHaveText('16°');
  service.isBroken = false;
  await weather.getByRole('button', { name: 'Read again' }).click();
  await expect(weather.getByText('Read just now')).toBeVisible();
});
