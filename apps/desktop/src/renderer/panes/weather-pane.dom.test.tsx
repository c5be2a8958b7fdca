import { must } from '@vos/base';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import { portPair } from '@vos/protocol/testing';
import { afterEach, expect, it } from 'vitest';
import { type DeskDriver, openDesk } from '../testing/desk-driver.tsx';
import { createFakeHost, type FakeHost } from '../testing/fake-host.ts';
import { samplePlaces, sampleReport } from '../testing/fake-weather.ts';

let desk: DeskDriver | undefined;
afterEach(() => desk?.unmount());

async function start(prepare: (host: FakeHost) => void = () => undefined) {
  const clock = createFakeClock();
  const ids = sequentialIds();
  const host = createFakeHost({ clock, ids, portPair });
  prepare(host);
  const driver = await openDesk({ host, clock, ids });
  desk = driver;
  await driver.click(driver.button(/^Weather/));
  return { driver, host, clock };
}

const pane = (): Element => must(document.querySelector('.weather'), 'the weather window is open');
const place = (index: number) => must(samplePlaces[index], 'there is such a sample place');
const keep =
  (...indexes: number[]) =>
  (host: FakeHost): void =>
    void host.weather.kept.push(
      ...indexes.map((index) => ({
        ...place(index),
        id: `place_${String(index).repeat(32)}`,
        addedAt: '2026-01-05T08:00:00.000Z',
      })),
    );

async function search(driver: DeskDriver, text: string): Promise<HTMLInputElement> {
  const field = must(pane().querySelector('input'), 'there is a field for places');
  await driver.when(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await driver.advance(300);
  return field;
}

it('starts with a word on what to do, finds a place and keeps it', async () => {
  const { driver, host } = await start();
  expect(pane().textContent).toContain('No place yet');
  const field = await search(driver, 'paris');
  expect([...pane().querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual([
    'ParisÎle-de-France, France',
    'ParisTexas, United States',
  ]);
  await driver.press('ArrowDown', {}, field);
  await driver.press('Enter', {}, field);
  expect(host.weather.kept.map(({ region }) => region)).toEqual(['Texas']);
  expect(pane().querySelector('.weather-facts h3')?.textContent).toBe('Paris');
  await search(driver, 'Atlantis');
  expect(pane().textContent).toContain('No place is called so.');
});

it('shows now, the day in a sentence and a table, and the week', async () => {
  const { driver } = await start(keep(0));
  expect(pane().querySelector('.weather-head')?.textContent).toBe(
    '16°UtrechtPartly cloudy, feels like 15°Wind west 14 km/h · UV 4Humidity 62% · air fair',
  );
  const chart = (): string => pane().querySelector('[role=img]')?.getAttribute('aria-label') ?? '';
  expect(chart()).toBe("Today from 8° to 18°, rain between 15 and 19 o'clock.");
  expect(pane().querySelectorAll('tbody tr')).toHaveLength(24);
  await driver.click(must(pane().querySelectorAll('.weather-day')[1], 'the week has a second day'));
  expect(chart()).toBe("Tuesday from 9° to 19°, rain between 15 and 19 o'clock.");
  expect(pane().querySelector('a')?.getAttribute('href')).toBe('https://open-meteo.com/');
});

it('looks at the place an agent was asked about, and offers to keep it', async () => {
  const { driver, host } = await start(keep(0));
  const { current } = sampleReport(place(1), '2026-01-05T09:00:00.000Z');
  const call = host.toolCall({ agentId: 'weather_agent', toolName: 'get_weather', state: 'succeeded', result: current });
  await driver.when(() => host.finishTool(call));
  expect(pane().querySelector('.weather-facts h3')?.textContent).toBe('Oslo');
  await driver.click(driver.button('Keep Oslo'));
  expect(host.weather.kept.map(({ name }) => name)).toEqual(['Utrecht', 'Oslo']);
  await driver.click(driver.button('Utrecht'));
  expect(pane().querySelector('.weather-facts h3')?.textContent).toBe('Utrecht');
  await driver.click(driver.button('Remove Utrecht'));
  expect(pane().querySelector('.weather-facts h3')?.textContent).toBe('Oslo');
});

it('says that there is no forecast, how old the last reading is, and shows it when asked', async () => {
  const { driver, host } = await start((fake) => {
    keep(0)(fake);
    fake.weather.problem = 'The weather service did not answer.';
    fake.weather.report = (asked) => sampleReport(asked, '2026-01-05T08:26:00.000Z');
  });
  expect(pane().textContent).toContain('No forecast just now');
  expect(pane().textContent).toContain('The weather service did not answer. The last reading is 34 minutes old.');
  await driver.click(driver.button('Show it'));
  expect(pane().textContent).toContain('Read 34 minutes ago. The weather service did not answer.');
  host.weather.problem = null;
  host.weather.report = (asked) => sampleReport(asked, '2026-01-05T09:00:00.000Z');
  await driver.click(driver.button('Read again'));
  expect(pane().textContent).toContain('Read just now');
  expect(host.weather.asked).toEqual([
    ['Utrecht', false],
    ['Utrecht', true],
  ]);
});

it('keeps what is shown when reading it again fails, and says why it is not new', async () => {
  const { driver, host } = await start(keep(0));
  host.weather.problem = 'The weather service did not answer.';
  await driver.click(driver.button('Read again'));
  expect(pane().textContent).not.toContain('No forecast just now');
  expect(pane().textContent).toContain('Read just now. The weather service did not answer.');
});

it('has only a sentence where there never was a reading', async () => {
  const { driver } = await start((fake) => {
    keep(0)(fake);
    fake.weather.problem = 'The weather service did not answer.';
    fake.weather.report = () => null;
  });
  expect(pane().textContent).toContain('No forecast just now');
  expect(driver.hasButton('Show it')).toBe(false);
});
