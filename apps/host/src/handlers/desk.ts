// How windows stand on the desks that this host serves: kept as text, read by nobody but the desk itself.
import type { Ledger } from '@vos/ledger';
import { readDeskLayouts, saveDeskLayout } from '@vos/records';
import type { HandlersFor } from './handlers.ts';

export function createDeskHandlers({ ledger }: { readonly ledger: Ledger }): HandlersFor<'desk'> {
  return {
    'desk/read': ({ clientId }) => ({ layouts: [...readDeskLayouts(ledger.read, clientId)] }),
    async 'desk/save'({ clientId, key, layout }) {
      await ledger.commit((transaction) => saveDeskLayout(transaction, clientId, { key, layout }));
      return {};
    },
  };
}
