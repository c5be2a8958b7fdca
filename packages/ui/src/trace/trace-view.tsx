// The trace window: what waits for the person, the requests there were, and the route of one of them. Props in, callbacks out.
import type { Clock } from '@vos/base';
import { useNow } from '../chat/use-now.ts';
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
        <div className="empty" role="alert">
          <h3>The requests did not load</h3>
          <p>{loading.sentence}</p>
          <button type="button" className="button" onClick={onReload}>
            Try again
          </button>
        </div>
      );
    case 'ready':
      return (
        <div className="empty">
          <RouteArt />
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
    <div className="route empty" role="alert">
      <h3>This route did not load</h3>
      <p>{problem}</p>
      <button type="button" className="button" onClick={onReload}>
        Try again
      </button>
    </div>
  );
}

/** Three lanes and the way between them. */
function RouteArt() {
  return (
    <svg className="empty-art" viewBox="0 0 132 104" aria-hidden="true" fill="none" strokeLinecap="round" strokeWidth="2.5">
      <path d="M26 12v80M66 12v80M106 12v80" stroke="var(--line-strong)" strokeDasharray="1 6" />
      <path d="M26 28h36M66 48h36M102 66H70M62 82H30" stroke="var(--text-faint)" />
      <path d="m57 23 6 5-6 5M97 43l6 5-6 5M75 61l-6 5 6 5M35 77l-6 5 6 5" stroke="var(--text-faint)" strokeLinejoin="round" />
      <circle cx="26" cy="28" r="5" fill="var(--accent-mark)" />
      <circle cx="66" cy="48" r="5" fill="var(--ember-orange)" />
      <circle cx="106" cy="66" r="5" fill="var(--text-faint)" />
      <circle cx="66" cy="82" r="5" fill="var(--ember-orange)" />
    </svg>
  );
}
