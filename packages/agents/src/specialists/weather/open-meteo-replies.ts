// The replies of Open-Meteo's services: what must be in them for us to use them, and nothing more.
import { z } from 'zod';

export const geocodingReply = z.object({
  results: z
    .array(
      z.object({
        name: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        country: z.string().optional(),
        country_code: z.string().optional(),
        admin1: z.string().optional(),
        admin2: z.string().optional(),
        timezone: z.string().optional(),
      }),
    )
    // Absent when nothing was found.
    .default([]),
});
export type GeocodingResult = z.output<typeof geocodingReply>['results'][number];

const located = { latitude: z.number(), longitude: z.number(), timezone: z.string() };

export const CURRENT_VARIABLES = [
  'temperature_2m',
  'relative_humidity_2m',
  'apparent_temperature',
  'is_day',
  'precipitation',
  'weather_code',
  'cloud_cover',
  'pressure_msl',
  'wind_speed_10m',
  'wind_direction_10m',
] as const;
export const SUN_VARIABLES = ['sunrise', 'sunset'] as const;

export const currentReply = z.object({
  ...located,
  current: z.object({
    time: z.string(),
    temperature_2m: z.number(),
    relative_humidity_2m: z.number(),
    apparent_temperature: z.number(),
    is_day: z.number(),
    precipitation: z.number(),
    weather_code: z.number().int(),
    cloud_cover: z.number(),
    pressure_msl: z.number(),
    wind_speed_10m: z.number(),
    wind_direction_10m: z.number(),
  }),
  daily: z.object({ sunrise: z.array(z.string().nullable()), sunset: z.array(z.string().nullable()) }),
});

export const DAILY_VARIABLES = [
  'weather_code',
  'temperature_2m_max',
  'temperature_2m_min',
  'precipitation_probability_max',
  'precipitation_sum',
  'wind_speed_10m_max',
  'uv_index_max',
  'sunrise',
  'sunset',
] as const;

/** Beyond its models' reach the service answers null. */
const values = z.array(z.number().nullable());

export const dailyReply = z.object({
  ...located,
  daily: z.object({
    time: z.array(z.string()),
    weather_code: values,
    temperature_2m_max: values,
    temperature_2m_min: values,
    precipitation_probability_max: values,
    precipitation_sum: values,
    wind_speed_10m_max: values,
    uv_index_max: values,
    sunrise: z.array(z.string().nullable()),
    sunset: z.array(z.string().nullable()),
  }),
});

export const HOURLY_VARIABLES = [
  'temperature_2m',
  'precipitation_probability',
  'precipitation',
  'weather_code',
  'is_day',
] as const;

/** Everything about a place in one reply. */
export const reportReply = z.object({
  ...located,
  current: currentReply.shape.current.extend({ uv_index: z.number().nullable().default(null) }),
  hourly: z.object({
    time: z.array(z.string()),
    temperature_2m: values,
    precipitation_probability: values,
    precipitation: values,
    weather_code: values,
    is_day: values,
  }),
  daily: dailyReply.shape.daily,
});

export const uvReply = z.object({
  ...located,
  current: z.object({ time: z.string(), uv_index: z.number().nullable() }),
  daily: z.object({ uv_index_max: values }),
});

export const AIR_VARIABLES = [
  'european_aqi',
  'us_aqi',
  'pm10',
  'pm2_5',
  'carbon_monoxide',
  'nitrogen_dioxide',
  'sulphur_dioxide',
  'ozone',
  'ammonia',
] as const;

const measured = z.number().nullable().default(null);

export const airReply = z.object({
  ...located,
  current: z.object({
    time: z.string(),
    european_aqi: z.number().nullable(),
    us_aqi: measured,
    pm10: measured,
    pm2_5: measured,
    carbon_monoxide: measured,
    nitrogen_dioxide: measured,
    sulphur_dioxide: measured,
    ozone: measured,
    ammonia: measured,
  }),
});

/** How the service refuses a request. */
export const refusal = z.object({ error: z.literal(true), reason: z.string() });
