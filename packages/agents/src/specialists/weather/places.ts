// Which place is meant by a name such as “Utrecht”, “Paris, Texas” or “portland or”.
import type { Place } from '@vos/protocol/entities';
import type { GeocodingResult } from './open-meteo-replies.ts';

export interface PlaceName {
  readonly name: string;
  /** Country, state or province, as written; must fit one of the place's. */
  readonly qualifiers: readonly string[];
}

/** Readings of a name, to be tried in order: as it stands, then with its last words as a qualifier. */
export function placeNames(written: string): readonly PlaceName[] {
  const [name = '', ...qualifiers] = written
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (qualifiers.length > 0) return [{ name, qualifiers }];
  const words = name.split(/\s+/);
  const split = (count: number): PlaceName => ({
    name: words.slice(0, -count).join(' '),
    qualifiers: [words.slice(-count).join(' ')],
  });
  return [{ name, qualifiers: [] }, ...(words.length > 1 ? [split(1)] : []), ...(words.length > 2 ? [split(2)] : [])];
}

/** The first result that fits all qualifiers; results come most relevant first. */
export function fitting(results: readonly GeocodingResult[], qualifiers: readonly string[]): GeocodingResult | undefined {
  return results.find((result) => qualifiers.every((qualifier) => fits(result, qualifier)));
}

export function placeOf(result: GeocodingResult, timeZone: string): Place {
  return {
    name: result.name,
    region: result.admin1 ?? null,
    country: result.country ?? null,
    latitude: result.latitude,
    longitude: result.longitude,
    timeZone: result.timezone ?? timeZone,
  };
}

function fits(result: GeocodingResult, qualifier: string): boolean {
  const wanted = plain(qualifier);
  const country = COUNTRY_NAMES[wanted];
  if (country !== undefined && result.country_code?.toUpperCase() === country) return true;
  const state = US_STATES[wanted.toUpperCase()];
  if (state !== undefined && result.country_code?.toUpperCase() === 'US' && plain(result.admin1 ?? '') === plain(state))
    return true;
  const names = [result.country, result.country_code, result.admin1, result.admin2].map((name) => plain(name ?? ''));
  return names.some((name) => name !== '' && (name === wanted || (wanted.length > 3 && name.includes(wanted))));
}

function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/^the /i, '').replace(/\./g, '').toLowerCase().trim();
}

const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  us: 'US',
  usa: 'US',
  america: 'US',
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  britain: 'GB',
  'great britain': 'GB',
  holland: 'NL',
  uae: 'AE',
  korea: 'KR',
  'south korea': 'KR',
  'czech republic': 'CZ',
};

const US_STATES: Readonly<Record<string, string>> = Object.fromEntries(
  `AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California;CO Colorado;CT Connecticut;DE Delaware;FL Florida;GA Georgia;HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;KS Kansas;KY Kentucky;LA Louisiana;ME Maine;MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;MS Mississippi;MO Missouri;MT Montana;NE Nebraska;NV Nevada;NH New Hampshire;NJ New Jersey;NM New Mexico;NY New York;NC North Carolina;ND North Dakota;OH Ohio;OK Oklahoma;OR Oregon;PA Pennsylvania;RI Rhode Island;SC South Carolina;SD South Dakota;TN Tennessee;TX Texas;UT Utah;VT Vermont;VA Virginia;WA Washington;WV West Virginia;WI Wisconsin;WY Wyoming;DC District of Columbia`
    .split(';')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);
