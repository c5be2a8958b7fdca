// The places whose weather a person keeps an eye on, in the order in which they were added.
import { type ChangeSet, type Reader, readRecord, type RecordKind, type SqlValue } from '@vos/ledger';
import { type SavedPlace, savedPlace } from '@vos/protocol/entities';

export const placeKind: RecordKind<SavedPlace> = {
  kind: 'weather_place',
  table: 'weather_places',
  toRow: (entity) => ({
    name: entity.name,
    region: entity.region,
    country: entity.country,
    latitude: entity.latitude,
    longitude: entity.longitude,
    time_zone: entity.timeZone,
    added_at: entity.addedAt,
  }),
  fromRow: (row) =>
    savedPlace.parse({
      id: row['id'],
      name: row['name'],
      region: row['region'],
      country: row['country'],
      latitude: row['latitude'],
      longitude: row['longitude'],
      timeZone: row['time_zone'],
      addedAt: row['added_at'],
    }),
};

export function listPlaces(reader: Reader): readonly SavedPlace[] {
  return reader
    .all<Record<string, SqlValue>>('SELECT weather_places.* FROM weather_places ORDER BY added_at, position')
    .map(placeKind.fromRow);
}

/** Adds a place, or answers with the one that is there already at the same point. */
export function addPlace(reader: Reader, changes: ChangeSet, place: SavedPlace): SavedPlace {
  const known = listPlaces(reader).find(
    ({ latitude, longitude }) =>
      Math.abs(latitude - place.latitude) < SAME_POINT_DEGREES && Math.abs(longitude - place.longitude) < SAME_POINT_DEGREES,
  );
  if (known !== undefined) return known;
  changes.put(placeKind, place);
  return place;
}

/** False when there is none with that id. */
export function removePlace(reader: Reader, changes: ChangeSet, id: string): boolean {
  if (readRecord(reader, placeKind, id) === undefined) return false;
  changes.remove(placeKind, id);
  return true;
}

/** About a kilometre: two points closer than this have the same weather. */
const SAME_POINT_DEGREES = 0.01;
