// Weather from Open-Meteo, which needs no key. Base addresses are options, so that a server of one's own can stand in.
import { type Clock, err, isoInstant, ok, type Result } from '@vos/base';
import type { AirQuality, CurrentWeather, Forecast, Place, UvReport, WeatherReport, WeatherUnits } from '@vos/protocol/entities';
import type { z } from 'zod';
import { type ToolFailure, toolFailure } from '../../sdk/tool.ts';
import { airLevel, uvLevel } from './air-and-sun.ts';
import { currentWords } from './conditions.ts';
import {
  AIR_VARIABLES,
  airReply,
  CURRENT_VARIABLES,
  currentReply,
  DAILY_VARIABLES,
  dailyReply,
  geocodingReply,
  HOURLY_VARIABLES,
  reportReply,
  SUN_VARIABLES,
  uvReply,
} from './open-meteo-replies.ts';
import { forecastDay, REPORT_DAYS, reportOf } from './open-meteo-report.ts';
import { fitting, placeNames, placeOf } from './places.ts';
import { type Parameters, request } from './request.ts';
import type { PlaceQuery, WeatherSource } from './weather-source.ts';

export interface OpenMeteoOptions {
  readonly clock: Clock;
  readonly geocodingUrl?: string;
  readonly forecastUrl?: string;
  readonly airQualityUrl?: string;
  /** For all requests behind one answer together. */
  readonly timeoutMs?: number;
}

/** Well below the tools' limit of 8 s and the 10 s within which a person is told, so that the person reads which service was silent and not that a tool was given up. */
const DEFAULT_TIMEOUT_MS = 6_000;

/** Places a search shows; more than a person would read through. */
const FOUND_PLACES = 8;

const CREDIT = { text: 'Weather data by Open-Meteo.com', url: 'https://open-meteo.com/' };

export function createOpenMeteo({
  clock,
  geocodingUrl = 'https://geocoding-api.open-meteo.com',
  forecastUrl = 'https://api.open-meteo.com',
  airQualityUrl = 'https://air-quality-api.open-meteo.com',
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: OpenMeteoOptions): WeatherSource {
  /** A question's requests one after another, within one time limit. */
  function conversation(signal: AbortSignal) {
    const endMs = clock.monotonicMs() + timeoutMs;
    const ask = <Reply extends z.ZodType>(
      url: string,
      parameters: Parameters,
      reply: Reply,
    ): Promise<Result<z.output<Reply>, ToolFailure>> =>
      request(url, parameters, reply, { clock, signal, timeoutMs: Math.max(1, endMs - clock.monotonicMs()) });

    async function locate(query: PlaceQuery): Promise<Result<Place, ToolFailure>> {
      if (query.kind === 'coordinates') return ok(pointPlace(query.latitude, query.longitude));
      for (const { name, qualifiers } of placeNames(query.name)) {
        if (name.length < 2) continue;
        // A qualifier may leave only a place far down the list.
        const count = qualifiers.length > 0 ? 50 : 1;
        const found = await ask(`${geocodingUrl}/v1/search`, { name, count, language: 'en', format: 'json' }, geocodingReply);
        if (!found.ok) return found;
        const result = fitting(found.value.results, qualifiers);
        if (result !== undefined) return ok(placeOf(result, 'UTC'));
      }
      return err(
        toolFailure(
          'location-unknown',
          `I found no place called “${query.name.trim()}”. Check the spelling, or add the country.`,
        ),
      );
    }

    /** Asks a service about a place; the reply knows the place's time zone even where the place was only a point. */
    async function about<Reply extends z.ZodType<{ readonly timezone: string }>>(
      query: PlaceQuery,
      url: string,
      parameters: Parameters,
      reply: Reply,
    ): Promise<Result<{ readonly place: Place; readonly data: z.output<Reply> }, ToolFailure>> {
      const place = await locate(query);
      if (!place.ok) return place;
      const { latitude, longitude } = place.value;
      const answer = await ask(url, { latitude, longitude, timezone: 'auto', ...parameters }, reply);
      if (!answer.ok) return answer;
      return ok({ place: { ...place.value, timeZone: answer.value.timezone }, data: answer.value });
    }

    return { about, ask };
  }

  const fetchedAt = (): string => isoInstant(clock.now());

  return {
    async current(query, units, signal): Promise<Result<CurrentWeather, ToolFailure>> {
      const answer = await conversation(signal).about(
        query,
        `${forecastUrl}/v1/forecast`,
        { current: CURRENT_VARIABLES, daily: SUN_VARIABLES, forecast_days: 1, ...unitParameters(units) },
        currentReply,
      );
      if (!answer.ok) return answer;
      const { place, data } = answer.value;
      const { current, daily } = data;
      return ok({
        place,
        units,
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
        fetchedAt: fetchedAt(),
        credit: CREDIT,
      });
    },

    async forecast(query, { firstDay, days }, units, signal): Promise<Result<Forecast, ToolFailure>> {
      const answer = await conversation(signal).about(
        query,
        `${forecastUrl}/v1/forecast`,
        { daily: DAILY_VARIABLES, forecast_days: firstDay + days, ...unitParameters(units) },
        dailyReply,
      );
      if (!answer.ok) return answer;
      const { place, data } = answer.value;
      const found = data.daily.time.flatMap((_, index) => (index < firstDay ? [] : forecastDay(data.daily, index)));
      if (found.length === 0) return err(toolFailure('weather-malformed', 'The weather service has no forecast for these days.'));
      return ok({ place, units, days: found, fetchedAt: fetchedAt(), credit: CREDIT });
    },

    async uv(query, signal): Promise<Result<UvReport, ToolFailure>> {
      const answer = await conversation(signal).about(
        query,
        `${forecastUrl}/v1/forecast`,
        { current: ['uv_index'], daily: ['uv_index_max'], forecast_days: 1 },
        uvReply,
      );
      if (!answer.ok) return answer;
      const { place, data } = answer.value;
      const most = data.daily.uv_index_max[0] ?? data.current.uv_index;
      if (most === null)
        return err(toolFailure('weather-malformed', `The weather service has no UV index for ${place.name} right now.`));
      return ok({
        place,
        uvIndex: data.current.uv_index ?? most,
        uvIndexMax: most,
        ...uvLevel(most),
        observedAt: data.current.time,
        fetchedAt: fetchedAt(),
        credit: CREDIT,
      });
    },

    async airQuality(query, signal): Promise<Result<AirQuality, ToolFailure>> {
      const answer = await conversation(signal).about(
        query,
        `${airQualityUrl}/v1/air-quality`,
        { current: AIR_VARIABLES },
        airReply,
      );
      if (!answer.ok) return answer;
      const { place, data } = answer.value;
      const { current } = data;
      if (current.european_aqi === null) {
        return err(toolFailure('weather-malformed', `The weather service has no air quality for ${place.name} right now.`));
      }
      return ok({
        place,
        europeanIndex: current.european_aqi,
        usIndex: current.us_aqi,
        ...airLevel(current.european_aqi),
        components: {
          carbonMonoxide: current.carbon_monoxide,
          nitrogenDioxide: current.nitrogen_dioxide,
          ozone: current.ozone,
          sulphurDioxide: current.sulphur_dioxide,
          pm2_5: current.pm2_5,
          pm10: current.pm10,
          ammonia: current.ammonia,
        },
        observedAt: current.time,
        fetchedAt: fetchedAt(),
        credit: CREDIT,
      });
    },

    async report(place, signal): Promise<Result<WeatherReport, ToolFailure>> {
      const { latitude, longitude } = place;
      const where = { latitude, longitude, timezone: 'auto' };
      const [weather, air] = await Promise.all([
        conversation(signal).ask(
          `${forecastUrl}/v1/forecast`,
          {
            ...where,
            current: [...CURRENT_VARIABLES, 'uv_index'],
            hourly: HOURLY_VARIABLES,
            daily: DAILY_VARIABLES,
            forecast_days: REPORT_DAYS,
          },
          reportReply,
        ),
        conversation(signal).ask(`${airQualityUrl}/v1/air-quality`, { ...where, current: AIR_VARIABLES }, airReply),
      ]);
      if (!weather.ok) return weather;
      const located = { ...place, timeZone: weather.value.timezone };
      const report = reportOf(weather.value, { place: located, fetchedAt: fetchedAt(), credit: CREDIT });
      // The weather is worth showing without it.
      const europeanIndex = air.ok ? air.value.current.european_aqi : null;
      return ok({ ...report, air: europeanIndex === null ? null : { europeanIndex, level: airLevel(europeanIndex).level } });
    },

    async places(written, signal): Promise<Result<readonly Place[], ToolFailure>> {
      const { ask } = conversation(signal);
      for (const { name, qualifiers } of placeNames(written)) {
        if (name.length < 2) continue;
        const count = qualifiers.length > 0 ? 50 : FOUND_PLACES;
        const found = await ask(`${geocodingUrl}/v1/search`, { name, count, language: 'en', format: 'json' }, geocodingReply);
        if (!found.ok) return found;
        const places = found.value.results.filter((result) => fitting([result], qualifiers) !== undefined);
        if (places.length > 0) return ok(places.slice(0, FOUND_PLACES).map((result) => placeOf(result, 'UTC')));
      }
      return ok([]);
    },
  };
}

function pointPlace(latitude: number, longitude: number): Place {
  return { name: `${latitude}, ${longitude}`, region: null, country: null, latitude, longitude, timeZone: 'UTC' };
}

/** Metric is what the service answers without being asked. */
function unitParameters(units: WeatherUnits): Parameters {
  return units === 'metric' ? {} : { temperature_unit: 'fahrenheit', wind_speed_unit: 'mph', precipitation_unit: 'inch' };
}
