// Which days a person asks about, counted from today, and the text without them.
import { findDate } from '../../sdk/read-days.ts';
import { dayNumber } from '../../sdk/day-words.ts';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const WEEKDAY =
  /\b(?:(?:on|this|coming|next|for) )*(sunday|monday|tuesday|wednesday|thursday|friday|saturday|(?<=\b(?:on|this|next) )(?:sun|mon|tues?|wed|thu(?:rs)?|fri|sat)\b(?!\.?\w))(?:'s)?(?: (?:morning|afternoon|evening|night))?\b/i;

/** How many days the service can see ahead, and how many one answer holds. */
export const LAST_DAY = 15;
export const DAYS_LIMIT = 7;

export type Days = { readonly firstDay: number; readonly days: number };

/** Wordings for days, most telling first; each is also what is cut out before the place is looked for. */
const DAY_FORMS: readonly (readonly [RegExp, (found: RegExpExecArray, weekday: number) => Days])[] = [
  [/\b(?:the )?day before yesterday\b/i, () => ({ firstDay: -2, days: 1 })],
  [/\byesterday(?:'s)?(?: (?:morning|afternoon|evening|night))?\b/i, () => ({ firstDay: -1, days: 1 })],
  [
    /\b(?:\w+ (?:days?|weeks?|months?|years?) ago|last (?:night|week(?:end)?|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b/i,
    () => ({ firstDay: -1, days: 1 }),
  ],
  [
    /\bin (\d{1,3}|an?|two|three|four|five|six|seven) (weeks?|months?|years?)(?:'s? time)?\b/i,
    (found) => ({ firstDay: counted(found[1] ?? '1') * (/week/i.test(found[2] ?? '') ? 7 : 31), days: 1 }),
  ],
  [/\bnext (?:month|year)\b/i, () => ({ firstDay: LAST_DAY + 1, days: 1 })],
  [/\b(?:the )?day after tomorrow\b/i, () => ({ firstDay: 2, days: 1 })],
  [/\b(?:for )?tomorrow(?:'s)?(?: (?:morning|afternoon|evening|night))?\b/i, () => ({ firstDay: 1, days: 1 })],
  [
    /\b(?:for |over |on |at )?(?:(?:this|the|coming) )*weekend(?:'s)?\b/i,
    (_, weekday) => (weekday === 0 ? { firstDay: 0, days: 1 } : { firstDay: 6 - weekday, days: 2 }),
  ],
  [/\b(?:for )?next week(?:'s)?\b/i, (_, weekday) => ({ firstDay: weekday === 0 ? 1 : 8 - weekday, days: 7 })],
  [
    /\b(?:in )?(\d{1,3}|two|three|four|five|six|seven) days?(?: from (?:now|today)|'s? time)\b|\bin (\d{1,3}|two|three|four|five|six|seven) days?\b/i,
    (found) => ({ firstDay: counted(found[1] ?? found[2] ?? '1'), days: 1 }),
  ],
  [
    /\b(?:(?:for|over|in) )?(?:the )?(?:next|coming|following) (\d{1,2}|two|three|four|five|six|seven|few|couple of) days\b/i,
    (found) => ({ firstDay: 0, days: counted(found[1] ?? '5') }),
  ],
  [/\b(?:(?:for|over|in) )?(?:the )?(?:next|coming|following) days\b/i, () => ({ firstDay: 0, days: 5 })],
  [/\b(\d{1,2}|two|three|four|five|six|seven)[- ]days?\b/i, (found) => ({ firstDay: 0, days: counted(found[1] ?? '5') })],
  [
    /\b(?:(?:for|over|during) )?(?:(?:this|the|all|rest of the|coming) )+week(?:'s)?\b|\bweekly\b/i,
    () => ({ firstDay: 0, days: 7 }),
  ],
  [
    /\b(?:for )?(?:later )?(?:today(?:'s)?|tonight|this (?:morning|afternoon|evening)|(?:right |just )?now|currently|at the moment|outside)(?: and tomorrow)?\b/i,
    (found) => ({ firstDay: 0, days: /tomorrow/i.test(found[0]) ? 2 : 1 }),
  ],
  [
    WEEKDAY,
    (found, weekday) => {
      const wanted = WEEKDAYS.findIndex((name) => name.startsWith((found[1] ?? '').toLowerCase().slice(0, 3)));
      const ahead = (wanted - weekday + 7) % 7;
      return { firstDay: ahead === 0 && /next/i.test(found[0]) ? 7 : ahead, days: 1 };
    },
  ],
];

export interface FoundDays {
  readonly days: Days;
  /** The text without the words for them. */
  readonly rest: string;
}

/** The days a text asks about; `firstDay` may lie in the past or further ahead than the service sees. */
export function findDays(text: string, nowMs: number, timeZone: string): FoundDays | undefined {
  const date = findDate(text.toLowerCase(), { nowMs, timeZone, isPast: false });
  if (date !== undefined) {
    const start = text.toLowerCase().indexOf(date.written);
    const before = text.slice(0, start).replace(/\b(?:(?:on|for|at|around|this|next)\s+)*(?:the\s+)?$/i, '');
    const year = /\b\d{4}\b/.test(date.written);
    return {
      days: { firstDay: date.day - dayNumber(nowMs, timeZone), days: 1 },
      rest: withoutDays(`${before} ${text.slice(start + date.written.length).replace(year ? /^$/ : /^,? \d{4}\b/, '')}`),
    };
  }
  for (const [pattern, read] of DAY_FORMS) {
    const found = pattern.exec(text);
    if (found !== null) return { days: read(found, weekdayAt(nowMs, timeZone)), rest: withoutDays(text) };
  }
  return undefined;
}

function withoutDays(text: string): string {
  return DAY_FORMS.reduce((rest, [pattern]) => rest.replace(pattern, ' '), text);
}

function counted(word: string): number {
  const words: Readonly<Record<string, number>> = {
    a: 1,
    an: 1,
    two: 2,
    'couple of': 2,
    three: 3,
    few: 4,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
  };
  return words[word.toLowerCase()] ?? Number(word);
}

/** 0 is Sunday. */
function weekdayAt(nowMs: number, timeZone: string): number {
  const name = new Intl.DateTimeFormat('en', { timeZone, weekday: 'long' }).format(nowMs).toLowerCase();
  return WEEKDAYS.indexOf(name);
}
