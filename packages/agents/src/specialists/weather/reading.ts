// What a person asks about the weather, read without a language model: the place, the days, the units, and what they care about.
import { type Days, findDays } from './days.ts';

export type WeatherToolName = 'get_weather' | 'get_forecast' | 'get_weather_by_coordinates' | 'get_uv_index' | 'get_air_quality';

export const focuses = ['rain', 'snow', 'cold', 'warm', 'wind', 'sun', 'sunrise', 'sunset'] as const;
export type Focus = (typeof focuses)[number];

export interface WeatherQuestion {
  readonly tool: WeatherToolName;
  /** As typed; undefined when no place was named. */
  readonly place: string | undefined;
  readonly coordinates: { readonly latitude: number; readonly longitude: number } | undefined;
  readonly units: 'metric' | 'imperial' | undefined;
  /** May lie in the past or beyond what the service sees. */
  readonly days: Days | undefined;
  /** More than one place, each with its own “in”. */
  readonly places: readonly string[];
  /** “No” instead of a place. */
  readonly isDeclined: boolean;
  readonly focus: Focus | undefined;
  /** Whether the wording can hardly mean anything but weather. */
  readonly isPlain: boolean;
}

const SUBJECT =
  /\b(?:weather|forecasts?|temperatures?|how (?:hot|cold|warm)|rain(?:ing|y|s|fall)?|snow(?:ing|y|s|fall)?|showers?|drizzl\w*|thunderstorms?|storm(?:y|s)?|umbrella|raincoat|jacket|coat|sun|sunny|sunshine|sunscreen|sunbath\w*|burn|outlook|conditions|the highs?|the lows?|highs|lows|temps?|meteorolog\w*|sunglasses|hurricanes?|tornado\w*|heat ?waves?|thunder\w*|lightning|hail\w*|sleet|mist\w*|what's it like|what it's like|outside|wet|warmer|colder|the air|this air|fine dust|pm ?2\.5|ozone|smoke|cloudy|clouds|overcast|fog(?:gy)?|wind(?:y|s)?|humid(?:ity)?|freez\w*|frost|chilly|cold|hot|warm|uv(?: index)?|ultraviolet|air quality|aqi|pollut\w*|smog|degrees|sunrise|sunset)\b/i;
/** Words that are about weather whatever stands around them. */
const PLAIN_SUBJECT =
  /\b(?:weather|forecast|uv index|uv|air quality|aqi|rain(?:ing|y)?|snow(?:ing|y)?|umbrella|temperature (?:will )?(?:be )?(?:in|at|for))\b/i;
/** Questions about “it” or “there”, as they are asked of weather. */
const IMPERSONAL =
  /^(?:is|will|how|what|does|should|do|when)(?:'s)? .*\b(?:it|there|they|humidity|wind|sun|sunset|sunrise|degrees)\b/i;
/** How questions about weather begin; a note or a reminder that mentions rain begins otherwise. */
const OPENING =
  /^(?:what|how|will|is|does|do|did|should|shall|can|could|are|any|show|tell|give|get|check|look|weather|forecast|uv|air|temperature|current|today|tomorrow|tonight|rain|snow|wind|when)\b|\b(?:weather|forecast|uv index|air quality|temperature)[?.!]*$/i;
const OTHER_BUSINESS = /\b(?:note|notes|remind|reminder|event|meeting|task|document|email|write down|remember)\b/i;

/** The question in a text, or undefined if it is not about weather at all. */
export function readWeather(
  text: string,
  { nowMs, timeZone }: { readonly nowMs: number; readonly timeZone: string },
): WeatherQuestion | undefined {
  let rest = text
    .trim()
    .replace(/[‘’]/g, "'")
    .replace(/[?!.\s]+$/, '')
    .replace(/^(?:(?:hey|hi|hello|ok|okay|so|please|and|vos)[,\s]+)+/i, '')
    .replace(
      /^(?:i (?:want|need)|i'd like|i would like)(?: to (?:know|see|have|get))? (?:(?:the|a) |(?=(?:what|how|whether|if)\b))/i,
      '',
    )
    .replace(/^(?:can|could|would|will) you (?:please )?(?=tell|show|check|give|get|look|find)/i, '');
  const coordinates = readCoordinates(rest);
  if (!SUBJECT.test(rest) && coordinates === undefined) return undefined;
  const units = readUnits(rest);
  const focus = readFocus(rest);
  const subject = subjectOf(rest);
  rest = rest.replace(UNITS, ' ');
  const found = findDays(rest, nowMs, timeZone);
  const days = found?.days;
  rest = found?.rest ?? rest;
  rest = rest
    .replace(/[,\s]*\b(?:please|thanks|thank you|for me)\b/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
  const isPlain =
    (OPENING.test(rest) || coordinates !== undefined) &&
    !OTHER_BUSINESS.test(rest) &&
    (PLAIN_SUBJECT.test(rest) || IMPERSONAL.test(rest));
  const asksAhead =
    (days !== undefined && (days.firstDay !== 0 || days.days > 1)) ||
    /\btonight\b|\bthis (?:afternoon|evening)\b|\blater today\b/i.test(text) ||
    /\bforecast\b|\bwill\b|\bgoing to\b|\boutlook\b|\bumbrella\b|\braincoat\b/i.test(text);
  const place = coordinates === undefined ? readPlace(rest) : undefined;
  const tool = subject ?? (asksAhead ? 'get_forecast' : coordinates === undefined ? 'get_weather' : 'get_weather_by_coordinates');
  return {
    tool,
    place,
    coordinates,
    units,
    days: days ?? (tool === 'get_forecast' && !/\bforecast\b/i.test(text) ? { firstDay: 0, days: 1 } : undefined),
    focus: focus ?? (tool === 'get_forecast' && /\bwind/i.test(text) ? 'wind' : undefined),
    places: coordinates === undefined ? placesOf(rest) : [],
    isDeclined: DECLINED.test(rest),
    isPlain: isPlain && (place !== undefined || coordinates !== undefined || PLAIN_SUBJECT.test(text)),
  };
}

function subjectOf(text: string): 'get_uv_index' | 'get_air_quality' | undefined {
  if (/\buv\b|\bultraviolet\b|\bsun ?(?:screen|bath|protection)|\bagainst the sun\b|\bstrong is the sun\b|\bburn\b/i.test(text))
    return 'get_uv_index';
  return /\bair quality\b|\baqi\b|\bpollut|\bsmog\b|\bsmoke\b|\b(?:the|this) air\b|\bfine dust\b|\bpm ?2\.5\b|\bozone\b/i.test(
    text,
  )
    ? 'get_air_quality'
    : undefined;
}

function readFocus(text: string): Focus | undefined {
  if (/\bsun ?(?:rise|set)\b|\bsun (?:go|come)e?s? (?:up|down)\b/i.test(text))
    return /\bsun ?set\b|\bdown\b/i.test(text) ? 'sunset' : 'sunrise';
  // “What is the weather” wants everything; a yes-or-no question wants its answer first.
  if (!/^(?:is|will|does|do|should|shall|are|any|can|could|did)\b|\bif it\b|\bwhether it\b|\bchance of\b/i.test(text))
    return undefined;
  if (/\bsnow/i.test(text)) return 'snow';
  if (/\brain|\bumbrella|\bshower|\bdrizzl|\bwet\b|\bstorm|\bthunder/i.test(text)) return 'rain';
  if (/\bcold|\bchilly|\bfreez|\bfrost|\bjacket|\bcoat\b/i.test(text)) return 'cold';
  if (/\bhot\b|\bwarm/i.test(text)) return 'warm';
  if (/\bwind/i.test(text)) return 'wind';
  return /\bsun|\bclear\b/i.test(text) ? 'sun' : undefined;
}

const UNITS =
  /\b(?:(?:in|using|with) )?(?:degrees )?(?:fahrenheit|celsius|centigrade|imperial(?: units)?|metric(?: units)?)\b|(?<=\s)(?:in )?°[fc]\b/gi;

function readUnits(text: string): 'metric' | 'imperial' | undefined {
  if (/\b(?:fahrenheit|imperial)\b|°f\b/i.test(text)) return 'imperial';
  return /\b(?:celsius|centigrade|metric)\b|°c\b/i.test(text) ? 'metric' : undefined;
}

const NUMBER = String.raw`[-+]?\d{1,3}(?:\.\d+)?`;
const COORDINATES = new RegExp(
  String.raw`(?:\blat(?:itude)?[:= ]*)?(${NUMBER})\s*°?\s*([NS])?\s*[,; ]\s*(?:and |lon(?:g(?:itude)?)?[:= ]*)*(${NUMBER})\s*°?\s*([EW])?(?![\w.]|\s*,\s*\d)`,
  'i',
);

function readCoordinates(text: string): WeatherQuestion['coordinates'] {
  const isAsked = SUBJECT.test(text) && /\b(?:at|near|lat\w*|coordinates?|position|spot|point|check|for)\b/i.test(text);
  const found = isAsked ? COORDINATES.exec(text) : null;
  if (found === null) return undefined;
  const latitude = Number(found[1]) * (found[2]?.toUpperCase() === 'S' ? -1 : 1);
  const longitude = Number(found[3]) * (found[4]?.toUpperCase() === 'W' ? -1 : 1);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** What people say who do not want to name a place after all. */
const DECLINED =
  /[:\s]\s*(?:no(?:pe|ne| thanks?| thank you|where|thing)?|never ?mind|nah|cancel(?: (?:it|that))?|stop|forget (?:it|that)|not now|(?:i )?don't (?:know|care|mind))$/i;

/** The names in “in Utrecht and in Paris”; empty where there is only one “in”. */
function placesOf(text: string): readonly string[] {
  const found = /\b(?:in|for|at)\s+([\p{L}][\p{L}' .-]*?),?\s+(?:and|or)\s+(?:in|for|at)\s+([\p{L}][\p{L}' .-]*)$/iu.exec(text);
  const names = found === null ? [] : [found[1], found[2]].flatMap((name) => tidyPlace(name ?? '') ?? []);
  return names.length === 2 ? names : [];
}

/** Said instead of a place. */
const NO_PLACE =
  /^(?:yes|yeah|sure|ok|okay|here|outside|there|my (?:place|area|city|town|location|home)|home|me|it|this|the|now|today|general|shade|like|around here|where i (?:am|live)|(?:the )?sun|the (?:forecast|weather|area|moment|morning|afternoon|evening|sun|air))$/i;

/** The name of a place in a text from which days and units are already cut. */
function readPlace(text: string): string | undefined {
  const after = /^.*\b(?:in|for|at|near|around|over)\s+(?!a\b|an\b)(.+)$/i.exec(text)?.[1];
  const candidates = [
    after,
    /^(?:.*\b(?:what(?:'s| is)|how(?:'s| is)|show(?: me)?|get(?: me)?|give me|check|tell me) )?(?:the )?(?:current )?(.+?)(?:'s)? (?:weather|forecast|temperature|uv(?: index)?|air quality|aqi)(?: (?:like|report|forecast|now))?$/i.exec(
      text,
    )?.[1],
    /^(?:the )?(?:weather|forecast|temperature|uv(?: index)?|air quality|aqi)(?: (?:forecast|report))?[:,]? (.+)$/i.exec(
      text,
    )?.[1],
    /\b(?:trip|travel\w*|going|go|coat|jacket|raincoat|umbrella|fly\w*|driv\w*)\b.*\bto (.+)$/i.exec(text)?.[1],
    /^how \w+ is (.+?)$/i.exec(text)?.[1],
    /^is (.+?) (?:hot|cold|warm|rainy|sunny|windy|polluted)$/i.exec(text)?.[1],
  ];
  for (const candidate of candidates) {
    const place = tidyPlace(candidate ?? '');
    if (place !== undefined) return place;
  }
  return undefined;
}

function tidyPlace(candidate: string): string | undefined {
  const place = candidate
    .replace(
      /^(?:(?:the )?(?:city|town|village|area|region) of|downtown|central|in|on|for|at|(?:my |our |a |the )?(?:trip|journey|holiday|visit) (?:to|in))\s+/i,
      '',
    )
    .replace(/,? (?:or|with|and) (?:will|is|do|the|this|should|how)\b.*$/i, '')
    .replace(
      /\b(?:please|thanks|thank you|right now|going to be|gonna be|be like|look(?:ing)? like|like|will be|is it|be)\b.*$/i,
      '',
    )
    .replace(/^(?:is|be|it|the)\s+/i, '')
    .replace(/[\s,;:]+$|^[\s,;:]+/g, '')
    .trim();
  if (place.length < 2 || place.length > 100 || NO_PLACE.test(place) || !/\p{L}/u.test(place)) return undefined;
  // A remnant of the question is no place.
  return /^(?:what|how|will|is|it|show|tell|the|a|current|weather|forecast|rain|snow|my|any|do|does|should)(?:'s)?$|\b(?:weather|forecast|umbrella|what|how|will it|is it|my|notes?)\b/i.test(
    place,
  )
    ? undefined
    : place;
}
