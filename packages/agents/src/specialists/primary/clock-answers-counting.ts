// How long it is until, since or between days, and what the calendar itself holds: leap years and lengths of months.
import { hasYear, impossibleDate, readDay, shifted } from '../../sdk/read-days.ts';
import {
  type ClockQuestion,
  counted,
  DAY_MS,
  dayNumber,
  dayOf,
  daysInMonth,
  duration,
  formatDay,
  isLeapYear,
  longDate,
  momentOf,
  yearOf,
} from '../../sdk/day-words.ts';

const COUNTING =
  /\bhow (?:many|long|much)\b|\b(?:days?|weeks?|months?|sleeps) (?:are )?(?:left|until|till|to go|since|between|remaining)\b|\b(?:number|amount) of (?:days|weeks|months)\b|\bcountdown\b/;
const WITH_YEAR = /\b\d{4}\b/;
const UNREADABLE = 'I could not read the dates in that. Writing them as in “3 March 2027” helps me.';

/** Undefined where nothing is counted. */
export async function answerCounting(question: ClockQuestion): Promise<string | undefined> {
  const text = question.text.toLowerCase();
  const today = dayNumber(question.nowMs, question.timeZone);
  if (/\bleap (?:year|day)s?\b/.test(text)) return answerLeapYear(text, yearOf(today));
  if (/\b(?:working|business|week|work) ?days?\b/.test(text) && /\d|how many/.test(text))
    return 'I count days of the calendar only, and cannot tell which of them are working days.';
  if (!COUNTING.test(text)) return undefined;
  const length = lengthOfPeriod(text, today);
  if (length !== undefined) return length;
  const end = endOfPeriod(text, today);
  if (end !== undefined) return away(end, today, text);
  const range = /\bbetween (.+?) and (.+)$/.exec(text) ?? /\bfrom (.+?) (?:to|until|till|through) (.+)$/.exec(text) ?? undefined;
  if (range !== undefined) return answerRange(range[1] ?? '', range[2] ?? '', question, text);
  const isPast = /\b(?:since|ago|passed|was|were|last(?! day of))\b/.test(text);
  const day = await readDay(text, { ...question, isPast });
  if (day === undefined) return UNREADABLE;
  if (/\bhours?\b|\bminutes?\b/.test(text) && day > today) {
    const minutes = Math.floor((momentOf(day, 0, question.timeZone) - question.nowMs) / 60_000);
    return `${duration(minutes)} from now, when ${longDate(day)} begins.`;
  }
  return away(day, today, text);
}

async function answerRange(first: string, last: string, question: ClockQuestion, text: string): Promise<string> {
  const impossible = impossibleDate(first) ?? impossibleDate(last);
  if (impossible !== undefined) return impossible;
  const reference = { ...question, isPast: false };
  let start = await readDay(first, reference);
  if (start === undefined) return UNREADABLE;
  let end = await readDay(last, hasYear(last) ? reference : { ...reference, notBefore: start });
  if (end === undefined) return UNREADABLE;
  // Of “1 may to 3 may 2030” both lie in 2030.
  if (!hasYear(first) && WITH_YEAR.test(last)) start = (await readDay(first, { ...reference, notBefore: end - 364 })) ?? start;
  if (start > end) [start, end] = [end, start];
  return `${span(start, end, text)}, from ${longDate(start)} to ${longDate(end)}.`;
}

function away(day: number, today: number, text: string): string {
  if (day === today) return `That is today, ${longDate(today)}.`;
  return day > today
    ? `${span(today, day, text)} from today, on ${longDate(day)}.`
    : `${span(day, today, text)} ago, on ${longDate(day)}.`;
}

/** In the unit asked for, with the days that are left over. */
function span(start: number, end: number, text: string): string {
  const days = end - start;
  const unit =
    /\b(?:how many|number of|in) (week|month|year)s?\b|\b(week|month|year)s? (?:are )?(?:left|until|till|since|between)/.exec(
      text,
    );
  const wanted = unit?.[1] ?? unit?.[2];
  if (wanted === undefined) return counted(days, 'day');
  let count = wanted === 'week' ? Math.floor(days / 7) : 0;
  if (wanted !== 'week') while (shifted(start, count + 1, wanted) <= end) count += 1;
  const rest = end - shifted(start, count, wanted);
  if (count === 0) return counted(days, 'day');
  return rest === 0 ? counted(count, wanted) : `${counted(count, wanted)} and ${counted(rest, 'day')}`;
}

function answerLeapYear(text: string, thisYear: number): string {
  const years = [...text.matchAll(/\b\d{4}\b/g)].map(([year]) => Number(year));
  const next = (after: number): number => {
    let year = after;
    while (!isLeapYear(year)) year += 1;
    return year;
  };
  if (/\b(?:when|which|next)\b.*\bleap (?:year|day)/.test(text) && years.length === 0 && !/\bis next year\b/.test(text))
    return `The next leap year is ${next(thisYear + 1)}.`;
  const asked = years.length > 0 ? years : [thisYear + (/\bnext year\b/.test(text) ? 1 : /\blast year\b/.test(text) ? -1 : 0)];
  return asked
    .map((year) =>
      isLeapYear(year)
        ? `Yes, ${year} is a leap year.`
        : `No, ${year} is not a leap year; the next one after it is ${next(year + 1)}.`,
    )
    .join(' ');
}

const MONTH_NAMES = 'january february march april may june july august september october november december'.split(' ');

/** “how many days are in february”, “how many days does 2028 have”. */
function lengthOfPeriod(text: string, today: number): string | undefined {
  const found =
    /\bhow many days (?:are (?:there )?)?(?:in|does|has|have) (?:the month of |the year |month )?([a-z]+|\d{4})(?: (\d{4}))?(?: have| has| got)?[?.! ]*$/.exec(
      text,
    );
  if (found === null) return undefined;
  const [, name = '', year] = found;
  if (/^\d{4}$/.test(name)) return `${name} has ${isLeapYear(Number(name)) ? 366 : 365} days.`;
  if (name === 'week') return 'A week has 7 days.';
  if (name === 'year') return 'A year has 365 days, and a leap year 366.';
  const month = MONTH_NAMES.indexOf(name) + 1;
  if (month === 0) return undefined;
  const title = formatDay(dayOf(2000, month, 1), { month: 'long' });
  if (year === undefined && month === 2) return 'February has 28 days, and 29 in a leap year.';
  return `${title}${year === undefined ? '' : ` ${year}`} has ${daysInMonth(Number(year ?? yearOf(today)), month)} days.`;
}

/** The last day of “the year” or “this month”, where what is left of it is asked for. */
function endOfPeriod(text: string, today: number): number | undefined {
  const period = /\b(?:left|remaining|remain|to go) (?:in|of) (?:the |this )?(?:current )?(year|month|week)\b/.exec(text)?.[1];
  if (period === undefined) return undefined;
  const date = new Date(today * DAY_MS);
  if (period === 'week') return today + ((7 - date.getUTCDay()) % 7);
  const month = period === 'year' ? 12 : date.getUTCMonth() + 1;
  return dayOf(date.getUTCFullYear(), month, daysInMonth(date.getUTCFullYear(), month));
}
