// The weather of a host in memory: places that can be found and kept, and readings the test gives.
import { type Clock, CodedError, isoInstant } from '@vos/base';
import type { Handlers, Server } from '@vos/protocol';
import type { Place, SavedPlace, WeatherReport } from '@vos/protocol/entities';

export interface FakeWeather {
  readonly handlers: Pick<Handlers, 'weather/read' | 'place/find' | 'place/list' | 'place/add' | 'place/remove'>;
  readonly kept: SavedPlace[];
  /** The place and force of every reading asked for, in order. */
  readonly asked: (readonly [name: string, isForced: boolean])[];
  /** Why the service gives no new reading; null while it does. */
  problem: string | null;
  /** The last reading there is; null where there is none. */
  report: (place: Place) => WeatherReport | null;
}

export function createFakeWeather(clock: Clock, publish: () => Server['publish']): FakeWeather {
  const kept: SavedPlace[] = [];
  const asked: (readonly [string, boolean])[] = [];
  const fake: FakeWeather = {
    kept,
    asked,
    problem: null,
    report: (place) => sampleReport(place, isoInstant(clock.now())),
    handlers: {
      'weather/read': ({ place, isForced }) => {
        asked.push([place.name, isForced]);
        const { problem } = fake;
        return { report: fake.report(place), problem: problem === null ? null : { code: 'weather-down', message: problem } };
      },
      'place/find': ({ name }) => ({ places: samplePlaces.filter((place) => place.name.toLowerCase() === name.toLowerCase()) }),
      'place/list': () => ({ places: [...kept] }),
      'place/add': ({ id, place }) => {
        const saved = { ...place, id, addedAt: isoInstant(clock.now()) };
        kept.push(saved);
        publish()('place/added', id, { place: saved });
        return { place: saved };
      },
      'place/remove': ({ id }) => {
        const index = kept.findIndex((place) => place.id === id);
        if (index < 0) throw new CodedError('place-unknown', 'This place is not kept any more.');
        kept.splice(index, 1);
        publish()('place/removed', id, { id });
        return { changeSetId: 1 };
      },
    },
  };
  return fake;
}

export const samplePlaces: readonly Place[] = [
  { name: 'Utrecht', region: 'Utrecht', country: 'Netherlands', latitude: 52.09, longitude: 5.12, timeZone: 'Europe/Amsterdam' },
  { name: 'Oslo', region: 'Oslo', country: 'Norway', latitude: 59.91, longitude: 10.75, timeZone: 'Europe/Oslo' },
  { name: 'Paris', region: 'Île-de-France', country: 'France', latitude: 48.85, longitude: 2.35, timeZone: 'Europe/Paris' },
  { name: 'Paris', region: 'Texas', country: 'United States', latitude: 33.66, longitude: -95.56, timeZone: 'America/Chicago' },
];

const DAY_MS = 86_400_000;

/** A mild day with showers in the afternoon, and six more like it. */
export function sampleReport(place: Place, fetchedAt: string, firstDayMs = Date.UTC(2026, 0, 5)): WeatherReport {
  const dates = Array.from({ length: 7 }, (_, day) => isoInstant(firstDayMs + day * DAY_MS).slice(0, 10));
  const condition = { code: 2, text: 'partly cloudy', isDay: true };
  return {
    current: {
      place,
      units: 'metric',
      temperature: 16.2,
      feelsLike: 15.1,
      condition,
      humidity: 62,
      pressure: 1015,
      windSpeed: 14.4,
      windDirection: 270,
      cloudCover: 40,
      precipitation: 0,
      sunriseAt: null,
      sunsetAt: null,
      observedAt: `${dates[0] ?? ''}T10:15`,
      fetchedAt,
      credit: { text: 'Weather data by Open-Meteo.com', url: 'https://open-meteo.com/' },
    },
    uvIndex: 4.2,
    air: { europeanIndex: 28, level: 'fair' },
    hours: dates.flatMap((date, day) =>
      Array.from({ length: 24 }, (_, hour) => ({
        at: `${date}T${String(hour).padStart(2, '0')}:00`,
        // From its warmest hour on, each day leads over to the next one.
        temperature: 13 + day + Math.max(0, (hour - 15) / 9) - 5 * Math.cos(((hour - 3) / 12) * Math.PI),
        condition,
        precipitationChance: hour >= 15 && hour <= 18 ? 65 : 5,
        precipitation: hour >= 15 && hour <= 18 ? 1.2 : 0,
      })),
    ),
    days: dates.map((date, day) => ({
      date,
      condition: day === 1 ? { code: 61, text: 'light rain', isDay: true } : condition,
      high: 18 + day,
      low: 8 + day,
      precipitationChance: day === 1 ? 80 : 10,
      precipitation: day === 1 ? 4 : 0,
      windSpeed: 20,
      uvIndex: 4,
      sunriseAt: null,
      sunsetAt: null,
    })),
  };
}
