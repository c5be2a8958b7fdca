import { z } from 'zod';
import { identifier, instant } from './shared.ts';
import { lazily } from '../lazily.ts';

/** Values are numbers; units stand beside them once, so that a screen can convert and format. */
export const weatherUnits = z.enum(['metric', 'imperial']);
export type WeatherUnits = z.infer<typeof weatherUnits>;

export const place = lazily(() =>
  z.object({
    name: z.string(),
    /** State or province, where there is one. */
    region: z.string().nullable(),
    country: z.string().nullable(),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    timeZone: z.string(),
  }),
);
export type Place = z.infer<typeof place>;

/** A WMO weather interpretation code and its words. */
export const condition = lazily(() => z.object({ code: z.number().int(), text: z.string(), isDay: z.boolean() }));

export const credit = lazily(() => z.object({ text: z.string(), url: z.string() }));

/** Local wall-clock time at the place, `2026-05-16T08:00`, as the service gives it. */
const localTime = z.string();

export const currentWeather = lazily(() =>
  z.object({
    place,
    units: weatherUnits,
    /** °C or °F. */
    temperature: z.number(),
    feelsLike: z.number(),
    condition,
    /** Percent. */
    humidity: z.number(),
    /** hPa at sea level. */
    pressure: z.number(),
    /** km/h or mph. */
    windSpeed: z.number(),
    /** Degrees clockwise from north, where it comes from. */
    windDirection: z.number(),
    /** Percent. */
    cloudCover: z.number(),
    /** mm or inch in the preceding hour. */
    precipitation: z.number(),
    sunriseAt: localTime.nullable(),
    sunsetAt: localTime.nullable(),
    observedAt: localTime,
    fetchedAt: instant,
    credit,
  }),
);
export type CurrentWeather = z.infer<typeof currentWeather>;

export const forecastDay = lazily(() =>
  z.object({
    /** `2026-05-16` at the place. */
    date: z.string(),
    condition,
    high: z.number(),
    low: z.number(),
    /** Percent, the most of any hour; null where the model has none. */
    precipitationChance: z.number().nullable(),
    precipitation: z.number(),
    windSpeed: z.number(),
    uvIndex: z.number().nullable(),
    sunriseAt: localTime.nullable(),
    sunsetAt: localTime.nullable(),
  }),
);
export type ForecastDay = z.infer<typeof forecastDay>;

export const forecast = lazily(() =>
  z.object({ place, units: weatherUnits, days: z.array(forecastDay), fetchedAt: instant, credit }),
);
export type Forecast = z.infer<typeof forecast>;

export const uvRisk = z.enum(['low', 'moderate', 'high', 'very high', 'extreme']);

export const uvReport = lazily(() =>
  z.object({
    place,
    /** Now. */
    uvIndex: z.number(),
    /** The most of today. */
    uvIndexMax: z.number(),
    /** Of today's most. */
    risk: uvRisk,
    recommendation: z.string(),
    observedAt: localTime,
    fetchedAt: instant,
    credit,
  }),
);
export type UvReport = z.infer<typeof uvReport>;

export const airQualityLevel = z.enum(['good', 'fair', 'moderate', 'poor', 'very poor', 'extremely poor']);

export const airQuality = lazily(() =>
  z.object({
    place,
    /** European air quality index: 0 to 20 is good, above 100 extremely poor. */
    europeanIndex: z.number(),
    /** Index of the US, 0 to 500. */
    usIndex: z.number().nullable(),
    level: airQualityLevel,
    description: z.string(),
    /** µg/m³; null where the model has none. */
    components: z.object({
      carbonMonoxide: z.number().nullable(),
      nitrogenDioxide: z.number().nullable(),
      ozone: z.number().nullable(),
      sulphurDioxide: z.number().nullable(),
      pm2_5: z.number().nullable(),
      pm10: z.number().nullable(),
      ammonia: z.number().nullable(),
    }),
    observedAt: localTime,
    fetchedAt: instant,
    credit,
  }),
);
export type AirQuality = z.infer<typeof airQuality>;

const weatherHour = lazily(() =>
  z.object({
    /** The hour it begins. */
    at: localTime,
    temperature: z.number(),
    condition,
    /** Percent; null where the model has none. */
    precipitationChance: z.number().nullable(),
    precipitation: z.number(),
  }),
);

/** All that is known of the weather of a place: now, hour by hour and day by day, in metric units. */
export const weatherReport = lazily(() =>
  z.object({
    current: currentWeather,
    /** Now; null where the model has none. */
    uvIndex: z.number().nullable(),
    /** Null where its own service did not answer or has none. */
    air: z.object({ europeanIndex: z.number(), level: airQualityLevel }).nullable(),
    /** From the first hour of the first day on. */
    hours: z.array(weatherHour),
    /** Today at the place first. */
    days: z.array(forecastDay),
  }),
);
export type WeatherReport = z.infer<typeof weatherReport>;

/** A place that a person keeps. */
export const savedPlace = lazily(() => place.extend({ id: identifier, addedAt: instant }));
export type SavedPlace = z.infer<typeof savedPlace>;

/** Where people think in °F and miles: the time zones of the United States. */
export function usualUnits(timeZone: string): WeatherUnits {
  return /^(?:US\/|America\/(?:New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Nome|Yakutat|Adak|Menominee|Indiana\/|Kentucky\/|North_Dakota\/)|Pacific\/Honolulu$|(?:EST5EDT|CST6CDT|MST7MDT|PST8PDT)$)/.test(
    timeZone,
  )
    ? 'imperial'
    : 'metric';
}
