// Finds the time zone a text speaks of: cities the time zone database names, and the countries, states and abbreviations people say.

/** What people say, by zone. Where a country has several zones, the one of its capital or largest city. */
const SPOKEN: Readonly<Record<string, string>> = {
  'Africa/Cairo': 'egypt',
  'Africa/Johannesburg': 'south africa, cape town',
  'Africa/Lagos': 'nigeria',
  'Africa/Nairobi': 'kenya',
  'America/Anchorage': 'alaska, alaska standard time',
  'America/Argentina/Buenos_Aires': 'argentina, buenos aires',
  'America/Chicago':
    'central time, central standard time, central time zone, central timezone, cst, cdt, texas, houston, dallas, austin, illinois, minneapolis, minnesota, wisconsin, new orleans, louisiana, missouri, st louis, nashville, tennessee, oklahoma, kansas, iowa, alabama, mississippi, arkansas, nebraska',
  'America/Denver':
    'mountain time, mountain standard time, mountain time zone, mountain timezone, mst, mdt, colorado, utah, salt lake city, new mexico, montana, wyoming',
  'America/Havana': 'cuba',
  'America/Lima': 'peru',
  'America/Los_Angeles':
    'pacific time, pacific standard time, pacific time zone, pacific timezone, pst, pdt, california, san francisco, san diego, seattle, washington state, oregon, portland, las vegas, nevada, silicon valley, hollywood',
  'America/Mexico_City': 'mexico',
  'America/New_York':
    'eastern time, eastern standard time, eastern time zone, eastern timezone, est, edt, new york city, nyc, boston, massachusetts, florida, miami, orlando, atlanta, georgia state, washington dc, philadelphia, pennsylvania, ohio, cleveland, virginia, north carolina, south carolina, new jersey, maine, vermont, connecticut, maryland, baltimore, pittsburgh',
  'America/Phoenix': 'arizona',
  'America/Sao_Paulo': 'brazil, rio, rio de janeiro, são paulo',
  'America/Santiago': 'chile',
  'America/Toronto': 'canada, ottawa, ontario, montreal, quebec',
  'America/Vancouver': 'british columbia',
  'Asia/Bangkok': 'thailand',
  'Asia/Dhaka': 'bangladesh',
  'Asia/Dubai': 'united arab emirates, uae, abu dhabi',
  'Asia/Ho_Chi_Minh': 'vietnam, hanoi, saigon',
  'Asia/Jakarta': 'indonesia',
  'Asia/Jerusalem': 'israel, tel aviv',
  'Asia/Karachi': 'pakistan',
  'Asia/Kathmandu': 'nepal',
  'Asia/Kolkata': 'india, mumbai, delhi, new delhi, bangalore, chennai, ist, bombay, calcutta',
  'Asia/Manila': 'philippines, the philippines',
  'Asia/Riyadh': 'saudi arabia',
  'Asia/Seoul': 'korea, south korea',
  'Asia/Shanghai': 'china, beijing, shenzhen',
  'Asia/Taipei': 'taiwan',
  'Asia/Tehran': 'iran',
  'Asia/Tokyo': 'japan, osaka, kyoto, jst',
  'Australia/Perth': 'western australia',
  'Australia/Sydney': 'australia, canberra, new south wales',
  'Europe/Amsterdam': 'netherlands, the netherlands, holland, utrecht, rotterdam, the hague',
  'Europe/Athens': 'greece',
  'Europe/Berlin': 'germany, munich, hamburg, cologne, frankfurt, cet, cest, central european time',
  'Europe/Brussels': 'belgium, antwerp',
  'Europe/Bucharest': 'romania',
  'Europe/Budapest': 'hungary',
  'Europe/Copenhagen': 'denmark',
  'Europe/Dublin': 'ireland',
  'Europe/Helsinki': 'finland',
  'Europe/Istanbul': 'turkey, ankara',
  'Europe/Kyiv': 'ukraine, kiev',
  'Europe/Lisbon': 'portugal, porto',
  'Europe/London':
    'england, uk, united kingdom, great britain, britain, scotland, edinburgh, wales, bst, manchester, glasgow, leeds',
  'Europe/Madrid': 'spain, barcelona',
  'Europe/Moscow': 'russia, st petersburg',
  'Europe/Oslo': 'norway',
  'Europe/Paris': 'france, lyon, marseille',
  'Europe/Prague': 'czech republic, czechia',
  'Europe/Rome': 'italy, milan, naples, venice',
  'Europe/Stockholm': 'sweden',
  'Europe/Vienna': 'austria, salzburg',
  'Europe/Warsaw': 'poland, krakow',
  'Europe/Zurich': 'switzerland, geneva, bern',
  'Pacific/Auckland': 'new zealand, wellington, nzst',
  'Pacific/Honolulu': 'hawaii',
  UTC: 'utc, gmt, greenwich, zulu time, universal time',
};

export interface PlaceZone {
  /** As it should be written: “New York”. */
  readonly place: string;
  readonly timeZone: string;
}

let known: ReadonlyMap<string, PlaceZone> | undefined;

/** A place where it stands in a text. */
export interface FoundPlace extends PlaceZone {
  readonly start: number;
  readonly end: number;
}

/** The places of a text in its order, one for each zone; “Paris, Texas” is one place, in the zone of what stands last. */
export function findPlaceZones(text: string): readonly FoundPlace[] {
  known ??= readKnown();
  const words = [...text.toLowerCase().matchAll(/\p{L}+/gu)]
    .map((found) => ({ word: found[0], start: found.index, end: found.index + found[0].length }))
    .filter(({ word, start }) => !(word === 's' && /['’]/.test(text.charAt(start - 1))));
  const named: FoundPlace[] = [];
  for (let index = 0; index < words.length; ) {
    let taken = 0;
    for (let length = Math.min(4, words.length - index); length >= 1 && taken === 0; length -= 1) {
      const group = words.slice(index, index + length);
      const place = known.get(group.map(({ word }) => word).join(' '));
      const [first, last] = [group[0], group.at(-1)];
      if (place === undefined || first === undefined || last === undefined) continue;
      named.push({ ...place, start: first.start, end: last.end });
      taken = length;
    }
    index += Math.max(1, taken);
  }
  const joined = joinQualified(text, named);
  return joined.filter(({ timeZone }, index) => joined.findIndex((other) => other.timeZone === timeZone) === index);
}

function joinQualified(text: string, places: readonly FoundPlace[]): readonly FoundPlace[] {
  const [first, second] = places;
  if (first === undefined || second === undefined || places.length !== 2) return places;
  if (!/^,?\s+$/.test(text.slice(first.end, second.start))) return places;
  if (first.timeZone === second.timeZone) return [{ ...first, end: second.end }];
  return [{ place: `${first.place}, ${second.place}`, timeZone: second.timeZone, start: first.start, end: second.end }];
}

/** Names in the database that are also everyday words. */
const NOT_PLACES: ReadonlySet<string> = new Set([
  'center',
  'eastern',
  'central',
  'mountain',
  'pacific',
  'easter',
  'general',
  'universal',
  'local',
  'east',
  'west',
  'north',
  'south',
  'now',
  'current',
  'midway',
  'wake',
  'nome',
]);

function readKnown(): ReadonlyMap<string, PlaceZone> {
  const found = new Map<string, PlaceZone>();
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const place = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
    if (!NOT_PLACES.has(place.toLowerCase())) found.set(place.toLowerCase(), { place, timeZone });
  }
  for (const [timeZone, names] of Object.entries(SPOKEN)) {
    for (const name of names.split(', ')) found.set(name, { place: written(name), timeZone });
  }
  return found;
}

const SMALL_WORDS: ReadonlySet<string> = new Set(['the', 'de', 'time', 'zone', 'timezone', 'standard', 'state']);
const CAPITALS = /^(?:uk|uae|utc|gmt|cet|cest|est|edt|cst|cdt|mst|mdt|pst|pdt|bst|ist|jst|nzst|nyc|dc)$/;

function written(name: string): string {
  return name
    .split(' ')
    .map((word) => {
      if (CAPITALS.test(word)) return word.toUpperCase();
      return SMALL_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);
    })
    .join(' ');
}
