// Moments, days and time zones in words, and the day counting beneath them, for every specialist that speaks of days.

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export interface ClockQuestion {
  readonly text: string;
  readonly nowMs: number;
  /** The person's, IANA name. */
  readonly timeZone: string;
}

export function clockTime(atMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(atMs);
}

export function weekday(atMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone }).format(atMs);
}

/** The day at a place, counted from 1970. */
export function dayNumber(atMs: number, timeZone: string): number {
  return Math.floor((atMs + offsetMinutes(atMs, timeZone) * MINUTE_MS) / DAY_MS);
}

/** The moment at which clocks of the zone show this many minutes after midnight of the day. */
export function momentOf(day: number, minutes: number, timeZone: string): number {
  const shown = day * DAY_MS + minutes * MINUTE_MS;
  const guess = shown - offsetMinutes(shown, timeZone) * MINUTE_MS;
  return shown - offsetMinutes(guess, timeZone) * MINUTE_MS;
}

export function formatDay(day: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(day * DAY_MS);
}

/** “Monday, 5 January 2026”. */
export function longDate(day: number): string {
  return `${formatDay(day, { weekday: 'long' })}, ${formatDay(day, { day: 'numeric', month: 'long', year: 'numeric' })}`;
}

export function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** `month` counts from 1. */
export function dayOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** `month` counts from 1. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function isLeapYear(year: number): boolean {
  return daysInMonth(year, 2) === 29;
}

/** ISO 8601: the week that holds the year's first Thursday is week 1. */
export function weekOfYear(day: number): number {
  const thursday = day + 4 - ((new Date(day * DAY_MS).getUTCDay() + 6) % 7) - 1;
  return Math.floor((thursday - dayOf(yearOf(thursday), 1, 1)) / 7) + 1;
}

export function offsetMinutes(atMs: number, timeZone: string): number {
  const match = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(zonePart(atMs, timeZone, 'longOffset'));
  const minutes = Number(match?.[2] ?? 0) * 60 + Number(match?.[3] ?? 0);
  return match?.[1] === '-' ? -minutes : minutes;
}

export function offsetText(atMs: number, timeZone: string): string {
  return zonePart(atMs, timeZone, 'shortOffset').replace('GMT', 'UTC').replace('-', '−');
}

export function zoneName(atMs: number, timeZone: string): string {
  return zonePart(atMs, timeZone, 'long');
}

function zonePart(atMs: number, timeZone: string, timeZoneName: 'long' | 'longOffset' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName }).formatToParts(atMs);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** “2 hours and 15 minutes”; never empty. */
export function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [hours > 0 ? counted(hours, 'hour') : '', rest > 0 || hours === 0 ? counted(rest, 'minute') : ''];
  return parts.filter((part) => part !== '').join(' and ');
}

/** “1 day”, “3 days”. */
export function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A count as people write it, for use inside a pattern. */
export const COUNT = String.raw`\d{1,6}|an?|a couple of|${WORDS.join('|')}`;

export function countOf(written: string): number {
  if (/^an?$/.test(written)) return 1;
  if (written === 'a couple of') return 2;
  const word = WORDS.indexOf(written);
  return word < 0 ? Number(written) : word;
}
