// What time it is, what day it is, and which time zone: answered from the request's own moment and the person's time zone.
import { findPlaceZone, type PlaceZone } from './time-zones.ts';

export interface ClockQuestion {
  readonly text: string;
  readonly nowMs: number;
  /** The person's, IANA name. */
  readonly timeZone: string;
}

export function answerTime({ text, nowMs, timeZone }: ClockQuestion): string {
  const place = findPlaceZone(text);
  if (place !== undefined) {
    const day = dayNumber(nowMs, place.timeZone) - dayNumber(nowMs, timeZone);
    return `It is ${clockTime(nowMs, place.timeZone)} ${placed(place)}${day === 0 ? '' : ` on ${weekday(nowMs, place.timeZone)}`}.`;
  }
  const unknown = namedPlace(text);
  if (unknown !== undefined) {
    return `I do not know which time zone ${unknown} is in. Where you are it is ${clockTime(nowMs, timeZone)}. Naming a large city or a country nearby helps me.`;
  }
  return `It is ${clockTime(nowMs, timeZone)}.`;
}

export function answerTimeZone({ text, nowMs, timeZone }: ClockQuestion): string {
  const place = findPlaceZone(text);
  if (place === undefined) {
    const unknown = namedPlace(text);
    if (unknown !== undefined)
      return `I do not know which time zone ${unknown} is in. Naming a large city or a country nearby helps me.`;
    return `Your time zone is ${timeZone}, ${offsetText(nowMs, timeZone)}. It is ${clockTime(nowMs, timeZone)}.`;
  }
  const aheadMinutes = offsetMinutes(nowMs, place.timeZone) - offsetMinutes(nowMs, timeZone);
  const compared =
    aheadMinutes === 0
      ? 'the same time as where you are'
      : `${duration(Math.abs(aheadMinutes))} ${aheadMinutes > 0 ? 'ahead of' : 'behind'} you`;
  return `${place.place} is on ${zoneName(nowMs, place.timeZone)} (${offsetText(nowMs, place.timeZone)}), ${compared}. It is ${clockTime(nowMs, place.timeZone)} there.`;
}

/** Reads dates with chrono, which is loaded only now because most starts of the app never need it. */
export async function answerDate({ text, nowMs, timeZone }: ClockQuestion): Promise<string> {
  const lower = text.toLowerCase();
  const today = dayNumber(nowMs, timeZone);
  const asked = (await readDay(lower, nowMs, timeZone)) ?? today;

  if (
    /how (?:many days|long)|days (?:are )?(?:left|until|till|to go)/.test(lower) &&
    !/days (?:from|after|before|ago)\b/.test(lower)
  ) {
    if (asked === today) return `That is today, ${longDate(today)}.`;
    const days = Math.abs(asked - today);
    const count = `${days} ${days === 1 ? 'day' : 'days'}`;
    return asked > today ? `${count} from today, on ${longDate(asked)}.` : `${count} ago, on ${longDate(asked)}.`;
  }
  if (/\bweek (?:number )?(?:is|of the year|are)\b|which week\b|what week\b|week number/.test(lower))
    return `It is week ${weekOfYear(asked)}, and today is ${longDate(today)}.`;
  if (/\b(?:what|which) year\b/.test(lower) && asked === today) return `It is ${new Date(today * DAY_MS).getUTCFullYear()}.`;
  if (/\b(?:what|which) month\b/.test(lower) && asked === today)
    return `It is ${format(today, { month: 'long', year: 'numeric' })}.`;
  switch (asked - today) {
    case 0:
      return `Today is ${longDate(today)}.`;
    case 1:
      return `Tomorrow is ${longDate(asked)}.`;
    case -1:
      return `Yesterday was ${longDate(asked)}.`;
    default:
      return `That ${asked < today ? 'was' : 'is'} ${longDate(asked)}.`;
  }
}

const DAY_MS = 86_400_000;

const FEASTS: readonly (readonly [RegExp, month: number, day: number])[] = [
  [/christmas eve/, 12, 24],
  [/christmas|xmas/, 12, 25],
  [/new year'?s eve|end of the year/, 12, 31],
  [/new year/, 1, 1],
  [/hallowe'?en/, 10, 31],
  [/valentine/, 2, 14],
];

/** The day a text speaks of, counted from 1970; undefined when it names none. */
async function readDay(text: string, nowMs: number, timeZone: string): Promise<number | undefined> {
  const today = dayNumber(nowMs, timeZone);
  const feast = FEASTS.find(([pattern]) => pattern.test(text));
  if (feast !== undefined) {
    const year = new Date(today * DAY_MS).getUTCFullYear();
    const thisYear = Date.UTC(year, feast[1] - 1, feast[2]) / DAY_MS;
    return thisYear >= today ? thisYear : Date.UTC(year + 1, feast[1] - 1, feast[2]) / DAY_MS;
  }
  if (/day after tomorrow/.test(text)) return today + 2;
  if (/day before yesterday/.test(text)) return today - 2;
  const { parse } = await import('chrono-node/en');
  const isPast = /\b(?:was|were|last|ago|yesterday)\b/.test(text);
  const [found] = parse(
    text.slice(0, 300),
    { instant: new Date(nowMs), timezone: offsetMinutes(nowMs, timeZone) },
    { forwardDate: !isPast },
  );
  const [year, month, day] = [found?.start.get('year'), found?.start.get('month'), found?.start.get('day')];
  if (year == null || month == null || day == null) return undefined;
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

function clockTime(nowMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(nowMs);
}

function weekday(nowMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone }).format(nowMs);
}

function dayNumber(nowMs: number, timeZone: string): number {
  return Math.floor((nowMs + offsetMinutes(nowMs, timeZone) * 60_000) / DAY_MS);
}

function format(day: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(day * DAY_MS);
}

/** “Monday, 5 January 2026”. */
function longDate(day: number): string {
  return `${format(day, { weekday: 'long' })}, ${format(day, { day: 'numeric', month: 'long', year: 'numeric' })}`;
}

/** ISO 8601: the week that holds the year's first Thursday is week 1. */
function weekOfYear(day: number): number {
  const thursday = day + 4 - ((new Date(day * DAY_MS).getUTCDay() + 6) % 7) - 1;
  const yearStart = Date.UTC(new Date(thursday * DAY_MS).getUTCFullYear(), 0, 1) / DAY_MS;
  return Math.floor((thursday - yearStart) / 7) + 1;
}

function offsetMinutes(nowMs: number, timeZone: string): number {
  const match = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(zonePart(nowMs, timeZone, 'longOffset'));
  const minutes = Number(match?.[2] ?? 0) * 60 + Number(match?.[3] ?? 0);
  return match?.[1] === '-' ? -minutes : minutes;
}

function offsetText(nowMs: number, timeZone: string): string {
  return zonePart(nowMs, timeZone, 'shortOffset').replace('GMT', 'UTC').replace('-', '−');
}

function zoneName(nowMs: number, timeZone: string): string {
  return zonePart(nowMs, timeZone, 'long');
}

function zonePart(nowMs: number, timeZone: string, timeZoneName: 'long' | 'longOffset' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName }).formatToParts(nowMs);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [hours > 0 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : '', rest > 0 ? `${rest} minutes` : ''];
  return parts.filter((part) => part !== '').join(' and ');
}

function placed({ place }: PlaceZone): string {
  return /\btime\b|^[A-Z]{2,4}$/.test(place) && !/^(?:UK|UAE|NYC)$/.test(place) ? place : `in ${place}`;
}

/** What stands after “in” and is not a turn of phrase: a place whose zone we do not know. */
function namedPlace(text: string): string | undefined {
  const match =
    /\b(?:in|at|for)\s+(?:the\s+)?(?:city of\s+)?([\p{L}][\p{L}'. -]{2,40}?)(?:\s+(?:right now|now|today|please|at the moment|currently|in|use|uses|using))*[?.! ]*$/iu.exec(
      text,
    );
  const name = match?.[1]?.trim();
  if (
    name === undefined ||
    /^(?:my|your|our|here|this|that|now|it|me|us|moment|morning|evening|afternoon|time|time ?zone|a|an)\b/i.test(name)
  )
    return undefined;
  return name.replace(/,?\s+(?:is|are|what time.*)$/i, '');
}
