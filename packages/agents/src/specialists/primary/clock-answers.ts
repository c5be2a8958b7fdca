// What time it is, what day it is, and which time zone: answered from the request's own moment and the person's time zone. What is
// asked beside that is answered only where it is understood, and never with the time or the day of now.
import { answerCounting } from './clock-answers-counting.ts';
import { impossibleDate, readDay, readDays } from '../../sdk/read-days.ts';
import {
  type ClockQuestion,
  clockTime,
  dayNumber,
  duration,
  formatDay,
  longDate,
  offsetMinutes,
  offsetText,
  weekOfYear,
  yearOf,
  zoneName,
} from '../../sdk/day-words.ts';
import { answerOtherTime, compareZones, timesAt } from './clock-answers-times.ts';
import { findPlaceZones } from './time-zones.ts';

export type { ClockQuestion } from '../../sdk/day-words.ts';

export async function answerTime(question: ClockQuestion): Promise<string> {
  const { text, nowMs, timeZone } = question;
  const places = findPlaceZones(text);
  const [first, second] = places;
  const other = answerOtherTime(question);
  if (other !== undefined) return other;
  if (COMPARING.test(text)) return answerTimeZone(question);
  if (COUNTED.test(text)) return answerDate(question);
  if (EVENT_TIME.test(text)) return UNKNOWN_EVENT;
  const unknown = first === undefined ? namedPlace(text) : unknownBeside(text);
  if (unknown !== undefined) {
    const known =
      first === undefined ? `Where you are it is ${clockTime(nowMs, timeZone)}` : `It is ${timesAt(nowMs, places, timeZone)}`;
    return `I do not know which time zone ${unknown} is in. ${known}. Naming a large city or a country nearby helps me.`;
  }
  if (first !== undefined) return `It is ${timesAt(nowMs, second === undefined ? [first] : places, timeZone)}.`;
  // “What time will it be tomorrow” asks for a moment that was not understood.
  if (/\b(?:will|was|would) (?:it|the time|be)\b/i.test(text)) return UNKNOWN_MOMENT;
  return `It is ${clockTime(nowMs, timeZone)}.`;
}

export function answerTimeZone(question: ClockQuestion): string {
  const { text, nowMs, timeZone } = question;
  const other = answerOtherTime(question);
  if (other !== undefined) return other;
  const [place, second] = findPlaceZones(text);
  const unknown = place === undefined ? namedPlace(text) : unknownBeside(text);
  if (unknown !== undefined)
    return `I do not know which time zone ${unknown} is in. Naming a large city or a country nearby helps me.`;
  if (place === undefined)
    return `Your time zone is ${timeZone}, ${offsetText(nowMs, timeZone)}. It is ${clockTime(nowMs, timeZone)}.`;
  if (second !== undefined) return compareZones(nowMs, place, second);
  const aheadMinutes = offsetMinutes(nowMs, place.timeZone) - offsetMinutes(nowMs, timeZone);
  const compared =
    aheadMinutes === 0
      ? 'the same time as where you are'
      : `${duration(Math.abs(aheadMinutes))} ${aheadMinutes > 0 ? 'ahead of' : 'behind'} you`;
  return `${place.place} is on ${zoneName(nowMs, place.timeZone)} (${offsetText(nowMs, place.timeZone)}), ${compared}. It is ${clockTime(nowMs, place.timeZone)} there.`;
}

/** Reads dates with chrono, which is loaded only where a text needs it because most starts of the app never do. */
export async function answerDate(question: ClockQuestion): Promise<string> {
  const { text, nowMs, timeZone } = question;
  const lower = text.toLowerCase();
  const today = dayNumber(nowMs, timeZone);
  const impossible = impossibleDate(lower);
  if (impossible !== undefined) return impossible;
  if (/\b(?:hours?|minutes?|how long)\b/.test(lower)) {
    const time = answerOtherTime(question);
    if (time !== undefined) return time;
  }
  const counted = await answerCounting(question);
  if (counted !== undefined) return counted;
  if (EVENT_DATE.test(text)) return UNKNOWN_EVENT;
  if (/^(?:is|isn't) (?:it|today)\b/.test(lower)) return `Today is ${longDate(today)}.`;

  const isPast = /\b(?:was|were|last(?! day of)|ago|yesterday)\b/.test(lower);
  const several = await readDays(lower, { nowMs, timeZone, isPast });
  if (several.length > 1) return `Those are ${several.map(longDate).join(' and ')}.`;
  const read = await readDay(lower, { nowMs, timeZone, isPast });
  // A number or a day of which nothing was understood is not today's.
  if (read === undefined && /\d|\b(?:from|after|before|until|till|since|ago|next|last|will)\b/.test(lower)) return UNREAD_DATE;
  const asked = read ?? today;
  if (/\bweek (?:number )?(?:is|of the year|are)\b|which week\b|what week\b|week number/.test(lower))
    return asked === today
      ? `It is week ${weekOfYear(today)}, and today is ${longDate(today)}.`
      : `${longDate(asked)} is in week ${weekOfYear(asked)}.`;
  if (/\b(?:what|which) year\b/.test(lower) && asked === today) return `It is ${yearOf(today)}.`;
  if (/\b(?:what|which) month\b/.test(lower) && asked === today)
    return `It is ${formatDay(today, { month: 'long', year: 'numeric' })}.`;
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

const COMPARING = /\b(?:time difference|hours? (?:ahead|behind)|difference (?:in time )?between|same time(?: ?zone)?)\b/i;
const COUNTED = /\bhow (?:many|long)\b|\bleap year\b|\b(?:days|weeks|months) (?:until|till|since|between|from)\b/i;
/** What “what time is …” may go on with when it is the clock that is asked for. */
const CLOCK_ITSELF = String.raw`(?:it|now|there|here|we|they|do|right now|currently|presently|exactly|on|in|at|over|your|the (?:time|clock|hour|local|current|exact)|already|be)\b|\d|noon|midnight`;
const EVENT_TIME = new RegExp(
  String.raw`\b(?:what|which) (?:time|hour)(?:'s| is| was| are| were| does| did| will| shall| should| can| could| would| am| do| must)(?: (?!${CLOCK_ITSELF})| (?:we|they|i) (?!have\b|do\b|get\b|use\b))|\btime (?:of|for) (?:the|my|our|your) (?!day\b)|\bwhen (?:is|does|do|was|are) `,
  'i',
);
const EVENT_DATE =
  /\b(?:what|which) (?:day|date|week|month|year)(?:'s| is| was| are| were| will be) (?:the|my|our|your|his|her|their|a) (?!date\b|day\b|\d|first\b|last\b|new year|end\b|start\b|beginning\b|[a-z]+(?:st|nd|rd|th)\b|year\b|month\b|week\b|current\b|weekend\b)|\b(?:my|our|your|his|her) (?:birthday|anniversary|wedding|party|appointment|holiday|flight)\b/i;
const UNKNOWN_EVENT = 'I do not know when that is. I can tell the time, dates and time zones.';
const UNKNOWN_MOMENT = 'I could not read which moment you mean. “In 3 hours” is something I understand.';
const UNREAD_DATE = 'I could not read which day you mean. Writing it as in “3 March 2027” helps me.';

/** In “London and Atlantis”, the one of two names whose zone is not known. */
function unknownBeside(text: string): string | undefined {
  const pair =
    /\bbetween (.+?) and (.+?)(?:\s+(?:right now|now|please))*[?.! ]*$/i.exec(text) ??
    /\bin (.+?) and (?:in )?(.+?)(?:\s+(?:right now|now|please))*[?.! ]*$/i.exec(text);
  return pair
    ?.slice(1)
    .map((name) => name.trim())
    .find(
      (name) =>
        findPlaceZones(name).length === 0 &&
        /^\p{L}[\p{L}' .-]{2,40}$/u.test(name) &&
        !/\b(?:here|me|us|my|our|home|this|what|where|the|you|is|it)\b/i.test(name),
    );
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
