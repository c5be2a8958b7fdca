// The weather now and over days, with the credit its source asks for.
import type { CurrentWeather, Forecast, ForecastDay } from '@vos/protocol/entities';
import { PlaceName, regionOf } from './place-name.tsx';
import { SourceCredit } from './source-credit.tsx';
import { WeatherIcon } from './weather-icon.tsx';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

/** A chance of rain from here on is marked. */
const WET_FROM_PERCENT = 50;
const compass = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;

export function WeatherBody({ weather }: { readonly weather: CurrentWeather }) {
  const { condition, place, units } = weather;
  return (
    <div className="tool-body">
      <div className="weather-now">
        <span className="weather-temperature">{degrees(weather.temperature)}</span>
        <WeatherIcon code={condition.code} isDay={condition.isDay} className="icon weather-mark" />
        <div className="weather-side">
          <PlaceName place={place} />
          <p>
            {condition.text}, feels like {degrees(weather.feelsLike)}
          </p>
          <p>
            Wind {compassPoint(weather.windDirection)} {Math.round(weather.windSpeed)} {units === 'metric' ? 'km/h' : 'mph'} ·
            humidity {Math.round(weather.humidity)}%
          </p>
        </div>
      </div>
      <SourceCredit credit={weather.credit} note={`Observed ${weather.observedAt.slice(11, 16)}`} />
    </div>
  );
}

export function ForecastBody({ forecast }: { readonly forecast: Forecast }) {
  const { place, days, units } = forecast;
  return (
    <div className="tool-body">
      <dl className="tool-args">
        <dt>Place</dt>
        <dd>
          <Words>{[place.name, regionOf(place)].filter((part) => part !== '').join(', ')}</Words>
        </dd>
        <dt>Days</dt>
        <dd>{periodOf(days)}</dd>
      </dl>
      <ul className="forecast-days" aria-label={`Forecast for ${harmless(place.name)}`}>
        {days.map((day) => (
          <Day key={day.date} day={day} units={units} />
        ))}
      </ul>
      <SourceCredit credit={forecast.credit} note={`High and low in ${units === 'metric' ? '°C' : '°F'}, chance of rain`} />
    </div>
  );
}

function Day({ day, units }: { readonly day: ForecastDay; readonly units: Forecast['units'] }) {
  const chance = day.precipitationChance;
  const isWet = chance !== null && chance >= WET_FROM_PERCENT;
  const amount = `${day.precipitation} ${units === 'metric' ? 'mm' : 'in'}`;
  return (
    <li className={`forecast-day${isWet ? ' is-wet' : ''}`} title={`${day.condition.text}, ${amount} of rain or snow`}>
      <span>{dayName(day.date)}</span>
      <WeatherIcon code={day.condition.code} isDay />
      <span className="visually-hidden">{day.condition.text}</span>
      <b>{degrees(day.high)}</b>
      <span>{degrees(day.low)}</span>
      <span className="forecast-chance">{chance === null ? '–' : `${Math.round(chance)}%`}</span>
    </li>
  );
}

function degrees(value: number): string {
  const whole = Math.round(value);
  return `${whole === 0 ? 0 : whole}°`.replace('-', '−');
}

function compassPoint(degreesFromNorth: number): string {
  const index = Math.round((((degreesFromNorth % 360) + 360) % 360) / 45) % compass.length;
  return compass[index] ?? compass[0];
}

const calendarDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** “May 12 – May 18”; one date when it is one day. */
function periodOf(days: readonly ForecastDay[]): string {
  const ends = [days[0], days.at(-1)].flatMap((day) => (day === undefined ? [] : [dateInWords(day.date)]));
  return [...new Set(ends)].join(' – ');
}

function dateInWords(date: string): string {
  const atMs = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(atMs) ? date : calendarDay.format(atMs);
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });

/** The date is a day at the place, so it is read without any zone. */
function dayName(date: string): string {
  const atMs = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(atMs) ? date : weekday.format(atMs);
}
