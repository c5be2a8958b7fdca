import { describe, expect, it } from 'vitest';
import { dayKey, dayLabel, duration, elapsed, fullTime, relativeTime } from './when.ts';

const zone = 'Europe/Amsterdam';
/** A Tuesday, 10:15 in Amsterdam. */
const now = Date.parse('2026-05-12T08:15:00.000Z');

describe('a time in the chat', () => {
  it.each([
    ['2026-05-12T08:15:30.000Z', 'Just now'],
    ['2026-05-12T08:14:01.000Z', 'Just now'],
    ['2026-05-12T08:14:00.000Z', '1m ago'],
    ['2026-05-12T07:15:01.000Z', '59m ago'],
    ['2026-05-12T07:15:00.000Z', '1h ago'],
    ['2026-05-12T02:15:01.000Z', '5h ago'],
    ['2026-05-12T02:15:00.000Z', '04:15'],
    ['2026-05-11T22:00:00.000Z', '00:00'],
    ['2026-05-11T21:59:00.000Z', 'Yesterday at 23:59'],
    ['2026-05-10T21:59:00.000Z', '2 days ago'],
    ['2026-04-12T08:15:00.000Z', '30 days ago'],
    ['2026-04-11T08:15:00.000Z', 'Apr 11'],
    ['2025-12-31T08:15:00.000Z', 'Dec 31, 2025'],
    ['2026-05-12T09:30:00.000Z', '11:30'],
  ])('at %s reads “%s”', (instant, words) => {
    expect(relativeTime(instant, now, zone)).toBe(words);
  });

  it('counts calendar days over a change of the clocks', () => {
    // On 29 March 2026 a day in Amsterdam has 23 hours.
    expect(dayLabel('2026-03-28T22:30:00.000Z', Date.parse('2026-03-29T22:30:00.000Z'), zone)).toBe('Mar 28');
    expect(dayLabel('2026-03-28T23:30:00.000Z', Date.parse('2026-03-29T22:30:00.000Z'), zone)).toBe('Yesterday');
  });

  it('falls on the day the person sees on the wall', () => {
    expect(dayKey('2026-05-11T22:30:00.000Z', zone)).toBe('2026-05-12');
    expect(dayKey('2026-05-11T22:30:00.000Z', 'America/New_York')).toBe('2026-05-11');
    expect(dayLabel('2026-05-11T22:30:00.000Z', now, zone)).toBe('Today');
    expect(fullTime('2026-05-12T08:15:00.000Z', zone)).toBe('Tuesday, May 12, 2026 at 10:15');
  });
});

describe('a duration', () => {
  it.each([
    [0.2, '1 ms'],
    [38, '38 ms'],
    [640, '0.6 s'],
    [9_800, '9.8 s'],
    [12_900, '12 s'],
    [125_000, '2 min 5 s'],
  ])('of %d ms reads “%s”', (durationMs, words) => {
    expect(duration(durationMs)).toBe(words);
  });

  it('that still runs is never negative, whatever the clock does', () => {
    expect(elapsed('2026-05-12T08:15:10.000Z', now)).toBe('0 s');
    expect(elapsed('2026-05-12T08:14:56.000Z', now)).toBe('4 s');
    expect(elapsed('2026-05-12T08:12:55.000Z', now)).toBe('2 min 5 s');
  });
});
