import { createFakeClock, type FakeClock } from '@vos/base/testing';
import { currentWeather, forecast } from '@vos/protocol/entities';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenMeteoServer, startOpenMeteoServer } from '../../testing/open-meteo-server.ts';
import { createOpenMeteo } from './open-meteo.ts';
import type { WeatherSource } from './weather-source.ts';

let clock: FakeClock;
let server: OpenMeteoServer;
let source: WeatherSource;
const signal = new AbortController().signal;
const utrecht = { kind: 'name', name: 'Utrecht' } as const;

beforeEach(async () => {
  clock = createFakeClock();
  server = await startOpenMeteoServer({ clock });
  source = createOpenMeteo({ clock, geocodingUrl: server.url, forecastUrl: server.url, airQualityUrl: server.url });
});
afterEach(() => server.stop());

const credit = { text: 'Weather data by Open-Meteo.com', url: 'https://open-meteo.com/' };
const place = {
  name: 'Utrecht',
  region: 'Utrecht',
  country: 'Netherlands',
  latitude: 52.09083,
  longitude: 5.12222,
  timeZone: 'Europe/Amsterdam',
};

describe('weather from Open-Meteo', () => {
  it('is the current weather as numbers, with units and credit beside them', async () => {
    const result = await source.current(utrecht, 'metric', signal);
    expect(result).toEqual({
      ok: true,
      value: {
        place,
        units: 'metric',
        temperature: 16.2,
        feelsLike: 15.1,
        condition: { code: 2, text: 'partly cloudy', isDay: true },
        humidity: 62,
        pressure: 1015.3,
        windSpeed: 14.4,
        windDirection: 230,
        cloudCover: 40,
        precipitation: 0,
        sunriseAt: '2026-01-05T07:30',
        sunsetAt: '2026-01-05T17:45',
        observedAt: '2026-01-05T10:00',
        fetchedAt: '2026-01-05T09:00:00.000Z',
        credit,
      },
    });
    expect(result.ok && currentWeather.safeParse(result.value).success).toBe(true);
  });

  it('is a forecast of the days asked for, also where the service has gaps', async () => {
    server.setWeather('Utrecht', {
      daily: {
        temperature_2m_max: [5, 6, null, 8],
        precipitation_probability_max: [null, null, 20, null],
        uv_index_max: [1, null, 1, 1],
        weather_code: [3, 95, 3, 71],
      },
    });
    const result = await source.forecast(utrecht, { firstDay: 1, days: 3 }, 'imperial', signal);
    const day = { low: 49.3, precipitation: 0, windSpeed: 13.7 };
    const sun = (date: string) => ({ date, sunriseAt: `${date}T07:30`, sunsetAt: `${date}T17:45` });
    expect(result).toEqual({
      ok: true,
      value: {
        place,
        units: 'imperial',
        days: [
          {
            ...day,
            ...sun('2026-01-06'),
            condition: { code: 95, text: 'thunderstorms', isDay: true },
            high: 42.8,
            precipitationChance: null,
            uvIndex: null,
          },
          {
            ...day,
            ...sun('2026-01-08'),
            condition: { code: 71, text: 'light snow', isDay: true },
            high: 46.4,
            precipitationChance: null,
            uvIndex: 1,
          },
        ],
        fetchedAt: '2026-01-05T09:00:00.000Z',
        credit,
      },
    });
    expect(result.ok && forecast.safeParse(result.value).success).toBe(true);
  });

  it('takes the place a country or state narrows a name down to', async () => {
    const regions = [];
    for (const name of ['Paris', 'Paris, Texas', 'paris tx', 'Paris, France', 'Paris, USA']) {
      const result = await source.uv({ kind: 'name', name }, signal);
      regions.push(result.ok ? result.value.place.region : result.error.code);
    }
    expect(regions).toEqual(['Île-de-France', 'Texas', 'Texas', 'Île-de-France', 'Texas']);
  });

  it('has the air with what is in it, and no number where there is none', async () => {
    expect(await source.airQuality(utrecht, signal)).toMatchObject({
      ok: true,
      value: { europeanIndex: 28, usIndex: 42, level: 'fair', components: { pm2_5: 8.1, ozone: 71, ammonia: null } },
    });
  });

  it('asks for nothing that the service does not know', async () => {
    await source.current(utrecht, 'imperial', signal);
    await source.forecast({ kind: 'coordinates', latitude: -33.9, longitude: 151.2 }, { firstDay: 9, days: 7 }, 'metric', signal);
    expect(server.requests).toEqual([
      '/v1/search?name=Utrecht&count=1&language=en&format=json',
      '/v1/forecast?latitude=52.09083&longitude=5.12222&timezone=auto&current=temperature_2m%2Crelative_humidity_2m%2Capparent_temperature%2Cis_day%2Cprecipitation%2Cweather_code%2Ccloud_cover%2Cpressure_msl%2Cwind_speed_10m%2Cwind_direction_10m&daily=sunrise%2Csunset&forecast_days=1&temperature_unit=fahrenheit&wind_speed_unit=mph&precipitation_unit=inch',
      '/v1/forecast?latitude=-33.9&longitude=151.2&timezone=auto&daily=weather_code%2Ctemperature_2m_max%2Ctemperature_2m_min%2Cprecipitation_probability_max%2Cprecipitation_sum%2Cwind_speed_10m_max%2Cuv_index_max%2Csunrise%2Csunset&forecast_days=16',
    ]);
  });
});

describe('a weather service in trouble', () => {
  it.each([
    ['broken', 'weather-down', 'The weather service has a problem of its own right now (500). Try again later.'],
    ['busy', 'weather-limit', 'The weather service has had too many requests for now. Try again in a few minutes.'],
    ['malformed', 'weather-malformed', 'The weather service sent an answer that I could not read. Try again later.'],
    ['empty', 'location-unknown', 'I found no place called “Utrecht”. Check the spelling, or add the country.'],
  ] as const)('that is %s is told of in a sentence', async (mode, code, message) => {
    server.mode = mode;
    expect(await source.current(utrecht, 'metric', signal)).toMatchObject({ ok: false, error: { code, message } });
  });

  it('that cannot be reached is told of at once', async () => {
    const { url } = server;
    await server.stop();
    source = createOpenMeteo({ clock, geocodingUrl: url });
    expect(await source.current(utrecht, 'metric', signal)).toEqual({
      ok: false,
      error: {
        code: 'weather-unreachable',
        message: 'I could not reach the weather service. Check the internet connection and try again.',
        retryable: true,
      },
    });
    server = await startOpenMeteoServer({ clock });
  });

  it('that never answers is given up after 6 seconds, all its requests together', async () => {
    const answer = source.current(utrecht, 'metric', signal);
    // The place is found after five seconds, then the service falls silent.
    await server.nextRequest();
    server.mode = 'silent';
    await clock.advance(5_000);
    await server.nextRequest();
    await clock.advance(2_000);
    expect(await answer).toEqual({
      ok: false,
      error: {
        code: 'weather-timeout',
        message: 'I could not reach the weather service: it did not answer in time. Try again in a moment.',
        retryable: true,
      },
    });
    expect(clock.pending()).toBe(0);
  });

  it('is left alone as soon as the request is stopped', async () => {
    server.mode = 'silent';
    const stop = new AbortController();
    const answer = source.current(utrecht, 'metric', stop.signal);
    await server.nextRequest();
    stop.abort(new Error('stopped by the person'));
    await expect(answer).rejects.toThrow('stopped by the person');
    expect(clock.pending()).toBe(0);
  });

  it('refuses what it does not know, and the reason is passed on', async () => {
    const result = await source.current({ kind: 'coordinates', latitude: 95, longitude: 0 }, 'metric', signal);
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'weather-refused',
        message: 'The weather service did not accept the question: Latitude must be in range of -90 to 90°.',
      },
    });
  });
});
