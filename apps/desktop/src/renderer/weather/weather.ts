// Brings places and their weather into the query cache, and knows which place is looked at: the one the person chose, or the one an
// agent was asked about last.
import { errorBody, type Ids } from '@vos/base';
import type { HostEvent } from '@vos/protocol';
import { currentWeather, forecast, type Place, type SavedPlace, usualUnits, type WeatherUnits } from '@vos/protocol/entities';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Connection } from '../connection/connection.ts';
import type { Toasts } from '../desk/toasts.ts';

/** As long as the host takes a reading for young; a window opened later reads again. */
const YOUNG_MS = 10 * 60_000;

const PLACES_KEY = ['places'] as const;
const WEATHER_KEY = 'weather';

export interface WeatherStore {
  /** What is looked at; null until something was chosen. */
  readonly view: Pick<StoreApi<{ readonly place: Place | null }>, 'getState' | 'subscribe' | 'getInitialState'>;
  places(): ReturnType<typeof placesQuery>;
  report(place: Place): ReturnType<typeof reportQuery>;
  find(name: string): ReturnType<typeof findQuery>;
  show(place: Place): void;
  /** Keeps a place and shows it. */
  keep(place: Place): Promise<void>;
  remove(place: SavedPlace): Promise<void>;
  /** Asks the service anew. */
  refresh(place: Place): void;
  /** Where the person has not chosen units. */
  usualUnits(): WeatherUnits;
  onEvent(event: HostEvent): void;
  /** Makes everything be read again. */
  refreshAll(): void;
}

export interface WeatherOptions {
  readonly queryClient: QueryClient;
  readonly ask: Connection['ask'];
  readonly toasts: Pick<Toasts, 'show'>;
  readonly ids: Ids;
  readonly timeZone: () => string;
}

export function createWeather({ queryClient, ask, toasts, ids, timeZone }: WeatherOptions): WeatherStore {
  const view = createStore<{ readonly place: Place | null }>(() => ({ place: null }));
  /** Places of which the next reading is to be a new one. */
  const forced = new Set<string>();

  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toasts.show({ icon: 'cloud-sun', title: what, line: errorBody(error).message });
    }
  }

  return {
    view,
    places: () => placesQuery(ask),
    report: (place) => reportQuery(ask, place, forced),
    find: (name) => findQuery(ask, name),
    show: (place) => view.setState({ place }),
    keep: (place) =>
      attempt('The place was not kept', async () => {
        view.setState({ place });
        await ask('place/add', { id: ids.next('place'), place });
      }),
    remove: ({ id, name }) =>
      attempt('The place was not removed', async () => {
        const { changeSetId } = await ask('place/remove', { id });
        view.setState({ place: null });
        const dismiss = toasts.show({
          icon: 'cloud-sun',
          title: 'Place removed',
          line: name,
          action: {
            label: 'Undo',
            run() {
              dismiss();
              void attempt('The place did not come back', async () => void (await ask('change/undo', { changeSetId })));
            },
          },
        });
      }),
    refresh(place) {
      const { queryKey } = reportQuery(ask, place, forced);
      forced.add(keyOf(place));
      void queryClient.invalidateQueries({ queryKey });
    },
    usualUnits: () => usualUnits(timeZone()),
    onEvent(event) {
      if (event.name === 'place/added' || event.name === 'place/removed') {
        void queryClient.invalidateQueries({ queryKey: PLACES_KEY });
      }
      if (event.name !== 'tool/finished' || event.payload.toolCall.state !== 'succeeded') return;
      const place = placeOf(event.payload.toolCall.result);
      if (place !== undefined) view.setState({ place });
    },
    refreshAll() {
      void queryClient.invalidateQueries({ queryKey: PLACES_KEY });
      void queryClient.invalidateQueries({ queryKey: [WEATHER_KEY] });
    },
  };
}

/** The place that a weather tool's result is about. */
function placeOf(result: unknown): Place | undefined {
  return currentWeather.safeParse(result).data?.place ?? forecast.safeParse(result).data?.place;
}

function keyOf({ latitude, longitude }: Place): string {
  return `${latitude},${longitude}`;
}

function placesQuery(ask: Connection['ask']) {
  return queryOptions({ queryKey: PLACES_KEY, queryFn: async () => (await ask('place/list', {})).places });
}

function reportQuery(ask: Connection['ask'], place: Place, forced: Set<string>) {
  return queryOptions({
    queryKey: [WEATHER_KEY, keyOf(place)] as const,
    queryFn: () => ask('weather/read', { place, isForced: forced.delete(keyOf(place)) }),
    staleTime: YOUNG_MS,
  });
}

function findQuery(ask: Connection['ask'], name: string) {
  return queryOptions({
    queryKey: ['place-find', name] as const,
    queryFn: async () => (await ask('place/find', { name })).places,
  });
}
