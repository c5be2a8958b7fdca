// The trace window: what waits for the person, the requests there were, and the route of one of them. Props in, callbacks out.
import type { Clock } from '@vos/base';
import { useNow } from '../chat/use-now.ts';
import { LoadFailure } from '../load-failure.tsx';
import { RouteArt } from './route-art.tsx';
import { UncertainPart, type UncertainPartProps } from './uncertain-part.tsx';
import { LettersPart, type LettersPartProps } from './letters-part.tsx';
import { RouteView, type RouteViewProps } from './route-view.tsx';
import { TraceList, type TraceListProps } from './trace-list.tsx';

/** Labels such as “5m ago” change once a minute; twice as often keeps them right without being noticed. */
const LABEL_INTERVAL_MS = 30_000;

export type TraceLoading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly sentence: string };

type Given<Props, Own extends keyof Props> = Omit<Props, Own | 'nowMs' | 'agents' | 'canAct'>;

export interface TraceViewProps extends Pick<RouteViewProps, 'agents' | 'canAct'> {
  readonly list: Given<TraceListProps, 'onChoose' | 'shownId'>;
  readonly listLoading: TraceLoading;
  /** The request that is looked at; the latest one while the person has chosen none. */
  readonly shownId: string | null;
  readonly isChosen: boolean;
  /** Null until it has come. */
  readonly route: Pick<RouteViewProps, 'trace' | 'hops' | 'findings'> | null;
  /** Why it has not. */
  readonly routeProblem: string | null;
  readonly letters: Given<LettersPartProps, 'onShow' | 'onRetry' | 'onDrop' | 'onDropAll'>;
  readonly uncertain: Given<UncertainPartProps, 'onShow'>;
  readonly onRetry: (letterId: string) => void;
  readonly onDrop: (letterId: string) => void;
  readonly onDropAll: () => void;
  /** Null goes back to the list, and to the latest. */
  readonly onChoose: (id: string | null) => void;
  readonly onReload: () => void;
  readonly onCopy: (text: string) => Promise<void>;
  readonly clock: Clock;
}

export function TraceView(props: TraceViewProps) {
  const { list, listLoading, shownId, isChosen, route, letters, agents, canAct, onRetry, onDrop, onChoose, clock } = props;
  const isRunning = [route?.trace, ...list.traces].some((trace) => trace?.state === 'running' || trace?.state === 'waiting');
  const nowMs = useNow(clock, isRunning ? 1000 : LABEL_INTERVAL_MS);
  const isEmpty = list.traces.length === 0 && list.words === '' && shownId === null;
  return (
    <div className={`trace${isChosen ? ' is-chosen' : ''}`}>
      <LettersPart
        {...letters}
        agents={agents}
        nowMs={nowMs}
        canAct={canAct}
        onShow={onChoose}
        onRetry={onRetry}
        onDrop={onDrop}
        onDropAll={props.onDropAll}
      />
      <UncertainPart {...props.uncertain} agents={agents} nowMs={nowMs} canAct={canAct} onShow={onChoose} />
      {isEmpty ? (
        <Nothing loading={listLoading} onReload={props.onReload} />
      ) : (
        <div className="trace-columns">
          <TraceList {...list} shownId={shownId} agents={agents} nowMs={nowMs} onChoose={onChoose} />
          {route !== null && route.trace.id === shownId ? (
            <RouteView
              key={route.trace.id}
              {...route}
              agents={agents}
              nowMs={nowMs}
              canAct={canAct}
              onRetry={onRetry}
              onDrop={onDrop}
              onCopy={props.onCopy}
              onBack={() => onChoose(null)}
            />
          ) : (
            <NoRoute problem={props.routeProblem} isWanted={shownId !== null} onReload={props.onReload} />
          )}
        </div>
      )}
    </div>
  );
}

function Nothing({ loading, onReload }: { readonly loading: TraceLoading; readonly onReload: () => void }) {
  switch (loading.kind) {
    case 'loading':
      return <div className="empty" role="status" aria-label="Loading the requests" />;
    case 'failed':
      return (
        <LoadFailure
          art={<RouteArt isBroken />}
          title="The requests did not load"
          sentence={loading.sentence}
          onRetry={onReload}
        />
      );
    case 'ready':
      return (
        <div className="empty">
          <RouteArt isBroken={false} />
          <h3>No requests yet</h3>
          <p>Ask VOS something. Who worked on it, with what, how long and for how much is drawn here as it happens.</p>
        </div>
      );
  }
}

function NoRoute({
  problem,
  isWanted,
  onReload,
}: {
  readonly problem: string | null;
  readonly isWanted: boolean;
  readonly onReload: () => void;
}) {
  if (problem === null)
    return <div className="route empty" role="status" aria-label={isWanted ? 'Loading the route' : undefined} />;
  return (
    <LoadFailure
      className="route empty"
      art={<RouteArt isBroken />}
      title="This route did not load"
      sentence={problem}
      onRetry={onReload}
    />
  );
}
