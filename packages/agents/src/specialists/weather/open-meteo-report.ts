// Everything a weather window shows of a place, out of one reply of Open-Meteo.
import type { ForecastDay, Place, WeatherReport } from '@vos/protocol/entities';
import type { z } from 'zod';
import { currentWords, dayWords } from './conditions.ts';
import type { dailyReply, reportReply } from './open-meteo-replies.ts';

/** Days in a report; the hours reach as far. */
export const REPORT_DAYS = 7;

type ReportReply = z.output<typeof reportReply>;

export interface ReportOrigin {
  readonly place: Place;
  readonly fetchedAt: string;
  readonly credit: WeatherReport['current']['credit'];
}

/** In metric units. Air quality comes from another service and is added by who asks it. */
export function reportOf({ current, hourly, daily }: ReportReply, { place, fetchedAt, credit }: ReportOrigin): WeatherReport {
  return {
    current: {
      place,
      units: 'metric',
      temperature: current.temperature_2m,
      feelsLike: current.apparent_temperature,
      condition: { code: current.weather_code, text: currentWords(current.weather_code), isDay: current.is_day === 1 },
      humidity: current.relative_humidity_2m,
      pressure: current.pressure_msl,
      windSpeed: current.wind_speed_10m,
      windDirection: current.wind_direction_10m,
      cloudCover: current.cloud_cover,
      precipitation: current.precipitation,
      sunriseAt: daily.sunrise[0] ?? null,
      sunsetAt: daily.sunset[0] ?? null,
      observedAt: current.time,
      fetchedAt,
      credit,
    },
    uvIndex: current.uv_index,
    air: null,
    hours: hourly.time.flatMap((at, index) => hourAt(hourly, at, index)),
    days: daily.time.flatMap((_, index) => forecastDay(daily, index)),
  };
}

function hourAt(hourly: ReportReply['hourly'], at: string, index: number): WeatherReport['hours'] {
  const temperature = hourly.temperature_2m[index] ?? null;
  const code = hourly.weather_code[index] ?? null;
  if (temperature === null || code === null) return [];
  return [
    {
      at,
      temperature,
      condition: { code, text: dayWords(code), isDay: hourly.is_day[index] !== 0 },
      precipitationChance: hourly.precipitation_probability[index] ?? null,
      precipitation: hourly.precipitation[index] ?? 0,
    },
  ];
}

/** One day of the reply's columns; none where the service has no temperatures for it. */
export function forecastDay(daily: z.output<typeof dailyReply>['daily'], index: number): ForecastDay[] {
  const high = daily.temperature_2m_max[index] ?? null;
  const low = daily.temperature_2m_min[index] ?? null;
  const code = daily.weather_code[index] ?? null;
  if (high === null || low === null || code === null) return [];
  return [
    {
      date: daily.time[index] ?? '',
      condition: { code, text: dayWords(code), isDay: true },
      high,
      low,
      precipitationChance: daily.precipitation_probability_max[index] ?? null,
      precipitation: daily.precipitation_sum[index] ?? 0,
      windSpeed: daily.wind_speed_10m_max[index] ?? 0,
      uvIndex: daily.uv_index_max[index] ?? null,
      sunriseAt: daily.sunrise[index] ?? null,
      sunsetAt: daily.sunset[index] ?? null,
    },
  ];
}
