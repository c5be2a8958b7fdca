// The trace window: the requests there were, the route of one of them, and what could not be answered.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type TraceLoading, TraceView } from '@vos/ui';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useServices } from '../desk/services.ts';

/** A rest in typing after which requests are looked up. */
const REST_MS = 200;

const NO_CONNECTION = 'There is no connection to the host. They appear here by themselves when it is back.';

const nobody: readonly never[] = [];

export function TracePane() {
  const { connection, traces, clock, copy } = useServices();
  const { status, session } = useStore(connection.view);
  const { chosenId } = useStore(traces.view);
  const isOnline = status.kind === 'online';
  const [words, setWords] = useState('');
  const [wanted, setWanted] = useState('');
  useEffect(() => clock.schedule(REST_MS, () => setWanted(words.trim())), [clock, words]);
  const [isLoadingEarlier, setIsLoadingEarlier] = useState(false);

  const list = useQuery({ ...traces.list(wanted), enabled: isOnline, placeholderData: keepPreviousData });
  const letters = useQuery({ ...traces.letters(), enabled: isOnline });
  const effects = useQuery({ ...traces.effects(), enabled: isOnline });
  const shownId = chosenId ?? list.data?.traces[0]?.id ?? null;
  const route = useQuery({ ...traces.route(shownId ?? ''), enabled: isOnline && shownId !== null });

  function loadEarlier(): void {
    if (isLoadingEarlier || !isOnline) return;
    setIsLoadingEarlier(true);
    traces
      .loadEarlier(wanted)
      // Nothing is lost when it fails: the button that asked for it is still there.
      .catch(() => undefined)
      .finally(() => setIsLoadingEarlier(false));
  }

  return (
    <TraceView
      agents={session?.agents ?? nobody}
      canAct={isOnline}
      list={{
        traces: list.data?.traces ?? nobody,
        words,
        hasEarlier: list.data?.hasEarlier ?? false,
        isLoadingEarlier,
        onWords: setWords,
        onEarlier: loadEarlier,
      }}
      listLoading={loadingOf(list, isOnline)}
      shownId={shownId}
      isChosen={chosenId !== null}
      route={route.data ?? null}
      routeProblem={problemOf(route, isOnline)}
      letters={{ letters: letters.data?.letters ?? nobody, total: letters.data?.total ?? 0 }}
      uncertain={{ effects: effects.data ?? nobody, onCheck: traces.check, onSettle: traces.settle }}
      onRetry={traces.retry}
      onDrop={traces.drop}
      onDropAll={traces.dropAll}
      onChoose={traces.choose}
      onReload={traces.refresh}
      onCopy={copy}
      clock={clock}
    />
  );
}

interface Asked {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
}

function loadingOf(asked: Asked, isOnline: boolean): TraceLoading {
  if (asked.data !== undefined) return { kind: 'ready' };
  const sentence = problemOf(asked, isOnline);
  return sentence === null ? { kind: 'loading' } : { kind: 'failed', sentence };
}

/** Why there is nothing to show; null where there is, or where it may still come. */
function problemOf({ data, error, isFetching }: Asked, isOnline: boolean): string | null {
  if (data !== undefined) return null;
  if (!isOnline) return NO_CONNECTION;
  return error === null || isFetching ? null : error.message;
}
