// How the chat words a time: near ones relative, older ones by the clock or the calendar. Pure; the caller says what now is.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Up to this age a count of hours is easier to grasp than a time of day. */
const HOURS_UNTIL_CLOCK = 6;
/** Counting days stops being useful after about a month. */
const DAYS_UNTIL_DATE = 31;

/** “Just now”, “5m ago”, “3h ago”, “09:12”, “Yesterday at 09:12”, “3 days ago”, then the date. `timeZone` is that of the person. */
export function relativeTime(instant: string, nowMs: number, timeZone?: string): string {
  const atMs = Date.parse(instant);
  const ageMs = nowMs - atMs;
  if (ageMs < MINUTE_MS && ageMs > -MINUTE_MS) return 'Just now';
  if (ageMs > 0 && ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)}m ago`;
  if (ageMs > 0 && ageMs < HOURS_UNTIL_CLOCK * HOUR_MS) return `${Math.floor(ageMs / HOUR_MS)}h ago`;
  const days = calendarDaysBetween(atMs, nowMs, timeZone);
  const clock = format('clock', timeZone).format(atMs);
  if (days === 0) return clock;
  if (days === 1) return `Yesterday at ${clock}`;
  if (days > 1 && days < DAYS_UNTIL_DATE) return `${days} days ago`;
  return dateOf(atMs, nowMs, timeZone);
}

/** The divider above the first message of a day: “Today”, “Yesterday”, “May 12”, with the year when it is another one. */
export function dayLabel(instant: string, nowMs: number, timeZone?: string): string {
  const atMs = Date.parse(instant);
  const days = calendarDaysBetween(atMs, nowMs, timeZone);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return dateOf(atMs, nowMs, timeZone);
}

/** “Tue, May 12” for a day of the calendar, `2026-05-12`, wherever that day is. */
export function calendarDay(day: string): string {
  return CALENDAR_DAY.format(Date.parse(`${day}T12:00:00Z`));
}

const CALENDAR_DAY = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A key that two instants share exactly when they fall on the same day for the person. */
export function dayKey(instant: string, timeZone?: string): string {
  return format('day', timeZone).format(Date.parse(instant));
}

/** Day, date and time in full, for a tooltip. */
export function fullTime(instant: string, timeZone?: string): string {
  return format('full', timeZone).format(Date.parse(instant));
}

/** “40 ms”, “0.4 s”, “12 s”, “2 min 5 s”. */
export function duration(durationMs: number): string {
  const seconds = Math.max(0, durationMs) / 1000;
  if (seconds < 0.1) return `${Math.max(1, Math.round(durationMs))} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/** Whole seconds for a count that is still running: “4 s”. */
export function elapsed(sinceInstant: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(sinceInstant)) / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function dateOf(atMs: number, nowMs: number, timeZone: string | undefined): string {
  const sameYear = format('year', timeZone).format(atMs) === format('year', timeZone).format(nowMs);
  return format(sameYear ? 'date' : 'dateAndYear', timeZone).format(atMs);
}

function calendarDaysBetween(fromMs: number, toMs: number, timeZone: string | undefined): number {
  const day = format('day', timeZone);
  return Math.round((Date.parse(day.format(toMs)) - Date.parse(day.format(fromMs))) / DAY_MS);
}

const shapes = {
  clock: ['en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }],
  date: ['en', { month: 'short', day: 'numeric' }],
  dateAndYear: ['en', { month: 'short', day: 'numeric', year: 'numeric' }],
  full: [
    'en',
    { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  ],
  year: ['en', { year: 'numeric' }],
  // Canadian English writes a date as 2026-05-16, which sorts and parses.
  day: ['en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }],
} as const satisfies Record<string, readonly [string, Intl.DateTimeFormatOptions]>;

// Making a formatter costs far more than using one, and a long conversation asks thousands of times.
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(shape: keyof typeof shapes, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${shape} ${timeZone ?? ''}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    const [locale, options] = shapes[shape];
    formatter = new Intl.DateTimeFormat(locale, timeZone === undefined ? options : { ...options, timeZone });
    formatters.set(key, formatter);
  }
  return formatter;
}
