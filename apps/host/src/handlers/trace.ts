// Looking into requests. Nothing here changes anything.
import { findingsOf, listTraces, readTraceRoute } from '@vos/agents';
import type { Ledger } from '@vos/ledger';
import type { HandlersFor } from './handlers.ts';

export function createTraceHandlers({ ledger }: { readonly ledger: Ledger }): HandlersFor<'trace'> {
  return {
    'trace/list': (query) => {
      const { traces, hasEarlier } = listTraces(ledger.read, query);
      return { traces: [...traces], hasEarlier };
    },
    'trace/read': ({ id }) => {
      const { trace, hops } = readTraceRoute(ledger.read, id);
      return { trace, hops: [...hops], findings: [...findingsOf(ledger.read, id)] };
    },
  };
}
