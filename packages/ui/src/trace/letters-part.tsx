// Requests that could not be answered, above everything else in the window: why, and what can be done.
import type { AgentDescription, DeadLetter } from '@vos/protocol/entities';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { agentInSentence } from '../chat/speakers.ts';
import { relativeTime } from '../chat/when.ts';

export interface LettersPartProps {
  /** The latest first. */
  readonly letters: readonly DeadLetter[];
  /** How many there are in all. */
  readonly total: number;
  readonly agents: readonly AgentDescription[];
  readonly nowMs: number;
  readonly canAct: boolean;
  readonly onShow: (traceId: string) => void;
  readonly onRetry: (letterId: string) => void;
  readonly onDrop: (letterId: string) => void;
}

export function LettersPart({ letters, total, agents, nowMs, canAct, onShow, onRetry, onDrop }: LettersPartProps) {
  if (letters.length === 0) return null;
  return (
    <section className="letters" aria-label="Not answered">
      <h3>
        <TriangleAlert className="icon" />
        {total === 1 ? '1 request could not be answered' : `${total.toLocaleString('en')} requests could not be answered`}
      </h3>
      <ul>
        {letters.map(({ id, excerpt, agentId, reason, setAsideAt, traceId }) => (
          <li key={id} className="letter">
            <button type="button" className="letter-words" onClick={() => onShow(traceId)}>
              <span className="letter-head">
                <bdi className="truncate">{excerpt ?? `A message to ${agentInSentence(agentId, agents)}`}</bdi>
                <time dateTime={setAsideAt}>{relativeTime(setAsideAt, nowMs)}</time>
              </span>
              <span className="letter-reason" dir="auto">
                {reason.message}
              </span>
            </button>
            <button
              type="button"
              className="button is-small"
              aria-label={`Try again: ${excerpt ?? 'the message'}`}
              disabled={!canAct}
              onClick={() => onRetry(id)}
            >
              <RotateCcw className="icon" />
              Try again
            </button>
            <button
              type="button"
              className="button is-small is-quiet"
              aria-label={`Drop: ${excerpt ?? 'the message'}`}
              disabled={!canAct}
              onClick={() => onDrop(id)}
            >
              Drop
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
