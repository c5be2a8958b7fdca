// A weather service on this machine: answers what the app asks of Open-Meteo, refuses what the real one would refuse, and can fail.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WeatherService {
  /** For the host's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** From now on every request fails with 500, or is answered again. */
  isBroken: boolean;
  stop(): Promise<void>;
}

interface City {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly country: string;
  readonly country_code: string;
  readonly admin1: string;
  readonly timezone: string;
  /** °C now, and on every day at most and at least. */
  readonly temperatures: readonly [now: number, high: number, low: number];
}

const cities: readonly City[] = [
  {
    name: 'Utrecht',
    latitude: 52.09083,
    longitude: 5.12222,
    country: 'Netherlands',
    country_code: 'NL',
    admin1: 'Utrecht',
    timezone: 'Europe/Amsterdam',
    temperatures: [16, 18, 9],
  },
  {
    name: 'New York',
    latitude: 40.71427,
    longitude: -74.00597,
    country: 'United States',
    country_code: 'US',
    admin1: 'New York',
    timezone: 'America/New_York',
    temperatures: [21, 25, 14],
  },
];

const forecastParameters = ['latitude', 'longitude', 'current', 'hourly', 'daily', 'timezone', 'forecast_days'];
const unitParameters = ['temperature_unit', 'wind_speed_unit', 'precipitation_unit'];

export async function startWeatherService(): Promise<WeatherService> {
  let isBroken = false;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const body = isBroken ? undefined : answer(pathname, searchParams);
    const status = isBroken ? 500 : body === undefined ? 400 : 200;
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? { error: true, reason: `Not understood: ${request.url ?? ''}` }));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: {
      VOS_OPEN_METEO_FORECAST_URL: url,
      VOS_OPEN_METEO_GEOCODING_URL: url,
      VOS_OPEN_METEO_AIR_QUALITY_URL: url,
    },
    get isBroken() {
      return isBroken;
    },
    set isBroken(next) {
      isBroken = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Undefined where the real service would refuse. */
function answer(path: string, query: URLSearchParams): unknown {
  if (path === '/v1/search') {
    if (!knowsOnly(query, ['name', 'count', 'language', 'format'])) return undefined;
    const found = cities.filter(({ name }) => name.toLowerCase() === query.get('name')?.toLowerCase());
    return found.length === 0 ? {} : { results: found };
  }
  const city = cities.find(
    ({ latitude, longitude }) => latitude === Number(query.get('latitude')) && longitude === Number(query.get('longitude')),
  );
  if (city === undefined) return undefined;
  if (path === '/v1/air-quality' && knowsOnly(query, forecastParameters)) {
    return { ...located(city), current: { time: `${day(0)}T10:00`, european_aqi: 28 } };
  }
  return path === '/v1/forecast' && knowsOnly(query, [...forecastParameters, ...unitParameters])
    ? forecast(city, query)
    : undefined;
}

function forecast(city: City, query: URLSearchParams): unknown {
  const [now, high, low] = city.temperatures;
  const days = Number(query.get('forecast_days') ?? 7);
  const temperature = (celsius: number): number =>
    query.get('temperature_unit') === 'fahrenheit' ? (celsius * 9) / 5 + 32 : celsius;
  const every = <Value>(count: number, value: (index: number) => Value): Value[] =>
    Array.from({ length: count }, (_, index) => value(index));
  const wave = (index: number): number => (high + low) / 2 - ((high - low) / 2) * Math.cos((((index % 24) - 3) / 12) * Math.PI);
  return {
    ...located(city),
    current: {
      time: `${day(0)}T10:00`,
      temperature_2m: temperature(now),
      relative_humidity_2m: 62,
      apparent_temperature: temperature(now - 1),
      is_day: 1,
      precipitation: 0,
      weather_code: 2,
      cloud_cover: 40,
      pressure_msl: 1015,
      wind_speed_10m: 14,
      wind_direction_10m: 270,
      uv_index: 4.2,
    },
    hourly: {
      time: every(days * 24, (index) => `${day(Math.floor(index / 24))}T${String(index % 24).padStart(2, '0')}:00`),
      temperature_2m: every(days * 24, (index) => temperature(wave(index))),
      precipitation_probability: every(days * 24, (index) => (index % 24 === 16 ? 60 : 5)),
      precipitation: every(days * 24, (index) => (index % 24 === 16 ? 1.4 : 0)),
      weather_code: every(days * 24, () => 2),
      is_day: every(days * 24, (index) => (index % 24 > 6 && index % 24 < 19 ? 1 : 0)),
    },
    daily: {
      time: every(days, day),
      weather_code: every(days, (index) => (index === 1 ? 61 : 2)),
      temperature_2m_max: every(days, () => temperature(high)),
      temperature_2m_min: every(days, () => temperature(low)),
      precipitation_probability_max: every(days, (index) => (index === 1 ? 80 : 10)),
      precipitation_sum: every(days, (index) => (index === 1 ? 4 : 0)),
      wind_speed_10m_max: every(days, () => 22),
      uv_index_max: every(days, () => 5),
      sunrise: every(days, (index) => `${day(index)}T07:30`),
      sunset: every(days, (index) => `${day(index)}T17:45`),
    },
  };
}

function located({ latitude, longitude, timezone }: City): { latitude: number; longitude: number; timezone: string } {
  return { latitude, longitude, timezone };
}

/** Today and the days after it, in UTC: the figures are the same every day. */
function day(index: number): string {
  return new Date(Date.now() + index * 86_400_000).toISOString().slice(0, 10);
}

function knowsOnly(query: URLSearchParams, names: readonly string[]): boolean {
  return [...query.keys()].every((name) => names.includes(name));
}
