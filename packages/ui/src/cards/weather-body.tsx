// The weather now and over days, with the credit its source asks for.
import type { CurrentWeather, Forecast, ForecastDay, Place } from '@vos/protocol/entities';
import { WeatherIcon } from './weather-icon.tsx';

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
          <p className="weather-place">
            <bdi>{place.name}</bdi>
            {regionOf(place) !== '' && <bdi className="weather-region">{regionOf(place)}</bdi>}
          </p>
          <p>
            {condition.text}, feels like {degrees(weather.feelsLike)}
          </p>
          <p>
            Wind {compassPoint(weather.windDirection)} {Math.round(weather.windSpeed)} {units === 'metric' ? 'km/h' : 'mph'} ·
            humidity {Math.round(weather.humidity)}%
          </p>
        </div>
      </div>
      <Credit credit={weather.credit} note={`Observed ${weather.observedAt.slice(11, 16)}`} />
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
          <bdi>{[place.name, regionOf(place)].filter((part) => part !== '').join(', ')}</bdi>
        </dd>
        <dt>Days</dt>
        <dd>{days.length}</dd>
      </dl>
      <ul className="forecast-days" aria-label={`Forecast for ${place.name}`}>
        {days.map((day) => (
          <Day key={day.date} day={day} units={units} />
        ))}
      </ul>
      <Credit credit={forecast.credit} note={`High and low in ${units === 'metric' ? '°C' : '°F'}, chance of rain`} />
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

function Credit({ credit, note }: { readonly credit: Forecast['credit']; readonly note: string }) {
  return (
    <p className="tool-credit">
      <span>{note}</span>
      <span className="spacer" />
      {isWebAddress(credit.url) ? (
        <a href={credit.url} target="_blank" rel="noopener noreferrer">
          {credit.text}
        </a>
      ) : (
        credit.text
      )}
    </p>
  );
}

// A tool's result is not ours: only an ordinary web address becomes a link.
function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

function degrees(value: number): string {
  const whole = Math.round(value);
  return `${whole === 0 ? 0 : whole}°`.replace('-', '−');
}

function regionOf({ name, region, country }: Place): string {
  return [region === name ? null : region, country].filter((part) => part !== null && part !== '').join(', ');
}

function compassPoint(degreesFromNorth: number): string {
  const index = Math.round((((degreesFromNorth % 360) + 360) % 360) / 45) % compass.length;
  return compass[index] ?? compass[0];
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });

/** The date is a day at the place, so it is read without any zone. */
function dayName(date: string): string {
  const atMs = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(atMs) ? date : weekday.format(atMs);
}
