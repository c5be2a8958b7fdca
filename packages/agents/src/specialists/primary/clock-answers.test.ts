import { describe, expect, it } from 'vitest';
import { answerDate, answerTime, answerTimeZone } from './clock-answers.ts';

/** Monday, 5 January 2026, 23:30 in Amsterdam. */
const nowMs = Date.UTC(2026, 0, 5, 22, 30);
const asked = (text: string, timeZone = 'Europe/Amsterdam') => ({ text, nowMs, timeZone });

describe('the time', () => {
  it.each([
    ['what time is it', 'It is 23:30.'],
    ['what time is it in Tokyo', 'It is 07:30 in Tokyo on Tuesday.'],
    ["what's the time in New York?", 'It is 17:30 in New York.'],
    ['time in california please', 'It is 14:30 in California.'],
    ['what time is it in the eastern time zone', 'It is 17:30 Eastern time zone.'],
    ['what time is it right now', 'It is 23:30.'],
    ['time in UTC', 'It is 22:30 UTC.'],
    [
      'what time is it in Little Snoring',
      'I do not know which time zone Little Snoring is in. Where you are it is 23:30. Naming a large city or a country nearby helps me.',
    ],
  ])('is told for “%s”', async (text, answer) => {
    expect(await answerTime(asked(text))).toBe(answer);
  });
});

describe('the date', () => {
  it.each([
    ["what's the date", 'Today is Monday, 5 January 2026.'],
    ['what day is tomorrow', 'Tomorrow is Tuesday, 6 January 2026.'],
    ["yesterday's date", 'Yesterday was Sunday, 4 January 2026.'],
    ['what is the date in 10 days', 'That is Thursday, 15 January 2026.'],
    ['what date is the day after tomorrow', 'That is Wednesday, 7 January 2026.'],
    ['what day of the week was 1 January 2000', 'That was Saturday, 1 January 2000.'],
    ['how many days until christmas', '354 days from today, on Friday, 25 December 2026.'],
    ['what day does christmas fall on', 'That is Friday, 25 December 2026.'],
    ['what week is it', 'It is week 2, and today is Monday, 5 January 2026.'],
    ['what year is it', 'It is 2026.'],
    ['which month are we in', 'It is January 2026.'],
  ])('is told for “%s”', async (text, answer) => {
    expect(await answerDate(asked(text))).toBe(answer);
  });

  it('is that of the person’s own time zone', async () => {
    expect(await answerDate(asked("what's the date", 'Asia/Tokyo'))).toBe('Today is Tuesday, 6 January 2026.');
    expect(await answerDate(asked('what day is tomorrow', 'Pacific/Auckland'))).toBe('Tomorrow is Wednesday, 7 January 2026.');
  });
});

describe('a time zone', () => {
  it.each([
    ['what time zone am I in', 'Your time zone is Europe/Amsterdam, UTC+1. It is 23:30.'],
    ['what timezone is chicago in', 'Chicago is on Central Standard Time (UTC−6), 7 hours behind you. It is 16:30 there.'],
    [
      'time difference with India',
      'India is on India Standard Time (UTC+5:30), 4 hours and 30 minutes ahead of you. It is 04:00 there.',
    ],
    [
      'what time zone is Berlin in',
      'Berlin is on Central European Standard Time (UTC+1), the same time as where you are. It is 23:30 there.',
    ],
  ])('is told for “%s”', (text, answer) => {
    expect(answerTimeZone(asked(text))).toBe(answer);
  });
});
