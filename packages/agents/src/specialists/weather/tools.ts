// The weather agent's tools.
import {
  airQuality,
  currentWeather,
  forecast,
  usualUnits,
  uvReport,
  weatherUnits,
  type WeatherUnits,
} from '@vos/protocol/entities';
import { z } from 'zod';
import { type BuiltinReading, type BuiltinRequest, defineOutsideTool, type Tool } from '../../sdk/tool.ts';
import { DAYS_LIMIT, LAST_DAY } from './days.ts';
import { focuses, readWeather, type WeatherQuestion, type WeatherToolName } from './reading.ts';
import { sayAir, sayCurrent, sayForecast, sayUv } from './saying.ts';
import type { PlaceQuery, WeatherSource } from './weather-source.ts';

/** A person without a network is told so within 10 s; the source gives up a second before this. */
const TIMEOUT_MS = 8_000;

const DEFAULT_DAYS = 5;

const location = z.string().min(2).max(200).describe('A place, such as “Utrecht” or “Paris, Texas”.');
const units = weatherUnits
  .optional()
  .describe('Without it: what the person set, else imperial in the United States and metric everywhere else.');
const focus = z.enum(focuses).optional().describe('What a yes-or-no question is about; the answer begins with it.');

const outside = {
  effect: 'network-out',
  permission: 'allow',
  isRepeatable: true,
  continues: true,
  timeoutMs: TIMEOUT_MS,
} as const;

/** `preferredUnits` is what the person wants whatever their time zone; undefined leaves it to that. */
export function weatherTools(source: WeatherSource, preferredUnits: () => WeatherUnits | undefined): readonly Tool[] {
  const unitsFor = (asked: WeatherUnits | undefined, timeZone: string): WeatherUnits =>
    asked ?? preferredUnits() ?? usualUnits(timeZone);
  return [
    defineOutsideTool({
      ...outside,
      name: 'get_weather',
      description: 'The weather in a place right now: temperature, condition, wind, humidity, pressure, sunrise and sunset.',
      parameters: z.object({ location, units, focus }),
      result: currentWeather,
      doing: (given) => `looking at the weather in ${given.location}`,
      run: (given, { signal, timeZone }) => source.current(named(given.location), unitsFor(given.units, timeZone), signal),
      builtin: {
        recognizes: asks('get_weather'),
        read: (request) =>
          read(request, ({ units: asked, focus: about }, place) => ({
            location: place,
            ...kept({ units: asked, focus: about }),
          })),
        say: (value, given) => sayCurrent(value, given.focus),
      },
    }),
    defineOutsideTool({
      ...outside,
      name: 'get_forecast',
      description: 'The forecast for a place, day by day: condition, high and low, chance of rain, wind, UV index.',
      parameters: z.object({
        location,
        days: z.number().int().min(1).max(DAYS_LIMIT).default(DEFAULT_DAYS),
        first_day: z
          .number()
          .int()
          .min(0)
          .max(LAST_DAY)
          .default(0)
          .describe('The first of the days: 0 is today at the place, 1 tomorrow.'),
        units,
        focus,
      }),
      result: forecast,
      doing: (given) => `reading the forecast for ${given.location}`,
      run: (given, { signal, timeZone }) =>
        source.forecast(
          named(given.location),
          // The service sees 16 days ahead.
          { firstDay: given.first_day, days: Math.min(given.days, LAST_DAY + 1 - given.first_day) },
          unitsFor(given.units, timeZone),
          signal,
        ),
      builtin: {
        recognizes: asks('get_forecast'),
        read: (request) =>
          read(request, ({ days, units: asked, focus: about, coordinates }, place) => ({
            location: coordinates === undefined ? place : `${coordinates.latitude}, ${coordinates.longitude}`,
            days: days?.days ?? DEFAULT_DAYS,
            first_day: days?.firstDay ?? 0,
            ...kept({ units: asked, focus: about }),
          })),
        say: (value, given) => sayForecast(value, given.first_day, given.focus),
      },
    }),
    defineOutsideTool({
      ...outside,
      name: 'get_weather_by_coordinates',
      description: 'The weather right now at a point of the globe.',
      parameters: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180), units }),
      result: currentWeather,
      doing: (given) => `looking at the weather at ${given.latitude}, ${given.longitude}`,
      run: ({ latitude, longitude, units: asked }, { signal, timeZone }) =>
        source.current({ kind: 'coordinates', latitude, longitude }, unitsFor(asked, timeZone), signal),
      builtin: {
        recognizes: asks('get_weather_by_coordinates'),
        read(request) {
          const question = readWeather(request.text, request);
          if (question?.coordinates === undefined) return { kind: 'unfit' };
          return { kind: 'arguments', arguments: { ...question.coordinates, ...kept({ units: question.units }) } };
        },
        say: (value) => sayCurrent(value).replace(/^In /, 'At '),
      },
    }),
    defineOutsideTool({
      ...outside,
      name: 'get_uv_index',
      description: 'The UV index of a place, now and at most today, with what to do about it.',
      parameters: z.object({ location }),
      result: uvReport,
      doing: (given) => `looking up the UV index in ${given.location}`,
      run: (given, { signal }) => source.uv(named(given.location), signal),
      builtin: {
        recognizes: asks('get_uv_index'),
        read: (request) => read(request, (_, place) => ({ location: place })),
        say: sayUv,
      },
    }),
    defineOutsideTool({
      ...outside,
      name: 'get_air_quality',
      description: 'The air quality of a place right now, on the European index, with what is in the air.',
      parameters: z.object({ location }),
      result: airQuality,
      doing: (given) => `looking up the air quality in ${given.location}`,
      run: (given, { signal }) => source.airQuality(named(given.location), signal),
      builtin: {
        recognizes: asks('get_air_quality'),
        read: (request) => read(request, (_, place) => ({ location: place })),
        say: sayAir,
      },
    }),
  ];
}

function asks(tool: WeatherToolName): (request: BuiltinRequest) => boolean {
  return (request) => {
    const question = readWeather(request.text, request);
    return question?.isPlain === true && question.tool === tool;
  };
}

/** Reads a question that needs a place, or asks for it. */
function read<Arguments>(
  request: BuiltinRequest,
  argumentsOf: (question: WeatherQuestion, place: string) => Arguments,
): BuiltinReading<Arguments> {
  const question = readWeather(request.text, request);
  if (question === undefined) return { kind: 'unfit' };
  const { place, coordinates } = question;
  const refused = refusalOf(question);
  if (refused !== undefined) return { kind: 'question', text: refused };
  const where = place ?? (coordinates === undefined ? undefined : `${coordinates.latitude}, ${coordinates.longitude}`);
  return where === undefined
    ? { kind: 'question', text: 'For which place?' }
    : { kind: 'arguments', arguments: argumentsOf(question, where) };
}

/** Why a question that was understood is not answered; no question itself, so that nothing said next is taken for an answer to it. */
function refusalOf({ days, places, isDeclined }: WeatherQuestion): string | undefined {
  if (isDeclined) return 'All right, no weather then.';
  if (days !== undefined && days.firstDay < 0) return 'I can tell the weather now and of the coming days, not of days gone by.';
  if (days !== undefined && days.firstDay > LAST_DAY)
    return `That is too far ahead: the forecast reaches ${LAST_DAY} days from today.`;
  if (days !== undefined && days.days > DAYS_LIMIT)
    return `I tell ${DAYS_LIMIT} days at a time, up to ${LAST_DAY} days ahead. Please ask for “the next ${DAYS_LIMIT} days” or for a single day.`;
  if (places.length > 1)
    return `I tell the weather of one place at a time. Please ask for ${places.join(' and for ')} separately.`;
  return undefined;
}

/** A name, unless it is a pair of coordinates. */
function named(place: string): PlaceQuery {
  const point = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(place);
  const [latitude, longitude] = [Number(point?.[1]), Number(point?.[2])];
  return point !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { kind: 'coordinates', latitude, longitude }
    : { kind: 'name', name: place };
}

/** Without the keys that are undefined. */
function kept<Fields extends object>(fields: Fields): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>;
  };
}
