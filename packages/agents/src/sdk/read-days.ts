// Which day a text speaks of: dates, feasts, names of days, and days counted from any of them.
import { COUNT, countOf, DAY_MS, dayNumber, dayOf, daysInMonth, offsetMinutes, yearOf } from './day-words.ts';

export interface Reference {
  readonly nowMs: number;
  readonly timeZone: string;
  /** Days without a year lie before today. */
  readonly isPast: boolean;
  /** Days without a year lie on or after this one. */
  readonly notBefore?: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const DATES = [
  new RegExp(String.raw`\b(?<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<month>${MONTH})(?![a-z])(?:,? (?<year>\d{4})\b)?`),
  new RegExp(String.raw`\b(?<month>${MONTH}) (?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,? (?<year>\d{4})\b)?`),
  /\b(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})\b/,
];

const FEASTS: readonly (readonly [RegExp, month: number, day: number])[] = [
  [/christmas eve/, 12, 24],
  [/christmas|xmas/, 12, 25],
  [/new year'?s eve|end of (?:the|this) year/, 12, 31],
  [/new year/, 1, 1],
  [/hallowe'?en/, 10, 31],
  [/valentine'?s|valentine day/, 2, 14],
];

interface WrittenDate {
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number;
  readonly written: string;
}

/** A date that no year has, such as 31 February, or not the year given: what to say about it. */
export function impossibleDate(text: string): string | undefined {
  const date = writtenDate(text);
  if (date === undefined) return undefined;
  const { year, month, day, written } = date;
  if (month < 1 || month > 12 || day < 1) return `There is no date ${written}.`;
  const most = daysInMonth(year ?? 2000, month);
  if (day <= most) return undefined;
  const name = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month - 1, 1));
  return year === undefined
    ? `There is no ${day} ${name}: ${name} has ${month === 2 ? 'at most ' : ''}${most} days.`
    : `There is no ${day} ${name} ${year}: ${name} ${year} has ${most} days.`;
}

const SHIFT = new RegExp(String.raw`\b(${COUNT}) (day|week|fortnight|month|year)s? (from|after|before|prior to|past|on) (.+)$`);

/** The day a text in lower case speaks of, counted from 1970; undefined when it names none. */
export async function readDay(text: string, reference: Reference): Promise<number | undefined> {
  const shift = SHIFT.exec(text);
  if (shift === null) return readPoint(text, reference);
  const [, count = '', unit = '', side = '', from = ''] = shift;
  const start = /^(?:now|today)\b/.test(from)
    ? dayNumber(reference.nowMs, reference.timeZone)
    : await readPoint(from, { ...reference, isPast: false });
  if (start === undefined) return undefined;
  return shifted(start, /before|prior/.test(side) ? -countOf(count) : countOf(count), unit);
}

/** The first date or feast written out in a text, counted from 1970, with the words it takes; needs no chrono. */
export function findDate(text: string, reference: Reference): { readonly day: number; readonly written: string } | undefined {
  const date = writtenDate(text) ?? feastIn(text);
  const day = date === undefined ? undefined : placed(date, reference);
  return date === undefined || day === undefined ? undefined : { day, written: date.written };
}

function feastIn(text: string): WrittenDate | undefined {
  for (const [pattern, month, day] of FEASTS) {
    const written = new RegExp(`(?:${pattern.source})(?:'s)?(?: day)?(?! island)`).exec(text)?.[0];
    if (written !== undefined) return { year: undefined, month, day, written };
  }
  return undefined;
}

/** Every date written out in a text, without years that are not given. */
export async function readDays(text: string, reference: Reference): Promise<readonly number[]> {
  const found: number[] = [];
  for (const part of text.split(/\band\b|,(?! \d{4}\b)/)) {
    if (writtenDate(part) === undefined) continue;
    const day = await readPoint(part, reference);
    if (day !== undefined) found.push(day);
  }
  return found;
}

/** True where the text gives the year of its date, or the day is fixed without one. */
export function hasYear(text: string): boolean {
  const date = writtenDate(text);
  return date === undefined ? !FEASTS.some(([pattern]) => pattern.test(text)) : date.year !== undefined;
}

export function shifted(start: number, count: number, unit: string): number {
  if (unit === 'day') return start + count;
  if (unit === 'week') return start + count * 7;
  if (unit === 'fortnight') return start + count * 14;
  const date = new Date(start * DAY_MS);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + count * (unit === 'year' ? 12 : 1);
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
  return dayOf(year, month, Math.min(date.getUTCDate(), daysInMonth(year, month)));
}

async function readPoint(text: string, reference: Reference): Promise<number | undefined> {
  const { nowMs, timeZone, isPast } = reference;
  const today = dayNumber(nowMs, timeZone);
  const date = writtenDate(text);
  if (date !== undefined) return placed(date, reference);
  const feast = FEASTS.find(([pattern]) => pattern.test(text));
  if (feast !== undefined) {
    const year = /\b\d{4}\b/.exec(text)?.[0];
    return placed(
      { year: year === undefined ? undefined : Number(year), month: feast[1], day: feast[2], written: '' },
      reference,
    );
  }
  const edge = new RegExp(String.raw`\b(?:(first|last) day|(start|beginning)|end) of ${MONTH}(?![a-z])(?: (\d{4}))?`).exec(text);
  if (edge !== null) {
    const month = MONTHS.indexOf((edge[3] ?? '').slice(0, 3)) + 1;
    const year = edge[4] === undefined ? undefined : Number(edge[4]);
    const isFirst = edge[1] === 'first' || edge[2] !== undefined;
    const day = isFirst ? 1 : daysInMonth(year ?? yearOf(today), month);
    return placed({ year, month, day, written: '' }, reference);
  }
  if (/day after tomorrow/.test(text)) return today + 2;
  if (/day before yesterday/.test(text)) return today - 2;
  const { parse } = await import('chrono-node/en');
  const [found] = parse(
    text.slice(0, 300),
    { instant: new Date(nowMs), timezone: offsetMinutes(nowMs, timeZone) },
    { forwardDate: !isPast },
  );
  const [year, month, day] = [found?.start.get('year'), found?.start.get('month'), found?.start.get('day')];
  if (year == null || month == null || day == null) return undefined;
  return dayOf(year, month, day);
}

function writtenDate(text: string): WrittenDate | undefined {
  for (const pattern of DATES) {
    const found = pattern.exec(text);
    if (found?.groups === undefined) continue;
    const { day, month = '', year } = found.groups;
    const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3)) + 1;
    return { year: year === undefined ? undefined : Number(year), month: number, day: Number(day), written: found[0] };
  }
  return undefined;
}

/** In the year given, else in the nearest one on the wanted side that has this date: 29 February waits for a leap year. */
function placed({ year, month, day }: WrittenDate, reference: Reference): number | undefined {
  const has = (candidate: number): boolean => day >= 1 && day <= daysInMonth(candidate, month);
  if (month < 1 || month > 12) return undefined;
  if (year !== undefined) return has(year) ? dayOf(year, month, day) : undefined;
  const today = dayNumber(reference.nowMs, reference.timeZone);
  const bound = reference.notBefore ?? today;
  const isPast = reference.isPast && reference.notBefore === undefined;
  for (let step = 0; step <= 8; step += 1) {
    const candidate = yearOf(bound) + (isPast ? -step : step);
    const found = dayOf(candidate, month, day);
    if (has(candidate) && (isPast ? found <= bound : found >= bound)) return found;
  }
  return undefined;
}
