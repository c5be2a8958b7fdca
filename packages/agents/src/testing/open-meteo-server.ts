// Open-Meteo on this machine: the paths and parameters of the real services, refused where the real ones refuse, with weather from a script.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '@vos/base';
import {
  AIR_VARIABLES,
  CURRENT_VARIABLES,
  DAILY_VARIABLES,
  HOURLY_VARIABLES,
} from '../specialists/weather/open-meteo-replies.ts';

export interface ScriptedPlace {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly country: string;
  readonly country_code: string;
  readonly admin1: string;
  readonly timezone: string;
}

/** In metric units; by variable name of the service. A day's value may be a list, one a day. */
export interface ScriptedWeather {
  readonly current: Readonly<Record<string, number>>;
  readonly daily: Readonly<Record<string, number | null | string | readonly (number | null | string)[]>>;
  readonly air: Readonly<Record<string, number | null>>;
}

export type ServerMode = 'answering' | 'silent' | 'broken' | 'busy' | 'malformed' | 'empty';

export interface OpenMeteoServer {
  /** Base address for all three services. */
  readonly url: string;
  /** Every request's path and query, as received. */
  readonly requests: readonly string[];
  /** What the server does from now on: answer, never answer, 500, 429, replies that cannot be read, replies without results. */
  mode: ServerMode;
  /** Changes the weather of a place by its name. */
  setWeather(place: string, weather: { readonly [Part in keyof ScriptedWeather]?: Partial<ScriptedWeather[Part]> }): void;
  /** Resolves when the server is told of the next request; for ending a test's wait at the right moment. */
  nextRequest(): Promise<void>;
  stop(): Promise<void>;
}

export interface OpenMeteoServerOptions {
  readonly clock?: Clock;
  readonly places?: readonly ScriptedPlace[];
  /** 0 picks a free one. */
  readonly port?: number;
}

export async function startOpenMeteoServer({
  clock = systemClock,
  places = PLACES,
  port = 0,
}: OpenMeteoServerOptions = {}): Promise<OpenMeteoServer> {
  const requests: string[] = [];
  const waiting: (() => void)[] = [];
  const weatherByName = new Map<string, ScriptedWeather>();
  let mode: ServerMode = 'answering';

  function weatherAt(
    latitude: number,
    longitude: number,
  ): { readonly place: ScriptedPlace | undefined; readonly weather: ScriptedWeather } {
    const place = places.find(
      (candidate) => Math.abs(candidate.latitude - latitude) < 0.2 && Math.abs(candidate.longitude - longitude) < 0.2,
    );
    return { place, weather: (place === undefined ? undefined : weatherByName.get(place.name)) ?? WEATHER };
  }

  function search(query: URLSearchParams): Reply {
    const refused = refuseUnknown(query, ['name', 'count', 'language', 'format', 'countryCode']);
    if (refused !== undefined) return refused;
    const name = query.get('name')?.toLowerCase().trim();
    if (name === undefined) return refusal("Parameter 'name' is missing");
    const count = Number(query.get('count') ?? 10);
    if (!Number.isInteger(count) || count < 1 || count > 100) return refusal("Parameter 'count' must be between 1 and 100.");
    const found = name.length < 2 ? [] : places.filter((place) => place.name.toLowerCase() === name);
    if (mode === 'empty' || found.length === 0) return { status: 200, body: { generationtime_ms: 0.5 } };
    const results = found
      .slice(0, count)
      .map((place, index) => ({ id: 1_000 + index, feature_code: 'PPL', elevation: 5, population: 100_000, ...place }));
    return { status: 200, body: { results, generationtime_ms: 0.5 } };
  }

  function located(query: URLSearchParams): { readonly latitude: number; readonly longitude: number } | undefined {
    const latitude = Number(query.get('latitude') ?? Number.NaN);
    const longitude = Number(query.get('longitude') ?? Number.NaN);
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
  }

  function forecast(query: URLSearchParams): Reply {
    const refused =
      refuseUnknown(query, [
        'latitude',
        'longitude',
        'current',
        'daily',
        'hourly',
        'timezone',
        'forecast_days',
        'temperature_unit',
        'wind_speed_unit',
        'precipitation_unit',
      ]) ??
      refuseValue(query, 'temperature_unit', ['celsius', 'fahrenheit']) ??
      refuseValue(query, 'wind_speed_unit', ['kmh', 'ms', 'mph', 'kn']) ??
      refuseValue(query, 'precipitation_unit', ['mm', 'inch']) ??
      refuseVariables(query, 'current', [...CURRENT_VARIABLES, 'uv_index']) ??
      refuseVariables(query, 'daily', DAILY_VARIABLES) ??
      refuseVariables(query, 'hourly', HOURLY_VARIABLES);
    if (refused !== undefined) return refused;
    const point = located(query);
    if (point === undefined) return refusal('Latitude must be in range of -90 to 90°.');
    const days = Number(query.get('forecast_days') ?? 7);
    if (!Number.isInteger(days) || days < 0 || days > 16) return refusal('Forecast days is invalid. Allowed range 0 to 16.');
    if (query.has('daily') && !query.has('timezone')) return refusal('Timezone is required');
    const { place, weather } = weatherAt(point.latitude, point.longitude);
    const timezone = place?.timezone ?? 'GMT';
    const convert = conversion(query);
    const today = localDate(clock.now(), timezone);
    const body: Record<string, unknown> = {
      ...point,
      generationtime_ms: 0.1,
      utc_offset_seconds: 0,
      timezone,
      timezone_abbreviation: timezone,
      elevation: 5,
    };
    const currentNames = variables(query, 'current');
    if (currentNames.length > 0) {
      const values = currentNames.map((name) => [name, convert(name, weather.current[name] ?? WEATHER.current[name] ?? 0)]);
      body.current = { time: `${today}T10:00`, interval: 900, ...Object.fromEntries(values) };
    }
    const dailyNames = variables(query, 'daily');
    if (dailyNames.length > 0) {
      const dates = Array.from({ length: days }, (_, index) => datePlus(today, index));
      const columns = dailyNames.map((name) => {
        const scripted = weather.daily[name] === undefined ? WEATHER.daily[name] : weather.daily[name];
        return [
          name,
          dates.map((date, index) => {
            if (name === 'sunrise') return `${date}T07:30`;
            if (name === 'sunset') return `${date}T17:45`;
            const value = Array.isArray(scripted) ? (scripted[index] ?? null) : (scripted ?? null);
            return typeof value === 'number' ? convert(name, value) : value;
          }),
        ];
      });
      body.daily = { time: dates, ...Object.fromEntries(columns) };
    }
    const hourlyNames = variables(query, 'hourly');
    if (hourlyNames.length > 0) {
      const times = Array.from({ length: days * 24 }, (_, index) => ({
        date: datePlus(today, Math.floor(index / 24)),
        hour: index % 24,
      }));
      const columns = hourlyNames.map((name) => [name, times.map(({ hour }) => convert(name, hourlyValue(name, hour)))]);
      body.hourly = {
        time: times.map(({ date, hour }) => `${date}T${String(hour).padStart(2, '0')}:00`),
        ...Object.fromEntries(columns),
      };
    }
    return { status: 200, body };
  }

  function airQuality(query: URLSearchParams): Reply {
    const refused =
      refuseUnknown(query, ['latitude', 'longitude', 'current', 'timezone']) ?? refuseVariables(query, 'current', AIR_VARIABLES);
    if (refused !== undefined) return refused;
    const point = located(query);
    if (point === undefined) return refusal('Latitude must be in range of -90 to 90°.');
    const { place, weather } = weatherAt(point.latitude, point.longitude);
    const timezone = place?.timezone ?? 'GMT';
    const values = variables(query, 'current').map((name) => [
      name,
      weather.air[name] === undefined ? (WEATHER.air[name] ?? null) : weather.air[name],
    ]);
    return {
      status: 200,
      body: {
        ...point,
        timezone,
        current: { time: `${localDate(clock.now(), timezone)}T10:00`, interval: 3600, ...Object.fromEntries(values) },
      },
    };
  }

  const routes: Readonly<Record<string, (query: URLSearchParams) => Reply>> = {
    '/v1/search': search,
    '/v1/forecast': forecast,
    '/v1/air-quality': airQuality,
  };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requests.push(`${url.pathname}${url.search}`);
    for (const resolve of waiting.splice(0)) resolve();
    if (mode === 'silent') return;
    if (mode === 'malformed') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"current": {"temperature_2m": "warm"');
      return;
    }
    const route = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined;
    const reply: Reply =
      mode === 'broken'
        ? { status: 500, body: { error: true, reason: 'Internal server error' } }
        : mode === 'busy'
          ? { status: 429, body: { error: true, reason: 'Minutely API request limit exceeded. Please try again in one minute.' } }
          : request.method !== 'GET' || route === undefined
            ? { status: 404, body: { error: true, reason: 'Not Found' } }
            : route(url.searchParams);
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
  }

  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${boundPort}`,
    requests,
    get mode() {
      return mode;
    },
    set mode(next) {
      mode = next;
    },
    setWeather(place, { current, daily, air }) {
      const before = weatherByName.get(place) ?? WEATHER;
      weatherByName.set(place, {
        current: { ...before.current, ...present(current) },
        daily: { ...before.daily, ...present(daily) },
        air: { ...before.air, ...present(air) },
      });
    },
    nextRequest: () => new Promise((resolve) => void waiting.push(resolve)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const PLACES: readonly ScriptedPlace[] = [
  {
    name: 'New York',
    latitude: 40.71427,
    longitude: -74.00597,
    country: 'United States',
    country_code: 'US',
    admin1: 'New York',
    timezone: 'America/New_York',
  },
  {
    name: 'Utrecht',
    latitude: 52.09083,
    longitude: 5.12222,
    country: 'Netherlands',
    country_code: 'NL',
    admin1: 'Utrecht',
    timezone: 'Europe/Amsterdam',
  },
  {
    name: 'Oslo',
    latitude: 59.91273,
    longitude: 10.74609,
    country: 'Norway',
    country_code: 'NO',
    admin1: 'Oslo',
    timezone: 'Europe/Oslo',
  },
  {
    name: 'Paris',
    latitude: 48.85341,
    longitude: 2.3488,
    country: 'France',
    country_code: 'FR',
    admin1: 'Île-de-France',
    timezone: 'Europe/Paris',
  },
  {
    name: 'Paris',
    latitude: 33.66094,
    longitude: -95.55551,
    country: 'United States',
    country_code: 'US',
    admin1: 'Texas',
    timezone: 'America/Chicago',
  },
  {
    name: 'Sydney',
    latitude: -33.86785,
    longitude: 151.20732,
    country: 'Australia',
    country_code: 'AU',
    admin1: 'New South Wales',
    timezone: 'Australia/Sydney',
  },
  {
    name: 'Delhi',
    latitude: 28.65195,
    longitude: 77.23149,
    country: 'India',
    country_code: 'IN',
    admin1: 'Delhi',
    timezone: 'Asia/Kolkata',
  },
];

const WEATHER: ScriptedWeather = {
  current: {
    temperature_2m: 16.2,
    relative_humidity_2m: 62,
    apparent_temperature: 15.1,
    is_day: 1,
    precipitation: 0,
    weather_code: 2,
    cloud_cover: 40,
    pressure_msl: 1015.3,
    wind_speed_10m: 14.4,
    wind_direction_10m: 230,
    uv_index: 4.2,
  },
  daily: {
    weather_code: 2,
    temperature_2m_max: 18.4,
    temperature_2m_min: 9.6,
    precipitation_probability_max: 10,
    precipitation_sum: 0,
    wind_speed_10m_max: 22,
    uv_index_max: 6.1,
  },
  air: {
    european_aqi: 28,
    us_aqi: 42,
    pm10: 14.2,
    pm2_5: 8.1,
    carbon_monoxide: 180,
    nitrogen_dioxide: 12.5,
    sulphur_dioxide: 1.2,
    ozone: 71,
    ammonia: null,
  },
};

/** Every day the same: coldest at 3, warmest at 15, showers from 14 to 17. */
function hourlyValue(name: string, hour: number): number {
  const isWet = hour >= 14 && hour <= 17;
  switch (name) {
    case 'temperature_2m':
      return Number((14 - 4.4 * Math.cos(((hour - 3) / 12) * Math.PI)).toFixed(1));
    case 'precipitation_probability':
      return isWet ? 60 : 5;
    case 'precipitation':
      return isWet ? 0.8 : 0;
    case 'weather_code':
      return isWet ? 61 : 2;
    default:
      return hour >= 7 && hour < 18 ? 1 : 0;
  }
}

function refusal(reason: string): Reply {
  return { status: 400, body: { error: true, reason } };
}

function refuseUnknown(query: URLSearchParams, known: readonly string[]): Reply | undefined {
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  return unknown === undefined ? undefined : refusal(`Unknown parameter '${unknown}'`);
}

function refuseValue(query: URLSearchParams, name: string, allowed: readonly string[]): Reply | undefined {
  const value = query.get(name);
  return value === null || allowed.includes(value)
    ? undefined
    : refusal(`Cannot initialize '${name}' from invalid String value ${value}.`);
}

function refuseVariables(query: URLSearchParams, name: string, known: readonly string[]): Reply | undefined {
  const unknown = variables(query, name).find((variable) => !known.includes(variable));
  return unknown === undefined
    ? undefined
    : refusal(`Data corrupted at path ''. Cannot initialize variable from invalid String value ${unknown}.`);
}

function variables(query: URLSearchParams, name: string): string[] {
  return (query.get(name) ?? '').split(',').filter((variable) => variable !== '');
}

function conversion(query: URLSearchParams): (name: string, value: number) => number {
  return (name, value) => {
    const isTemperature = name.startsWith('temperature') || name.startsWith('apparent_temperature');
    if (isTemperature && query.get('temperature_unit') === 'fahrenheit') return Number(((value * 9) / 5 + 32).toFixed(1));
    if (name.startsWith('wind_speed') && query.get('wind_speed_unit') === 'mph') return Number((value / 1.609344).toFixed(1));
    if (/^precipitation(?:_sum)?$/.test(name) && query.get('precipitation_unit') === 'inch')
      return Number((value / 25.4).toFixed(3));
    return value;
  };
}

function localDate(epochMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(epochMs);
}

function datePlus(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function present<Value>(values: Readonly<Record<string, Value | undefined>> | undefined): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values ?? {}).filter((entry): entry is [string, Value] => entry[1] !== undefined));
}
