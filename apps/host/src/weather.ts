// The weather as the desk reads it: young readings are kept, questions for the same place are asked once, and when the service does
// not answer there is the last reading with its age.
import type { ToolFailure, WeatherSource } from '@vos/agents';
import type { Clock, Result } from '@vos/base';
import type { Ledger } from '@vos/ledger';
import type { Place, WeatherReport } from '@vos/protocol/entities';
import { readReading, storeReading } from '@vos/records';

/** The service renews its figures every fifteen minutes; asking more often brings nothing new. */
const YOUNG_MS = 10 * 60_000;

export interface WeatherReading {
  readonly report: WeatherReport | null;
  /** Why there is no new report. */
  readonly problem: ToolFailure | null;
}

export interface Weather {
  /** `isForced` asks the service however young the last reading is. */
  read(place: Place, isForced: boolean): Promise<WeatherReading>;
  find(name: string): Promise<Result<readonly Place[], ToolFailure>>;
  /** Gives up what is being asked. */
  close(): void;
}

export function createWeather({
  ledger,
  clock,
  source,
}: {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly source: WeatherSource;
}): Weather {
  const closing = new AbortController();
  const underWay = new Map<string, Promise<WeatherReading>>();

  async function ask(place: Place): Promise<WeatherReading> {
    const answer = await source.report(place, closing.signal);
    if (!answer.ok) return { report: readReading(ledger.read, place) ?? null, problem: answer.error };
    await ledger.commit((transaction) => storeReading(transaction, place, answer.value));
    return { report: answer.value, problem: null };
  }

  return {
    async read(place, isForced) {
      const known = isForced ? undefined : readReading(ledger.read, place);
      const ageMs = known === undefined ? Number.POSITIVE_INFINITY : clock.now() - Date.parse(known.current.fetchedAt);
      // A clock that was set back makes a reading come from the future; that one is not to be trusted.
      if (known !== undefined && ageMs >= 0 && ageMs < YOUNG_MS) return { report: known, problem: null };
      const key = `${place.latitude},${place.longitude}`;
      const asked = underWay.get(key) ?? ask(place).finally(() => underWay.delete(key));
      underWay.set(key, asked);
      return await asked;
    },
    find: (name) => source.places(name, closing.signal),
    close: () => closing.abort(),
  };
}
