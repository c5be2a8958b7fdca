// The weather of a place, and the places a person keeps.
import { z } from 'zod';
import { identifier } from '../entities/shared.ts';
import { place, savedPlace, weatherReport } from '../entities/weather.ts';
import type { CommandTable } from './command.ts';
import { lazily } from '../lazily.ts';

export const weatherCommands = {
  /** A reading younger than ten minutes is answered as it is, unless a new one is forced. */
  'weather/read': lazily(() => ({
    params: z.object({ place, isForced: z.boolean().default(false) }),
    result: z.object({
      /** In metric units; the last one there was if the service did not answer, null if there never was any. */
      report: weatherReport.nullable(),
      /** Why there is no new reading; null when there is. */
      problem: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
    errors: [],
  })),
  /** Places called so, the best known first. */
  'place/find': lazily(() => ({
    params: z.object({ name: z.string().min(2).max(200) }),
    result: z.object({ places: z.array(place) }),
    errors: ['weather-unreachable', 'weather-timeout', 'weather-limit', 'weather-down', 'weather-refused', 'weather-malformed'],
  })),
  'place/list': lazily(() => ({ params: z.object({}), result: z.object({ places: z.array(savedPlace) }), errors: [] })),
  /** A place that is kept already is answered as it is. */
  'place/add': lazily(() => ({
    params: z.object({ id: identifier, place }),
    result: z.object({ place: savedPlace }),
    errors: [],
  })),
  'place/remove': lazily(() => ({
    params: z.object({ id: identifier }),
    result: z.object({ changeSetId: z.number().int().positive() }),
    errors: ['place-unknown'],
  })),
} as const satisfies CommandTable;
