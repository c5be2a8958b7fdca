// One line of a route: when, from which lane to which, what, how long; unfolded, everything that is known of it.
import { ChevronDown, Copy, RotateCcw } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { duration, elapsed } from '../chat/when.ts';
import type { ModelUse, RouteLine } from './route-lines.ts';
import { harmless } from '../harmless.ts';

export interface RouteLineItemProps {
  readonly line: RouteLine;
  readonly laneCount: number;
  /** Whether Tab comes here, of all lines. */
  readonly tabIndex: 0 | -1;
  readonly nowMs: number;
  readonly canAct: boolean;
  readonly onRetry: (letterId: string) => void;
  readonly onDrop: (letterId: string) => void;
  readonly onCopy: (text: string) => Promise<void>;
}

export const RouteLineItem = memo(function RouteLineItem(props: RouteLineItemProps) {
  const { line, laneCount, tabIndex, nowMs, canAct, onRetry, onDrop, onCopy } = props;
  const { key, kind, title, code, text, state, problem, models, details, letterId } = line;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const detailsId = useId();
  const took = line.runningSince === null ? line.took : elapsed(line.runningSince, nowMs);
  return (
    <li className={`route-line is-${kind} is-${state}`} data-entry-id={key} tabIndex={tabIndex}>
      <span className="route-time">
        <span className="visually-hidden">After </span>
        {sinceWords(line.sinceMs)}
      </span>
      <Track line={line} laneCount={laneCount} />
      <div className="route-what">
        <p className="route-title">
          <span>{harmless(title)}</span>
          {code !== null && <code>{harmless(code)}</code>}
          {state === 'running' && (
            <span className="wave" role="img" aria-label="running">
              <i />
              <i />
              <i />
            </span>
          )}
          {took !== null && <span className="route-took">{took}</span>}
          {details.length > 0 && (
            <button
              type="button"
              className="icon-button is-small tool-fold"
              tabIndex={tabIndex}
              aria-label={isUnfolded ? 'Hide details' : 'Show details'}
              title={isUnfolded ? 'Hide details' : 'Show details'}
              aria-expanded={isUnfolded}
              aria-controls={detailsId}
              onClick={() => setIsUnfolded(!isUnfolded)}
            >
              <ChevronDown className="icon" />
            </button>
          )}
        </p>
        {text !== null && text.text !== '' && !isUnfolded && (
          <p className={`route-text${kind === 'tool' ? ' is-code' : ''}`} dir="auto">
            {harmless(text.text)}
          </p>
        )}
        {models.map((use) => (
          <ModelLine key={use.id} use={use} />
        ))}
        {problem !== null && (
          <p className={`route-problem is-${state}`} dir="auto">
            {harmless(problem)}
          </p>
        )}
        {letterId !== null && (
          <div className="route-actions">
            <button
              type="button"
              className="button is-small"
              tabIndex={tabIndex}
              disabled={!canAct}
              onClick={() => onRetry(letterId)}
            >
              <RotateCcw className="icon" />
              Try again
            </button>
            <button
              type="button"
              className="button is-small is-quiet"
              tabIndex={tabIndex}
              disabled={!canAct}
              onClick={() => onDrop(letterId)}
            >
              Drop
            </button>
          </div>
        )}
        <div id={detailsId} className="route-details" hidden={!isUnfolded}>
          {isUnfolded && details.map((detail) => <Detail key={detail.label} {...detail} tabIndex={tabIndex} onCopy={onCopy} />)}
        </div>
      </div>
    </li>
  );
});

/** The lanes of this line, and on them a point, or an arrow from one to the other. */
function Track({ line: { from, to, isRoundTrip }, laneCount }: { readonly line: RouteLine; readonly laneCount: number }) {
  const style: Record<string, number> = {
    '--first': Math.min(from, to),
    '--span': Math.abs(to - from),
    '--from': from,
    '--to': to,
  };
  return (
    <span className="route-track" style={style} aria-hidden="true">
      {Array.from({ length: laneCount }, (_, lane) => (
        <i key={lane} className="route-rail" />
      ))}
      {from !== to && <i className={`route-arrow${to < from ? ' is-back' : ''}${isRoundTrip ? ' is-round' : ''}`} />}
      <i className={`route-point${from === 0 ? ' is-person' : ''}`} />
    </span>
  );
}

function ModelLine({ use: { model, state, facts, problem } }: { readonly use: ModelUse }) {
  return (
    <>
      <p className="route-model">
        <span>{harmless(model)}</span>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {problem !== null && (
        <p className={`route-problem is-${state}`} dir="auto">
          {harmless(problem)}
        </p>
      )}
    </>
  );
}

function Detail({
  label,
  text: { text, fullLength },
  tabIndex,
  onCopy,
}: RouteLine['details'][number] & Pick<RouteLineItemProps, 'tabIndex' | 'onCopy'>) {
  return (
    <>
      <h4>
        {label}
        <button
          type="button"
          className="icon-button is-small"
          aria-label={`Copy “${label}”`}
          title="Copy"
          tabIndex={tabIndex}
          onClick={() => void onCopy(text).catch(() => undefined)}
        >
          <Copy className="icon" />
        </button>
      </h4>
      {/* It can be focused because a scrolled region must be reachable by keyboard. */}
      <pre dir="auto" tabIndex={tabIndex} role="region" aria-label={label}>
        {text === '' ? 'Nothing' : harmless(text)}
      </pre>
      {fullLength > text.length && (
        <p className="route-cut">
          The first {text.length.toLocaleString('en')} of {fullLength.toLocaleString('en')} characters.
        </p>
      )}
    </>
  );
}

function sinceWords(sinceMs: number): string {
  return sinceMs === 0 ? '0 s' : duration(sinceMs);
}
