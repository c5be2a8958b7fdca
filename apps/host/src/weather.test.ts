import { createOpenMeteo } from '@vos/agents';
import { type OpenMeteoServer, startOpenMeteoServer } from '@vos/agents/testing';
import { randomIds } from '@vos/base';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import type { Place } from '@vos/protocol/entities';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWeatherHandlers } from './handlers/weather.ts';
import { tellRecordChange } from './record-events.ts';
import { createWeather, type Weather } from './weather.ts';

const UTRECHT: Place = {
  name: 'Utrecht',
  region: 'Utrecht',
  country: 'Netherlands',
  latitude: 52.09083,
  longitude: 5.12222,
  timeZone: 'Europe/Amsterdam',
};

const ids = randomIds();
let test: TestLedger;
let server: OpenMeteoServer;
let weather: Weather;
let told: unknown[];

beforeEach(async () => {
  told = [];
  test = await openTestLedger({
    onRecordChange: (change) => tellRecordChange((name, _, payload) => void told.push([name, payload]), change, test.ledger.read),
  });
  server = await startOpenMeteoServer({ clock: test.clock });
  weather = createWeather({ ledger: test.ledger, clock: test.clock, source: source() });
});
afterEach(async () => {
  weather.close();
  await server.stop();
  await test.dispose();
});

const source = () =>
  createOpenMeteo({ clock: test.clock, geocodingUrl: server.url, forecastUrl: server.url, airQualityUrl: server.url });

describe('the weather of a place', () => {
  it('comes with seven days, their hours and the air, in metric units', async () => {
    server.setWeather('Utrecht', {
      current: { temperature_2m: 16.2 },
      daily: { temperature_2m_max: [18, 21] },
      air: { european_aqi: 72 },
    });
    const { report, problem } = await weather.read(UTRECHT, false);
    expect(problem).toBeNull();
    expect(report).toMatchObject({
      current: { temperature: 16.2, units: 'metric', place: UTRECHT, fetchedAt: '2026-01-05T09:00:00.000Z' },
      uvIndex: 4.2,
      air: { europeanIndex: 72, level: 'poor' },
    });
    // The service has no temperatures beyond the second day here.
    expect(report?.days.map(({ date, high }) => [date, high])).toEqual([
      ['2026-01-05', 18],
      ['2026-01-06', 21],
    ]);
    expect([report?.hours.length, report?.hours[15]]).toEqual([
      7 * 24,
      {
        at: '2026-01-05T15:00',
        temperature: 18.4,
        condition: { code: 61, text: 'light rain', isDay: true },
        precipitationChance: 60,
        precipitation: 0.8,
      },
    ]);
  });

  it('is asked once in ten minutes, however many ask, and again when a new reading is wanted', async () => {
    const forecasts = () => server.requests.filter((path) => path.startsWith('/v1/forecast')).length;
    await Promise.all([weather.read(UTRECHT, false), weather.read(UTRECHT, false)]);
    await test.clock.advance(9 * 60_000);
    await weather.read(UTRECHT, false);
    expect(forecasts()).toBe(1);
    await weather.read(UTRECHT, true);
    await test.clock.advance(10 * 60_000);
    await weather.read(UTRECHT, false);
    expect(forecasts()).toBe(3);
  });

  it('is the last reading, and why there is no new one, while the service is away, also after a restart', async () => {
    const first = await weather.read(UTRECHT, false);
    await test.reopen();
    await test.clock.advance(34 * 60_000);
    server.mode = 'broken';
    weather = createWeather({ ledger: test.ledger, clock: test.clock, source: source() });
    const { report, problem } = await weather.read(UTRECHT, false);
    expect(report).toEqual(first.report);
    expect(problem?.code).toBe('weather-down');
  });

  it('is nothing but a sentence where there never was a reading', async () => {
    server.mode = 'busy';
    expect(await weather.read(UTRECHT, false)).toMatchObject({ report: null, problem: { code: 'weather-limit' } });
  });
});

describe('the places of a person', () => {
  it('are found by name, kept once, and come back when their removal is undone', async () => {
    const handlers = createWeatherHandlers({ ledger: test.ledger, weather });
    const { places } = await handlers['place/find']({ name: 'Paris' });
    expect(places.map(({ name, region }) => [name, region])).toEqual([
      ['Paris', 'Île-de-France'],
      ['Paris', 'Texas'],
    ]);
    expect((await handlers['place/find']({ name: 'Atlantis' })).places).toEqual([]);
    const id = ids.next('place');
    await handlers['place/add']({ id, place: UTRECHT });
    expect((await handlers['place/add']({ id: ids.next('place'), place: { ...UTRECHT, latitude: 52.0907 } })).place.id).toBe(id);
    await handlers['place/remove']({ id });
    await expect(handlers['place/remove']({ id })).rejects.toMatchObject({ code: 'place-unknown' });
    const saved = { ...UTRECHT, id, addedAt: '2026-01-05T09:00:00.000Z' };
    expect(told).toEqual([
      ['place/added', { place: saved }],
      ['place/removed', { id }],
    ]);
    expect(await handlers['place/list']({})).toEqual({ places: [] });
  });
});
