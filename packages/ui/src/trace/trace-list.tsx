// The requests there were, the latest first: what was asked, how it ended, what it took.
import type { AgentDescription, TraceState, TraceSummary } from '@vos/protocol/entities';
import {
  Check,
  CircleQuestionMark,
  CircleSlash,
  type LucideIcon,
  Minus,
  OctagonPause,
  Search,
  ShieldX,
  TriangleAlert,
  X,
} from 'lucide-react';
import { memo, useRef } from 'react';
import { PRIMARY_AGENT_ID, agentName } from '../chat/speakers.ts';
import { duration, elapsed, fullTime, relativeTime } from '../chat/when.ts';
import { useEntryKeys } from '../chat/use-entry-keys.ts';
import { costText, isNothing, leastCostText } from '../spending-words.ts';
import { Words } from '../words.tsx';

export interface TraceListProps {
  readonly traces: readonly TraceSummary[];
  readonly shownId: string | null;
  readonly words: string;
  readonly hasEarlier: boolean;
  readonly isLoadingEarlier: boolean;
  readonly agents: readonly AgentDescription[];
  readonly nowMs: number;
  readonly onWords: (words: string) => void;
  readonly onChoose: (id: string) => void;
  readonly onEarlier: () => void;
}

/** Nearer to the end than this asks for earlier requests; about one screen of a small window. */
const EARLIER_WITHIN_PX = 320;

export function TraceList(props: TraceListProps) {
  const { traces, shownId, words, hasEarlier, isLoadingEarlier, agents, nowMs, onWords, onChoose, onEarlier } = props;
  const searchRef = useRef<HTMLInputElement>(null);
  const sideRef = useRef<HTMLElement>(null);
  const reachedId = useEntryKeys(
    sideRef,
    traces.map(({ id }) => id),
    false,
    shownId ?? traces[0]?.id,
  );
  return (
    <nav className="trace-side" aria-label="Requests" ref={sideRef}>
      <div className="field" role="search" aria-label="Requests">
        <Search className="icon" />
        <input
          ref={searchRef}
          type="text"
          aria-label="Search what you asked"
          placeholder="Search what you asked"
          dir="auto"
          maxLength={200}
          value={words}
          onChange={(event) => onWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || words === '') return;
            event.stopPropagation();
            onWords('');
          }}
        />
        {words !== '' && (
          <button
            type="button"
            className="icon-button is-small"
            aria-label="Clear search"
            onClick={() => {
              onWords('');
              searchRef.current?.focus();
            }}
          >
            <X className="icon" />
          </button>
        )}
      </div>
      {traces.length === 0 ? (
        <p className="trace-none" role="status">
          {words === '' ? '' : 'You asked nothing with these words.'}
        </p>
      ) : (
        <div
          className="trace-scroll"
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            if (hasEarlier && !isLoadingEarlier && scrollHeight - scrollTop - clientHeight < EARLIER_WITHIN_PX) onEarlier();
          }}
        >
          <ul>
            {traces.map((trace) => (
              <TraceRow
                key={trace.id}
                trace={trace}
                isShown={trace.id === shownId}
                tabIndex={trace.id === reachedId ? 0 : -1}
                agents={agents}
                nowMs={nowMs}
                onChoose={onChoose}
              />
            ))}
          </ul>
          {hasEarlier && (
            <button type="button" className="button is-small is-quiet" disabled={isLoadingEarlier} onClick={onEarlier}>
              {isLoadingEarlier ? 'Loading earlier requests…' : 'Show earlier requests'}
            </button>
          )}
        </div>
      )}
    </nav>
  );
}

interface TraceRowProps extends Pick<TraceListProps, 'agents' | 'nowMs' | 'onChoose'> {
  readonly trace: TraceSummary;
  readonly isShown: boolean;
  readonly tabIndex: 0 | -1;
}

const TraceRow = memo(function TraceRow({ trace, isShown, tabIndex, agents, nowMs, onChoose }: TraceRowProps) {
  const { id, asked, state, startedAt, agentIds, spending } = trace;
  const others = agentIds.filter((agentId) => agentId !== PRIMARY_AGENT_ID).map((agentId) => agentName(agentId, agents));
  return (
    <li>
      <button
        type="button"
        className={`trace-row${isShown ? ' is-on' : ''}`}
        aria-current={isShown ? 'true' : undefined}
        tabIndex={tabIndex}
        data-entry-id={id}
        onClick={() => onChoose(id)}
      >
        <span className="trace-row-head">
          <StateMark state={state} />
          <Words className="truncate" title={asked ?? undefined}>
            {asked ?? 'Begun by VOS itself'}
          </Words>
        </span>
        <span className="trace-row-facts">
          <time dateTime={startedAt} title={fullTime(startedAt)}>
            {relativeTime(startedAt, nowMs)}
          </time>
          {state === 'waiting' ? (
            <span className="trace-waits">{stateWords.waiting}</span>
          ) : (
            <span>{takenWords(trace, nowMs)}</span>
          )}
          {!isNothing(spending) && <span title={costText(spending)}>{leastCostText(spending)}</span>}
          {others.length > 0 && <span className="truncate trace-row-agents">{others.join(', ')}</span>}
        </span>
      </button>
    </li>
  );
});

export const stateWords = {
  running: 'Running',
  waiting: 'Waits for you',
  answered: 'Answered',
  refused: 'Refused by you',
  failed: 'Failed',
  stopped: 'Stopped by you',
  limited: 'Stopped by a limit',
  unanswered: 'No answer',
} as const satisfies Record<TraceState, string>;

/** How long it took, or takes so far, without the time for which it was set aside or waited for the person. */
export function takenWords({ startedAt, durationMs, idleMs, waitedMs }: TraceSummary, nowMs: number): string {
  return durationMs === null ? elapsed(startedAt, nowMs - idleMs - waitedMs) : duration(durationMs);
}

/** Shape and word, never colour alone. */
export function StateMark({ state }: { readonly state: TraceState }) {
  switch (state) {
    case 'running':
      return (
        <span className="wave trace-mark" role="img" aria-label="Running">
          <i />
          <i />
          <i />
        </span>
      );
    default: {
      const Icon = stateIcons[state];
      return <Icon className={`icon trace-mark is-${state}`} role="img" aria-hidden="false" aria-label={stateWords[state]} />;
    }
  }
}

const stateIcons = {
  waiting: CircleQuestionMark,
  answered: Check,
  refused: ShieldX,
  failed: TriangleAlert,
  stopped: CircleSlash,
  limited: OctagonPause,
  unanswered: Minus,
} as const satisfies Record<Exclude<TraceState, 'running'>, LucideIcon>;
