// Brings requests, their routes and dead letters into the query cache. While the window that shows them is open, what happens is read again
// a moment after it happened; while it is closed nothing is read.
import { type Clock, errorBody } from '@vos/base';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { EventName, HostEvent } from '@vos/protocol';
import type { Finding, DeadLetter, TraceHop, TraceSummary, UncertainEffect } from '@vos/protocol/entities';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Connection } from '../connection/connection.ts';
import type { Toasts } from '../desk/toasts.ts';

/** Requests a page: two screens of a tall window. */
const PAGE_SIZE = 50;

/** What happens within this time is read together: a busy request tells of a dozen things a second, and each reading takes a few milliseconds. */
const GATHERED_MS = 150;

const LIST = 'trace-list';
const ROUTE = 'trace-route';
const LETTERS_KEY = ['dead-letters'] as const;
const EFFECTS_KEY = ['uncertain-effects'] as const;
const ICON = 'route';

export interface TracePages {
  readonly traces: readonly TraceSummary[];
  readonly hasEarlier: boolean;
}

export interface TraceRoute {
  readonly trace: TraceSummary;
  readonly hops: readonly TraceHop[];
  readonly findings: readonly Finding[];
}

export interface Letters {
  readonly letters: readonly DeadLetter[];
  readonly total: number;
}

export interface TraceStore {
  /** The request that the person chose; null while the latest is looked at. */
  readonly view: Pick<StoreApi<{ readonly chosenId: string | null }>, 'getState' | 'subscribe' | 'getInitialState'>;
  list(words: string): ReturnType<typeof listQuery>;
  route(id: string): ReturnType<typeof routeQuery>;
  letters(): ReturnType<typeof lettersQuery>;
  /** What was begun outside, and nobody knows whether it happened. */
  effects(): ReturnType<typeof effectsQuery>;
  choose(id: string | null): void;
  /** Puts the page before the earliest known request behind. Rejects as `ask` does. */
  loadEarlier(words: string): Promise<void>;
  /** Tries a dead letter again and looks at its request. */
  retry(letterId: string): void;
  /** Takes it out of the list, with a way back. */
  drop(letterId: string): void;
  /** Takes all of them out of the list, with a way back for all. */
  dropAll(): void;
  /** Asks the other side what became of it and says so. Rejects as `ask` does, as the next one. */
  check(effectId: string): Promise<void>;
  settle(effectId: string, outcome: 'done' | 'not-done'): Promise<void>;
  onEvent(event: HostEvent): void;
  /** Makes everything be read again. */
  refresh(): void;
}

export interface TraceOptions {
  readonly queryClient: QueryClient;
  readonly ask: Connection['ask'];
  readonly toasts: Pick<Toasts, 'show'>;
  readonly clock: Clock;
}

/** What a request does as it goes on. Words of a reply as it is written are none: the answer comes as a message. */
const steps: ReadonlySet<EventName> = new Set([
  'message/added',
  'tool/started',
  'tool/finished',
  'agent/changed',
  'turn/charged',
  'dead-letter/added',
  'dead-letter/retried',
  'dead-letter/dropped',
  'approval/asked',
  'approval/decided',
  'effect/uncertain',
  'effect/settled',
  'finding/added',
  'request/stopped',
]);

export function createTraces({ queryClient, ask, toasts, clock }: TraceOptions): TraceStore {
  const view = createStore<{ readonly chosenId: string | null }>(() => ({ chosenId: null }));
  let isGathering = false;

  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toasts.show({ icon: ICON, title: what, line: errorBody(error).message });
    }
  }

  /** The newest page, with the pages behind it that are known. */
  async function read(words: string): Promise<TracePages> {
    const fresh = await ask('trace/list', { words, limit: PAGE_SIZE });
    const known = queryClient.getQueryData<TracePages>([LIST, words]);
    const oldest = fresh.traces.at(-1);
    const at = known?.traces.findIndex(({ id }) => id === oldest?.id) ?? -1;
    if (known === undefined || at < 0) return fresh;
    return { traces: [...fresh.traces, ...known.traces.slice(at + 1)], hasEarlier: known.hasEarlier };
  }

  function refresh(): void {
    void queryClient.invalidateQueries({ queryKey: [LIST] });
    void queryClient.invalidateQueries({ queryKey: [ROUTE] });
    void queryClient.invalidateQueries({ queryKey: LETTERS_KEY });
    void queryClient.invalidateQueries({ queryKey: EFFECTS_KEY });
  }

  const store: TraceStore = {
    view,
    list: (words) => listQuery(words, () => read(words)),
    route: (id) => routeQuery(ask, id),
    letters: () => lettersQuery(ask),
    effects: () => effectsQuery(ask),
    choose: (chosenId) => view.setState({ chosenId }),
    async loadEarlier(words) {
      const key = [LIST, words] as const;
      const last = queryClient.getQueryData<TracePages>(key)?.traces.at(-1);
      if (last === undefined) return;
      const page = await ask('trace/list', { words, limit: PAGE_SIZE, beforeTraceId: last.id });
      queryClient.setQueryData<TracePages>(key, (known) =>
        // A refresh in the meantime may have dropped the requests this page joins on to.
        known?.traces.at(-1)?.id === last.id ? { traces: [...known.traces, ...page.traces], hasEarlier: page.hasEarlier } : known,
      );
    },
    retry(letterId) {
      const letter = letterOf(letterId);
      void attempt('It was not tried again', async () => {
        await ask('dead-letter/retry', { id: letterId });
        if (letter !== undefined) store.choose(letter.traceId);
      });
    },
    drop(letterId) {
      const letter = letterOf(letterId);
      void attempt('It was not dropped', async () => {
        const { changeSetId } = await ask('dead-letter/drop', { id: letterId });
        tellDropped('Request dropped', letter?.excerpt ?? null, changeSetId);
      });
    },
    dropAll() {
      void attempt('They were not dropped', async () => {
        const { changeSetId, count } = await ask('dead-letter/drop-all', {});
        tellDropped(count === 1 ? 'Request dropped' : `${count.toLocaleString('en')} requests dropped`, null, changeSetId);
      });
    },
    async check(id) {
      const { text } = await ask('effect/check', { id });
      toasts.show({ icon: ICON, title: 'The other side was asked', line: text });
    },
    settle: async (id, outcome) => void (await ask('effect/settle', { id, outcome })),
    onEvent({ name }) {
      if (!steps.has(name) || isGathering) return;
      isGathering = true;
      clock.schedule(GATHERED_MS, () => {
        isGathering = false;
        refresh();
      });
    },
    refresh,
  };
  return store;

  function tellDropped(title: string, line: string | null, changeSetId: number): void {
    const dismiss = toasts.show({
      icon: ICON,
      title,
      ...(line === null ? {} : { line }),
      action: {
        label: 'Undo',
        run() {
          dismiss();
          void attempt('It did not come back', async () => void (await ask('change/undo', { changeSetId })));
        },
      },
    });
  }

  function letterOf(id: string): DeadLetter | undefined {
    return queryClient.getQueryData<Letters>(LETTERS_KEY)?.letters.find((letter) => letter.id === id);
  }
}

function listQuery(words: string, queryFn: () => Promise<TracePages>) {
  return queryOptions({ queryKey: [LIST, words] as const, queryFn });
}

function routeQuery(ask: Connection['ask'], id: string) {
  return queryOptions({ queryKey: [ROUTE, id] as const, queryFn: (): Promise<TraceRoute> => ask('trace/read', { id }) });
}

function lettersQuery(ask: Connection['ask']) {
  return queryOptions({ queryKey: LETTERS_KEY, queryFn: (): Promise<Letters> => ask('dead-letter/list', {}) });
}

function effectsQuery(ask: Connection['ask']) {
  const queryFn = async (): Promise<readonly UncertainEffect[]> => (await ask('effect/list', {})).effects;
  return queryOptions({ queryKey: EFFECTS_KEY, queryFn });
}
