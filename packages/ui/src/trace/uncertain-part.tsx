// What was begun outside VOS and may have happened or not. It is never repeated on a guess: the other side is asked, or the person says.
import type { AgentDescription, UncertainEffect } from '@vos/protocol/entities';
import { CircleHelp } from 'lucide-react';
import { agentName } from '../chat/speakers.ts';
import { useAction } from '../settings/use-action.ts';
import { Matter, Matters } from './matter.tsx';

export type EffectOutcome = 'done' | 'not-done';

export interface UncertainPartProps {
  /** The latest first. */
  readonly effects: readonly UncertainEffect[];
  readonly agents: readonly AgentDescription[];
  readonly nowMs: number;
  readonly canAct: boolean;
  readonly onShow: (traceId: string) => void;
  /** Asks the other side. Rejects with the sentence to show. */
  readonly onCheck: (effectId: string) => Promise<void>;
  /** The person knows. Rejects with the sentence to show. */
  readonly onSettle: (effectId: string, outcome: EffectOutcome) => Promise<void>;
}

export function UncertainPart({ effects, ...props }: UncertainPartProps) {
  if (effects.length === 0) return null;
  const title = effects.length === 1 ? '1 thing may have happened or not' : `${effects.length} things may have happened or not`;
  return (
    <Matters label="Uncertain" title={title} icon={<CircleHelp className="icon" />} isUncertain>
      {effects.map((effect) => (
        <Uncertain key={effect.id} effect={effect} {...props} />
      ))}
    </Matters>
  );
}

function Uncertain({
  effect: { id, traceId, agentId, toolName, known, canCheck, intendedAt },
  agents,
  nowMs,
  canAct,
  onShow,
  onCheck,
  onSettle,
}: Omit<UncertainPartProps, 'effects'> & { readonly effect: UncertainEffect }) {
  const { isBusy, problem, run } = useAction();
  const settle = (outcome: EffectOutcome) => (): void => void run(() => onSettle(id, outcome));
  return (
    <Matter
      head={`${agentName(agentId, agents)}, ${toolName}`}
      since={intendedAt}
      sentence={problem?.sentence ?? known}
      nowMs={nowMs}
      onShow={() => onShow(traceId)}
    >
      {canCheck && (
        <button
          type="button"
          className="button is-small"
          aria-label={`Check: ${toolName}`}
          disabled={!canAct || isBusy}
          onClick={() => void run(() => onCheck(id))}
        >
          {isBusy ? 'Asking…' : 'Check'}
        </button>
      )}
      <button
        type="button"
        className="button is-small is-quiet"
        aria-label={`It was done: ${toolName}`}
        disabled={!canAct || isBusy}
        onClick={settle('done')}
      >
        It was done
      </button>
      <button
        type="button"
        className="button is-small is-quiet"
        aria-label={`It was not done: ${toolName}`}
        disabled={!canAct || isBusy}
        onClick={settle('not-done')}
      >
        It was not done
      </button>
    </Matter>
  );
}
