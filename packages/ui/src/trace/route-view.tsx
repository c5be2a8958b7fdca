// The route of one request as a diagram: a lane for everybody who took part, and down the page what went from lane to lane.
import type { AgentDescription, Finding, TraceHop, TraceSummary } from '@vos/protocol/entities';
import { ArrowLeft, ScanEye } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { AgentMark } from '../chat/agent-mark.tsx';
import { duration, fullTime } from '../chat/when.ts';
import { useEntryKeys } from '../chat/use-entry-keys.ts';
import { isNothing, spendingText } from '../spending-words.ts';
import { RouteLineItem } from './route-line-item.tsx';
import { drawRoute, type Lane } from './route-lines.ts';
import { StateMark, stateWords, takenWords } from './trace-list.tsx';
import { harmless } from '../harmless.ts';

export interface RouteViewProps {
  readonly trace: TraceSummary;
  readonly hops: readonly TraceHop[];
  readonly findings: readonly Finding[];
  readonly agents: readonly AgentDescription[];
  readonly nowMs: number;
  readonly canAct: boolean;
  readonly onRetry: (letterId: string) => void;
  readonly onDrop: (letterId: string) => void;
  readonly onCopy: (text: string) => Promise<void>;
  /** Back to the list, where both do not fit beside each other. */
  readonly onBack: () => void;
}

export function RouteView({ trace, hops, findings, agents, nowMs, canAct, onRetry, onDrop, onCopy, onBack }: RouteViewProps) {
  const { asked, state, startedAt, idleMs, waitedMs, conversationTitle, spending, endedReason } = trace;
  const { lanes, lines } = useMemo(() => drawRoute(hops, startedAt, agents), [hops, startedAt, agents]);
  const scrollRef = useRef<HTMLDivElement>(null);
  const reachedKey = useEntryKeys(
    scrollRef,
    lines.map(({ key }) => key),
    false,
    lines[0]?.key,
  );
  const facts = [
    `${stateWords[state]} ${prepositions[state] ?? 'after'} ${takenWords(trace, nowMs)}`,
    ...(idleMs === 0 ? [] : [`set aside for ${duration(idleMs)}`]),
    ...(waitedMs === 0 ? [] : [`waited for you ${duration(waitedMs)}`]),
    ...(isNothing(spending) ? [] : [spendingText(spending)]),
    fullTime(startedAt),
    ...(conversationTitle === '' ? [] : [`in “${conversationTitle}”`]),
  ];
  return (
    <section className="route" aria-label="Route">
      <header className="route-head">
        <button type="button" className="icon-button route-back" aria-label="All requests" title="All requests" onClick={onBack}>
          <ArrowLeft className="icon" />
        </button>
        <div className="route-names">
          <h3 dir="auto">{harmless(asked ?? 'Begun by VOS itself')}</h3>
          <p className="route-facts" role="status">
            <StateMark state={state} />
            <span>{harmless(facts.join(' · '))}</span>
          </p>
        </div>
      </header>
      {findings.map(({ id, text }) => (
        <p className="banner is-notice route-finding" key={id}>
          <ScanEye className="icon" role="img" aria-hidden="false" aria-label="The observer found" />
          <span className="banner-plain">{harmless(text)}</span>
        </p>
      ))}
      {/* It can be focused because a scrolled region must be reachable by keyboard. */}
      <div className="route-scroll" style={laneStyle(lanes.length)} role="region" aria-label="Steps" tabIndex={0} ref={scrollRef}>
        <LaneHeads lanes={lanes} />
        <ol className="route-lines">
          {lines.map((line) => (
            <RouteLineItem
              key={line.key}
              line={line}
              laneCount={lanes.length}
              tabIndex={line.key === reachedKey ? 0 : -1}
              nowMs={nowMs}
              canAct={canAct}
              onRetry={onRetry}
              onDrop={onDrop}
              onCopy={onCopy}
            />
          ))}
        </ol>
        {endedReason !== null && <p className={`route-end is-${state}`}>{harmless(endedReason)}</p>}
        {state === 'unanswered' && <p className="route-end">It ended without an answer.</p>}
      </div>
    </section>
  );
}

/** What is not over says since when; the rest says after how long. */
const prepositions: Partial<Record<TraceSummary['state'], string>> = { running: 'for', waiting: 'since it was asked' };

function LaneHeads({ lanes }: { readonly lanes: readonly Lane[] }) {
  return (
    <div className="lane-heads" aria-hidden="true">
      {lanes.map(({ id, name, icon }) => (
        <span key={id} className={`lane-head${id === 'person' ? ' is-person' : ''}`} title={name}>
          <AgentMark agentId={id} icon={icon} />
          <span className="lane-name">{name}</span>
        </span>
      ))}
    </div>
  );
}

/** How many lanes there are, for the sheet to draw them. */
function laneStyle(count: number): Record<string, number> {
  return { '--lanes': count };
}
