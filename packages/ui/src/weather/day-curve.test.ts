import { expect, it } from 'vitest';
import { barsOf, pointAt, pointsOf, smoothPath } from './day-curve.ts';
import { ageWords, amountWords, degrees, windWords } from './weather-words.ts';

const frame = { width: 252, top: 20, bottom: 90, side: 6 };
const hour = (at: number, temperature: number, precipitation = 0) => ({ hour: at, temperature, precipitation });

it('puts the warmest hour at the top and the coldest at the bottom', () => {
  const points = pointsOf([hour(0, 4), hour(12, 16), hour(24, 10)], frame);
  expect(points).toEqual([
    { x: 6, y: 90 },
    { x: 126, y: 20 },
    { x: 246, y: 55 },
  ]);
});

it('draws a day of even temperature as a calm line, not as a storm', () => {
  const [first, second] = pointsOf([hour(0, 10), hour(1, 11)], frame);
  expect((first?.y ?? 0) - (second?.y ?? 0)).toBeCloseTo(70 / 6);
});

it('never draws the line higher than the warmest hour', () => {
  const path = smoothPath(pointsOf([hour(0, 4), hour(6, 16), hour(12, 16), hour(24, 4)], frame));
  const heights = [...path.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y));
  expect(Math.min(...heights)).toBe(20);
  expect(path).not.toContain('NaN');
  expect(smoothPath([])).toBe('');
});

it('draws rain as bars, cut at heavy rain, and none where it is dry', () => {
  expect(barsOf([hour(0, 4), hour(6, 4, 2), hour(12, 4, 40)], frame, 104)).toEqual([
    { x: 66, y: 89, height: 15 },
    { x: 126, y: 74, height: 30 },
  ]);
});

it('finds now on the line between two hours', () => {
  const points = pointsOf([hour(0, 4), hour(12, 16)], frame);
  expect(pointAt(points, 66)).toEqual({ x: 66, y: 55 });
  expect(pointAt(points, 400)).toBeUndefined();
});

it('says figures in the units of the person', () => {
  expect([degrees(-0.4, 'metric'), degrees(-3, 'metric'), degrees(16.2, 'imperial')]).toEqual(['0°', '−3°', '61°']);
  expect([windWords(14.4, 230, 'metric'), windWords(14.4, -10, 'imperial'), windWords(0.3, 0, 'metric')]).toEqual([
    'Wind south-west 14 km/h',
    'Wind north 9 mph',
    'Calm',
  ]);
  expect([amountWords(0.84, 'metric'), amountWords(0.8, 'imperial')]).toEqual(['0.8 mm', '0.03 in']);
  const at = '2026-01-05T09:00:00.000Z';
  expect([30_000, 60_000, 34 * 60_000, 2 * 3_600_000, 30 * 3_600_000].map((age) => ageWords(at, Date.parse(at) + age))).toEqual([
    'just now',
    '1 minute',
    '34 minutes',
    '2 hours',
    '1 day',
  ]);
});
