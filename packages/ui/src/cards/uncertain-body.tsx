// Something was begun outside and nobody knows whether it happened: what is known, and what the person can do about it.
import type { UncertainEffect } from '@vos/protocol/entities';
import { useState } from 'react';
import { useAction } from '../settings/use-action.ts';
import type { CallActions } from './call-actions.ts';
import { WholeValues } from './whole-values.tsx';
import { harmless } from '../harmless.ts';

export interface UncertainBodyProps {
  readonly effect: UncertainEffect;
  readonly actions: Pick<CallActions, 'check' | 'settle'>;
}

export function UncertainBody({ effect: { id, known, canCheck, arguments: given }, actions }: UncertainBodyProps) {
  const { isBusy, problem, run } = useAction();
  const [answer, setAnswer] = useState<string | null>(null);
  const [asked, setAsked] = useState<'check' | 'settle'>('check');

  function check(): void {
    setAsked('check');
    setAnswer(null);
    void run(async () => setAnswer(await actions.check(id)));
  }
  function settle(outcome: 'done' | 'not-done'): void {
    setAsked('settle');
    void run(() => actions.settle(id, outcome));
  }

  return (
    <div className="tool-body uncertain">
      <WholeValues value={given} />
      <p>{harmless(known)}</p>
      <p className="hint">
        {canCheck
          ? 'VOS can ask the other side what became of it.'
          : 'The other side cannot be asked. Look there yourself, and say here what you found.'}
      </p>
      <p className="uncertain-answer" role="status">
        {isBusy && asked === 'check' ? 'Asking the other side…' : answer && harmless(answer)}
      </p>
      {problem !== null && (
        <p className="tool-failure" role="alert">
          {problem.sentence}
        </p>
      )}
      <div className="approval-buttons">
        {canCheck && (
          <button type="button" className="button is-primary" aria-disabled={isBusy} onClick={check}>
            Check
          </button>
        )}
        <button type="button" className="button" aria-disabled={isBusy} onClick={() => settle('done')}>
          It was done
        </button>
        <button type="button" className="button" aria-disabled={isBusy} onClick={() => settle('not-done')}>
          It was not done
        </button>
      </div>
    </div>
  );
}
