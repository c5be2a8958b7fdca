// Results of tools as the gallery shows them. Sample content, none of it a fact.
import type {
  AirQuality,
  CurrentWeather,
  Forecast,
  ForecastDay,
  Note,
  NoteSummary,
  Place,
  UnitConversion,
  UvReport,
} from '@vos/protocol/entities';

const utrecht: Place = {
  name: 'Utrecht',
  region: 'Utrecht',
  country: 'Netherlands',
  latitude: 52.09,
  longitude: 5.12,
  timeZone: 'Europe/Amsterdam',
};
const credit = { text: 'Weather data by Open-Meteo.com', url: 'https://open-meteo.com/' };

export function sampleWeather(fetchedAt: string): CurrentWeather {
  return {
    place: utrecht,
    units: 'metric',
    temperature: 16.2,
    feelsLike: 15.1,
    condition: { code: 2, text: 'Partly cloudy', isDay: true },
    humidity: 58,
    pressure: 1016,
    windSpeed: 14,
    windDirection: 265,
    cloudCover: 46,
    precipitation: 0,
    sunriseAt: '2026-05-12T05:44',
    sunsetAt: '2026-05-12T21:26',
    observedAt: '2026-05-12T10:15',
    fetchedAt,
    credit,
  };
}

export function sampleForecast(fetchedAt: string): Forecast {
  const day = (
    date: string,
    code: number,
    text: string,
    high: number,
    low: number,
    precipitationChance: number,
    precipitation: number,
  ): ForecastDay => ({
    date,
    condition: { code, text, isDay: true },
    high,
    low,
    precipitationChance,
    precipitation,
    windSpeed: 16,
    uvIndex: 5,
    sunriseAt: `${date}T05:44`,
    sunsetAt: `${date}T21:26`,
  });
  return {
    place: utrecht,
    units: 'metric',
    days: [
      day('2026-05-12', 2, 'Partly cloudy', 18, 9, 10, 0),
      day('2026-05-13', 61, 'Slight rain', 15, 10, 75, 4.2),
      day('2026-05-14', 3, 'Overcast', 16, 8, 20, 0),
      day('2026-05-15', 0, 'Clear sky', 19, 9, 0, 0),
      day('2026-05-16', 80, 'Showers', 18, 11, 65, 2.1),
      day('2026-05-17', 0, 'Clear sky', 21, 10, 5, 0),
      day('2026-05-18', 95, 'Thunderstorm', 20, 12, 55, 6.5),
    ],
    fetchedAt,
    credit,
  };
}

export function sampleNote(part: Partial<Note> & Pick<Note, 'id' | 'title' | 'content'>, at: string): Note {
  return {
    tags: [],
    folder: null,
    color: 'yellow',
    isPinned: false,
    isArchived: false,
    createdBy: 'notes_agent',
    createdAt: at,
    updatedAt: at,
    revision: 1,
    ...part,
  };
}

export const sampleConversion: UnitConversion = {
  value: 3,
  fromUnit: 'miles',
  toUnit: 'kilometers',
  category: 'length',
  result: 4.828032,
  formattedValue: '3',
  formattedResult: '4.828032',
};

export function sampleSummary({ content, ...part }: Note): NoteSummary {
  return { ...part, preview: content, contentLength: content.length };
}

export function sampleUv(fetchedAt: string): UvReport {
  return {
    place: utrecht,
    uvIndex: 3.4,
    uvIndexMax: 5.2,
    risk: 'moderate',
    recommendation: 'Seek shade around noon and wear a hat.',
    observedAt: '2026-05-12T10:15',
    fetchedAt,
    credit,
  };
}

export function sampleAir(fetchedAt: string): AirQuality {
  return {
    place: utrecht,
    europeanIndex: 31,
    usIndex: 42,
    level: 'fair',
    description: 'Good enough for everything outdoors.',
    components: {
      carbonMonoxide: 180,
      nitrogenDioxide: 14.2,
      ozone: 61,
      sulphurDioxide: 1.1,
      pm2_5: 7.4,
      pm10: 12.9,
      ammonia: null,
    },
    observedAt: '2026-05-12T10:00',
    fetchedAt,
    credit,
  };
}
