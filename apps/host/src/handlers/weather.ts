// The weather window: readings of places, and the places a person keeps.
import { CodedError, must } from '@vos/base';
import { changeSets, type Ledger } from '@vos/ledger';
import { addPlace, listPlaces, removePlace } from '@vos/records';
import type { Weather } from '../weather.ts';
import type { HandlersFor } from './handlers.ts';

export function createWeatherHandlers({
  ledger,
  weather,
}: {
  readonly ledger: Ledger;
  readonly weather: Weather;
}): HandlersFor<'weather' | 'place'> {
  return {
    async 'weather/read'({ place, isForced }) {
      const { report, problem } = await weather.read(place, isForced);
      return { report, problem: problem === null ? null : { code: problem.code, message: problem.message } };
    },

    async 'place/find'({ name }) {
      const found = await weather.find(name);
      if (!found.ok) throw new CodedError(found.error.code, found.error.message, { retryable: found.error.retryable });
      return { places: [...found.value] };
    },

    'place/list': () => ({ places: [...listPlaces(ledger.read)] }),

    async 'place/add'({ id, place }) {
      return await ledger.commit((transaction) => {
        const changes = changeSets.begin(transaction, { actor: 'user', cause: 'place/add' });
        return { place: addPlace(transaction, changes, { ...place, id, addedAt: transaction.at }) };
      });
    },

    async 'place/remove'({ id }) {
      return await ledger.commit((transaction) => {
        const changes = changeSets.begin(transaction, { actor: 'user', cause: 'place/remove' });
        if (!removePlace(transaction, changes, id)) throw new CodedError('place-unknown', 'This place is not kept any more.');
        return { changeSetId: must(changes.id, 'a removal is a change') };
      });
    },
  };
}
