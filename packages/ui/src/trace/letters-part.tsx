// Requests that could not be answered: why, to be tried again or dropped.
import type { AgentDescription, DeadLetter } from '@vos/protocol/entities';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { agentInSentence } from '../chat/speakers.ts';
import { Matter, Matters } from './matter.tsx';
import { harmless } from '../harmless.ts';

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
  readonly onDropAll: () => void;
}

export function LettersPart({ letters, total, agents, nowMs, canAct, onShow, onRetry, onDrop, onDropAll }: LettersPartProps) {
  if (letters.length === 0) return null;
  const title = total === 1 ? '1 request could not be answered' : `${total.toLocaleString('en')} requests could not be answered`;
  return (
    <Matters
      label="Not answered"
      title={title}
      icon={<TriangleAlert className="icon" />}
      actions={
        total > 1 && (
          <button type="button" className="button is-small is-quiet" disabled={!canAct} onClick={onDropAll}>
            Drop all
          </button>
        )
      }
    >
      {letters.map(({ id, excerpt, agentId, reason, setAsideAt, traceId }) => {
        const head = harmless(excerpt ?? `A message to ${agentInSentence(agentId, agents)}`);
        return (
          <Matter key={id} head={head} since={setAsideAt} sentence={reason.message} nowMs={nowMs} onShow={() => onShow(traceId)}>
            <button
              type="button"
              className="button is-small"
              aria-label={`Try again: ${head}`}
              disabled={!canAct}
              onClick={() => onRetry(id)}
            >
              <RotateCcw className="icon" />
              Try again
            </button>
            <button
              type="button"
              className="button is-small is-quiet"
              aria-label={`Drop: ${head}`}
              disabled={!canAct}
              onClick={() => onDrop(id)}
            >
              Drop
            </button>
          </Matter>
        );
      })}
    </Matters>
  );
}
