// The weather window: kept places and the weather of the one that is looked at.
import { useQuery } from '@tanstack/react-query';
import type { Place } from '@vos/protocol/entities';
import { type FoundPlaces, WeatherView } from '@vos/ui';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useServices } from '../desk/services.ts';

/** A rest in typing after which places are looked up. */
const REST_MS = 300;

/** Fewer letters find nothing at the service. */
const LEAST_LETTERS = 2;

const NO_CONNECTION = 'There is no connection to the host. The weather comes by itself when it is back.';

export function WeatherPane() {
  const { connection, weather, settings, clock } = useServices();
  const isOnline = useStore(connection.view).status.kind === 'online';
  const chosen = useStore(weather.view).place;
  const places = useQuery({ ...weather.places(), enabled: isOnline }).data ?? [];
  const units = useQuery({ ...settings.query(), enabled: isOnline }).data?.settings.units;
  const search = usePlaceSearch();
  const place = chosen ?? places[0] ?? null;
  const reading = useQuery({ ...weather.report(place ?? NOWHERE), enabled: isOnline && place !== null });
  const shownUnits = units === undefined || units === 'automatic' ? weather.usualUnits() : units;

  return (
    <WeatherView
      places={places}
      place={place}
      isKept={place !== null && places.some(({ latitude, longitude }) => isSamePoint(place, { latitude, longitude }))}
      report={reading.data?.report ?? null}
      problem={problemOf(reading, isOnline)}
      isReading={reading.isFetching}
      units={shownUnits}
      search={{
        ...search,
        onChoose(found) {
          search.onText('');
          void weather.keep(found);
        },
      }}
      onShow={weather.show}
      onKeep={() => place !== null && void weather.keep(place)}
      onRemove={(kept) => void weather.remove(kept)}
      onUnits={(next) => void settings.actions.change({ units: next })}
      onRefresh={() => place !== null && weather.refresh(place)}
      clock={clock}
    />
  );
}

const NOWHERE: Place = { name: '', region: null, country: null, latitude: 0, longitude: 0, timeZone: 'UTC' };

function usePlaceSearch(): { text: string; found: FoundPlaces; onText: (text: string) => void } {
  const { weather, connection, clock } = useServices();
  const isOnline = useStore(connection.view).status.kind === 'online';
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  useEffect(() => clock.schedule(REST_MS, () => setName(text.trim())), [clock, text]);
  const isAsked = name.length >= LEAST_LETTERS && name === text.trim();
  const query = useQuery({ ...weather.find(name), enabled: isOnline && isAsked });
  return { text, found: foundOf(text.trim(), isAsked, isOnline, query), onText: setText };
}

function foundOf(
  text: string,
  isAsked: boolean,
  isOnline: boolean,
  { data, error, isFetching }: { data: readonly Place[] | undefined; error: Error | null; isFetching: boolean },
): FoundPlaces {
  if (text.length < LEAST_LETTERS) return { kind: 'idle' };
  if (!isOnline) return { kind: 'failed', sentence: 'There is no connection to the host. Try again when it is back.' };
  if (isAsked && data !== undefined) return { kind: 'found', places: data };
  if (isAsked && error !== null && !isFetching) return { kind: 'failed', sentence: error.message };
  return { kind: 'searching' };
}

function problemOf(
  {
    data,
    error,
    isFetching,
  }: { data: { problem: { message: string } | null } | undefined; error: Error | null; isFetching: boolean },
  isOnline: boolean,
): string | null {
  if (data !== undefined) return data.problem?.message ?? null;
  if (!isOnline) return NO_CONNECTION;
  return error === null || isFetching ? null : error.message;
}

function isSamePoint(left: { latitude: number; longitude: number }, right: { latitude: number; longitude: number }): boolean {
  return left.latitude === right.latitude && left.longitude === right.longitude;
}
