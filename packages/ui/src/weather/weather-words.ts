// How figures of the weather are said: degrees, wind, age. Reports are metric; here they become what the person is used to.
import type { WeatherUnits } from '@vos/protocol/entities';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const compass = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;

function inUnits(celsius: number, units: WeatherUnits): number {
  return units === 'metric' ? celsius : (celsius * 9) / 5 + 32;
}

/** “16°”, with a true minus sign. */
export function degrees(celsius: number, units: WeatherUnits): string {
  const whole = Math.round(inUnits(celsius, units));
  return `${whole === 0 ? 0 : whole}°`.replace('-', '−');
}

/** “Wind south-west 14 km/h”; “Calm” below what is felt. */
export function windWords(kilometersPerHour: number, fromDegrees: number, units: WeatherUnits): string {
  if (kilometersPerHour < 1) return 'Calm';
  const index = Math.round((((fromDegrees % 360) + 360) % 360) / 45) % compass.length;
  const speed = units === 'metric' ? `${Math.round(kilometersPerHour)} km/h` : `${Math.round(kilometersPerHour / 1.609344)} mph`;
  return `Wind ${compass[index] ?? compass[0]} ${speed}`;
}

/** “0.8 mm”, “0.03 in”. */
export function amountWords(millimeters: number, units: WeatherUnits): string {
  return units === 'metric' ? `${Math.round(millimeters * 10) / 10} mm` : `${Math.round((millimeters / 25.4) * 100) / 100} in`;
}

/** “just now”, “5 minutes”, “3 hours”, “2 days”. */
export function ageWords(fetchedAt: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(fetchedAt);
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return counted(Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return counted(Math.floor(ageMs / HOUR_MS), 'hour');
  return counted(Math.floor(ageMs / DAY_MS), 'day');
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
const longWeekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** The date is a day at the place, so it is read without any zone. */
export function dayName(date: string, isLong = false): string {
  const atMs = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(atMs) ? date : (isLong ? longWeekday : weekday).format(atMs);
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
