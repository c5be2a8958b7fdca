import { z } from 'zod';

/** ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime();
/** A kind and 32 hexadecimal digits; see base/ids. */
export const identifier = z.string().regex(/^[a-z][a-z_]*_[0-9a-f]{32}$/, 'is not an id of this app');
/** `weather_agent` and the like: every agent's id ends in `_agent`. */
export const agentId = z.string().regex(/^[a-z]+(_[a-z]+)*_agent$/, 'is not the id of an agent');
/** A name from the IANA time zone database, such as Europe/Amsterdam. */
export const timeZone = z.string().min(1).max(64).refine(isTimeZone, 'is not a known time zone');

/** Names found good; asking Intl takes a fifth of a millisecond, and nearly everybody uses one. */
const knownTimeZones = new Set<string>();

function isTimeZone(name: string): boolean {
  if (knownTimeZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  // There are some six hundred names; other spellings of them must not pile up.
  if (knownTimeZones.size < 1_000) knownTimeZones.add(name);
  return true;
}
