// Times that are not now: some hours from now, a time of day at another place, and how long it is until one.
import {
  clockTime,
  type ClockQuestion,
  COUNT,
  countOf,
  dayNumber,
  duration,
  momentOf,
  offsetMinutes,
  weekday,
} from '../../sdk/day-words.ts';
import { findPlaceZones, type PlaceZone } from './time-zones.ts';

/** Undefined where the text asks for the time now. */
export function answerOtherTime(question: ClockQuestion): string | undefined {
  const text = question.text.toLowerCase();
  const places = findPlaceZones(question.text);
  const time = timeOfDay(text);
  if (time === 'invalid') return 'There is no such time of day.';
  if (/\bhow (?:long|many (?:hours|minutes))\b.*\b(?:until|till|to|before|left)\b/.test(text) && time !== undefined)
    return answerUntil(time, places[0], question);
  const shiftMinutes = minutesAway(text);
  if (shiftMinutes !== undefined) return answerShifted(shiftMinutes, places, question);
  if (time !== undefined && places.length > 0) return answerElsewhere(time, text, places, question);
  return undefined;
}

/** “10:00 in London, and 19:00 in Tokyo on Tuesday”: the day where it is not that of the person. */
export function timesAt(atMs: number, places: readonly PlaceZone[], timeZone: string): string {
  return places.map((place) => timeAt(atMs, place, timeZone)).join(' and ');
}

function timeAt(atMs: number, place: PlaceZone | undefined, timeZone: string): string {
  const zone = place?.timeZone ?? timeZone;
  const isOtherDay = dayNumber(atMs, zone) !== dayNumber(atMs, timeZone);
  const where = place === undefined ? '' : ` ${placed(place)}`;
  return `${clockTime(atMs, zone)}${where}${isOtherDay ? ` on ${weekday(atMs, zone)}` : ''}`;
}

function placed({ place }: PlaceZone): string {
  return /\btime\b|^[A-Z]{2,4}$/.test(place) && !/^(?:UK|UAE|NYC)$/.test(place) ? place : `in ${place}`;
}

/** “Tokyo is 9 hours ahead of London.” */
export function compareZones(atMs: number, first: PlaceZone, second: PlaceZone): string {
  const minutes = offsetMinutes(atMs, second.timeZone) - offsetMinutes(atMs, first.timeZone);
  const times = `It is ${timeAt(atMs, first, first.timeZone)} and ${timeAt(atMs, second, first.timeZone)}.`;
  if (minutes === 0) return `${first.place} and ${second.place} have the same time. ${times}`;
  const side = minutes > 0 ? 'ahead of' : 'behind';
  return `${second.place} is ${duration(Math.abs(minutes))} ${side} ${first.place}. ${times}`;
}

interface TimeOfDay {
  readonly minutes: number;
  readonly start: number;
  readonly end: number;
}

const TIME = /\b(?:(\d{1,2})(?:[:.](\d{2}))? ?([ap])\.?m\b\.?|(\d{1,2}):(\d{2})\b|(noon|midday|midnight)\b)/;

function timeOfDay(text: string): TimeOfDay | 'invalid' | undefined {
  const found = TIME.exec(text);
  if (found === null) return undefined;
  const [whole, hour12, minute12 = '0', half, hour24, minute24, name] = found;
  const place = { start: found.index, end: found.index + whole.length };
  if (name !== undefined) return { minutes: name === 'midnight' ? 0 : 720, ...place };
  const hour = Number(hour12 ?? hour24);
  const minute = Number(hour12 === undefined ? minute24 : minute12);
  if (minute > 59 || hour > 23 || (half !== undefined && (hour < 1 || hour > 12))) return 'invalid';
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return { minutes: hours * 60 + minute, ...place };
}

function answerUntil(time: TimeOfDay, place: PlaceZone | undefined, { nowMs, timeZone }: ClockQuestion): string {
  const zone = place?.timeZone ?? timeZone;
  const today = dayNumber(nowMs, zone);
  const atMs = [today, today + 1].map((day) => momentOf(day, time.minutes, zone)).find((moment) => moment > nowMs) ?? nowMs;
  return `${duration(Math.ceil((atMs - nowMs) / 60_000))} from now, at ${timeAt(atMs, place, timeZone)}.`;
}

const UNIT = String.raw`(hours?|hrs?|minutes?|mins?|seconds?|secs?|days?)`;
const SPAN = new RegExp(String.raw`\b(half an?|${COUNT}|\d+\.\d+) ${UNIT}(?: and a (half|quarter))?\b`, 'g');

/** Minutes from now, negative for “ago”; undefined where no span of hours or minutes is counted from now. */
function minutesAway(text: string): number | undefined {
  const isAgo = /\bago\b|\bearlier\b/.test(text);
  if (
    !isAgo &&
    !/\bin (?:about |exactly )?(?:half\b|an?\b|\d|[a-z]+ (?:hour|minute|min|second|day))|\bfrom now\b|\blater\b/.test(text)
  )
    return undefined;
  let minutes: number | undefined;
  for (const [, count = '', unit = '', part] of text.matchAll(SPAN)) {
    const size = unit.startsWith('h') ? 60 : unit.startsWith('m') ? 1 : unit.startsWith('d') ? 1_440 : 1 / 60;
    const amount = count.startsWith('half') ? 0.5 : countOf(count);
    minutes = (minutes ?? 0) + (amount + (part === 'half' ? 0.5 : part === 'quarter' ? 0.25 : 0)) * size;
  }
  return minutes === undefined ? undefined : minutes * (isAgo ? -1 : 1);
}

function answerShifted(minutes: number, places: readonly PlaceZone[], { nowMs, timeZone }: ClockQuestion): string {
  const atMs = nowMs + minutes * 60_000;
  const told = places.length === 0 ? timeAt(atMs, undefined, timeZone) : timesAt(atMs, places, timeZone);
  const isOtherDay = dayNumber(atMs, timeZone) !== dayNumber(nowMs, timeZone);
  const day = isOtherDay && places.length === 0 ? ` on ${weekday(atMs, timeZone)}` : '';
  return `It ${minutes < 0 ? 'was' : 'will be'} ${told}${day}.`;
}

/** The time belongs to the place named right after it; the other place, or the person's own, is what is asked for. */
function answerElsewhere(
  time: TimeOfDay,
  text: string,
  places: ReturnType<typeof findPlaceZones>,
  { nowMs, timeZone }: ClockQuestion,
): string {
  const here: PlaceZone = { place: 'where you are', timeZone };
  const after = places.find(({ start }) => start >= time.end);
  const from = after ?? places[0];
  const to = places.find((place) => place !== from);
  const tell = (source: PlaceZone, target: PlaceZone): string => {
    const day = dayNumber(nowMs, source.timeZone);
    const atMs = momentOf(day, time.minutes, source.timeZone);
    const ahead = dayNumber(atMs, target.timeZone) - day;
    const other = ahead === 0 ? '' : ahead > 0 ? ' the next day' : ' the day before';
    return `When it is ${clockTime(atMs, source.timeZone)} ${shownAt(source)}, it is ${clockTime(atMs, target.timeZone)} ${shownAt(target)}${other}.`;
  };
  if (from === undefined) return tell(here, here);
  if (to !== undefined) return tell(from, to);
  const isHere = /\b(?:here|my time|for me|our time|local time)\b/.exec(text);
  if (isHere !== null) return isHere.index >= time.end && isHere.index < from.start ? tell(here, from) : tell(from, here);
  // “3pm in Tokyo” may be the time here or there.
  const isPlain = after !== undefined && !/\b(?:in|at|for)\b/.test(text.slice(time.end, after.start));
  return isPlain ? tell(from, here) : `${tell(here, from)} ${tell(from, here)}`;
}

function shownAt(place: PlaceZone): string {
  return place.place === 'where you are' ? place.place : placed(place);
}
