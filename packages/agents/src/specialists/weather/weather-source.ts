// Where weather comes from, as the tools see it.
import type { Result } from '@vos/base';
import type { AirQuality, CurrentWeather, Forecast, Place, UvReport, WeatherReport, WeatherUnits } from '@vos/protocol/entities';
import type { ToolFailure } from '../../sdk/tool.ts';

export type PlaceQuery =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'coordinates'; readonly latitude: number; readonly longitude: number };

export interface ForecastRange {
  /** Days after today at the place; 0 is today. */
  readonly firstDay: number;
  readonly days: number;
}

/**
 * Failures carry a sentence for the person. Codes: `location-unknown`, `weather-unreachable`, `weather-timeout`, `weather-limit`
 * (too many requests), `weather-down` (the service's own fault), `weather-refused`, `weather-malformed`. After an abort of the
 * signal the promise rejects with its reason.
 */
export interface WeatherSource {
  current(place: PlaceQuery, units: WeatherUnits, signal: AbortSignal): Promise<Result<CurrentWeather, ToolFailure>>;
  forecast(
    place: PlaceQuery,
    range: ForecastRange,
    units: WeatherUnits,
    signal: AbortSignal,
  ): Promise<Result<Forecast, ToolFailure>>;
  uv(place: PlaceQuery, signal: AbortSignal): Promise<Result<UvReport, ToolFailure>>;
  airQuality(place: PlaceQuery, signal: AbortSignal): Promise<Result<AirQuality, ToolFailure>>;
  /** Now, by the hour and by the day, in metric units, with the air quality where it can be had. */
  report(place: Place, signal: AbortSignal): Promise<Result<WeatherReport, ToolFailure>>;
  /** Places called so, the best known first; none is an empty list and no failure. */
  places(name: string, signal: AbortSignal): Promise<Result<readonly Place[], ToolFailure>>;
}
