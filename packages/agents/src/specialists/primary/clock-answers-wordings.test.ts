import { describe, expect, it } from 'vitest';
import { answerDate, answerTime, answerTimeZone } from './clock-answers.ts';
import examples from './examples.json' with { type: 'json' };

/** Monday 30 November 2026, 10:30 in Amsterdam. */
const nowMs = Date.UTC(2026, 10, 30, 9, 30);
const asked = (text: string) => ({ text, nowMs, timeZone: 'Europe/Amsterdam' });
const UNKNOWN_EVENT = 'I do not know when that is. I can tell the time, dates and time zones.';

describe('a time that is not now', () => {
  it.each([
    ['what time will it be in 3 hours', 'It will be 13:30.'],
    ['what time will it be in an hour and a half', 'It will be 12:00.'],
    ['what time will it be in 14 hours', 'It will be 00:30 on Tuesday.'],
    ['what time was it 45 minutes ago', 'It was 09:45.'],
    ['what time will it be in Tokyo in 3 hours', 'It will be 21:30 in Tokyo.'],
    ['what time is it in half an hour', 'It will be 11:00.'],
    ['how many hours until 5pm', '6 hours and 30 minutes from now, at 17:00.'],
    ['how long until midnight', '13 hours and 30 minutes from now, at 00:00.'],
    ['what time is 3pm London in Tokyo', 'When it is 15:00 in London, it is 00:00 in Tokyo the next day.'],
    ['what time is it in Tokyo when it is 3pm in London', 'When it is 15:00 in London, it is 00:00 in Tokyo the next day.'],
    ['what time is 3pm EST', 'When it is 15:00 EST, it is 21:00 where you are.'],
    [
      'what time is 3pm in Tokyo',
      'When it is 15:00 where you are, it is 23:00 in Tokyo. When it is 15:00 in Tokyo, it is 07:00 where you are.',
    ],
    ['what time is 25:00 in London', 'There is no such time of day.'],
    ['what time is it in London and Tokyo', 'It is 09:30 in London and 18:30 in Tokyo.'],
    ['time in Paris, Texas', 'It is 03:30 in Paris, Texas.'],
    [
      'what time is it in London and Atlantis',
      'I do not know which time zone Atlantis is in. It is 09:30 in London. Naming a large city or a country nearby helps me.',
    ],
    ['what time is the party', UNKNOWN_EVENT],
    ['what time does the train leave', UNKNOWN_EVENT],
    ['what time is dinner', UNKNOWN_EVENT],
    ['what time will it be tomorrow', 'I could not read which moment you mean. “In 3 hours” is something I understand.'],
    ['time difference between London and Tokyo', 'Tokyo is 9 hours ahead of London. It is 09:30 in London and 18:30 in Tokyo.'],
    ['what time do they have in Sydney', 'It is 20:30 in Sydney.'],
  ])('is told for “%s”', async (text, answer) => {
    expect(await answerTime(asked(text))).toBe(answer);
  });

  it.each([
    ['time difference between London and Tokyo', 'Tokyo is 9 hours ahead of London. It is 09:30 in London and 18:30 in Tokyo.'],
    [
      'is Portugal in the same timezone as Spain',
      'Spain is 1 hour ahead of Portugal. It is 09:30 in Portugal and 10:30 in Spain.',
    ],
    ['what time is 3pm London in Tokyo', 'When it is 15:00 in London, it is 00:00 in Tokyo the next day.'],
    [
      'time difference between London and Little Snoring',
      'I do not know which time zone Little Snoring is in. Naming a large city or a country nearby helps me.',
    ],
    [
      'what is the time difference between here and Sydney',
      'Sydney is on Australian Eastern Daylight Time (UTC+11), 10 hours ahead of you. It is 20:30 there.',
    ],
  ])('is compared for “%s”', (text, answer) => {
    expect(answerTimeZone(asked(text))).toBe(answer);
  });
});

describe('a date that is not today', () => {
  it.each([
    ['how many days until 29 february', '456 days from today, on Tuesday, 29 February 2028.'],
    ['how many days between 1 january and 1 march', '59 days, from Friday, 1 January 2027 to Monday, 1 March 2027.'],
    ['how many days from 1 may to 3 may', '2 days, from Saturday, 1 May 2027 to Monday, 3 May 2027.'],
    ['days between 25 november and 5 december', '10 days, from Thursday, 25 November 2027 to Sunday, 5 December 2027.'],
    ['how many days between 1 may and 3 may 2030', '2 days, from Wednesday, 1 May 2030 to Friday, 3 May 2030.'],
    ['days since 1 january', '333 days ago, on Thursday, 1 January 2026.'],
    ['what day is 31 february', 'There is no 31 February: February has at most 29 days.'],
    ['how many days until 31 april', 'There is no 31 April: April has 30 days.'],
    ['what day is 29 february 2027', 'There is no 29 February 2027: February 2027 has 28 days.'],
    ['is 2028 a leap year', 'Yes, 2028 is a leap year.'],
    ['is 2100 a leap year', 'No, 2100 is not a leap year; the next one after it is 2104.'],
    ['is this a leap year', 'No, 2026 is not a leap year; the next one after it is 2028.'],
    ['when is the next leap year', 'The next leap year is 2028.'],
    ['how many weeks until christmas', '3 weeks and 4 days from today, on Friday, 25 December 2026.'],
    ['how many months until 1 march', '3 months and 1 day from today, on Monday, 1 March 2027.'],
    ['how many days until christmas', '25 days from today, on Friday, 25 December 2026.'],
    ['how many days since christmas', '340 days ago, on Thursday, 25 December 2025.'],
    ['how many hours until christmas', '589 hours and 30 minutes from now, when Friday, 25 December 2026 begins.'],
    ['what date is 2 weeks from friday', 'That is Friday, 18 December 2026.'],
    ['what date is 10 days before christmas', 'That is Tuesday, 15 December 2026.'],
    ['what date is three weeks after 1 may', 'That is Saturday, 22 May 2027.'],
    ['what date will it be 100 days from today', 'That is Wednesday, 10 March 2027.'],
    ['what date was 3 days ago', 'That was Friday, 27 November 2026.'],
    ['how many days are left in the year', '31 days from today, on Thursday, 31 December 2026.'],
    ['how many days are in february', 'February has 28 days, and 29 in a leap year.'],
    ['how many days until the last day of december', '31 days from today, on Thursday, 31 December 2026.'],
    ['how many days until the thing', 'I could not read the dates in that. Writing them as in “3 March 2027” helps me.'],
    [
      'how many working days until christmas',
      'I count days of the calendar only, and cannot tell which of them are working days.',
    ],
    ['what day is 1 may and 3 may', 'Those are Saturday, 1 May 2027 and Monday, 3 May 2027.'],
    ['what date is the party', UNKNOWN_EVENT],
    ['what day is my birthday', UNKNOWN_EVENT],
    ['is it Monday today', 'Today is Monday, 30 November 2026.'],
    ['what week is 1 may', 'Saturday, 1 May 2027 is in week 17.'],
  ])('is told for “%s”', async (text, answer) => {
    expect(await answerDate(asked(text))).toBe(answer);
  });
});

it('still answers every example of its own', async () => {
  const refused = /^I (?:do not know|could not read)|^There is no/;
  const answers = await Promise.all([
    ...examples.time.map(async (text) => [text, await answerTime(asked(text))] as const),
    ...examples.date.map(async (text) => [text, await answerDate(asked(text))] as const),
    ...examples.time_zone.map(async (text) => [text, answerTimeZone(asked(text))] as const),
  ]);
  expect(answers.filter(([, answer]) => refused.test(answer))).toEqual([]);
});
