// The last weather read of each place, so that there is something to show, with its age, while the service cannot be reached.
// A copy of what a service said, not a record of the person's: written over, and not in the journal.
import type { Reader, Transaction } from '@vos/ledger';
import { type WeatherReport, weatherReport } from '@vos/protocol/entities';

/** Places whose last reading is kept; the ones read longest ago go first. */
const KEPT_READINGS = 50;

export type Point = { readonly latitude: number; readonly longitude: number };

export function readReading(reader: Reader, point: Point): WeatherReport | undefined {
  const row = reader.get<{ report: string }>('SELECT report FROM weather_readings WHERE point = ?', [keyOf(point)]);
  // What an older version stored may not fit any more; then the place is simply read anew.
  return row === undefined ? undefined : weatherReport.safeParse(JSON.parse(row.report)).data;
}

export function storeReading(transaction: Transaction, point: Point, report: WeatherReport): void {
  transaction.run('INSERT OR REPLACE INTO weather_readings (point, report, fetched_at) VALUES (?, ?, ?)', [
    keyOf(point),
    JSON.stringify(report),
    report.current.fetchedAt,
  ]);
  transaction.run(
    'DELETE FROM weather_readings WHERE point NOT IN (SELECT point FROM weather_readings ORDER BY fetched_at DESC LIMIT ?)',
    [KEPT_READINGS],
  );
}

/** About 100 metres: a name and an agent give the same place with different digits. */
function keyOf({ latitude, longitude }: Point): string {
  return `${latitude.toFixed(3)},${longitude.toFixed(3)}`;
}
