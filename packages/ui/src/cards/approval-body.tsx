// A tool call that waits for the person: what would be done, why it is asked, and the two decisions with what each of them means.
import type { AgentDescription, Approval, ApprovalScope } from '@vos/protocol/entities';
import { ShieldQuestionMark } from 'lucide-react';
import { type MouseEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { denialWords, permissionWords } from '../effect-words.ts';
import { Segmented } from '../settings/segmented.tsx';
import { useAction } from '../settings/use-action.ts';
import type { CallActions } from './call-actions.ts';
import { WholeValues } from './whole-values.tsx';
import { harmless } from '../harmless.ts';

/**
 * A card appears where something else stood a moment before, and a click or Enter meant for that must not decide anything. A person needs
 * about a quarter of a second to notice what appeared; they read much longer before they decide on purpose.
 */
const TOO_FRESH_MS = 400;

const scopeTitles: readonly { readonly value: ApprovalScope; readonly title: string }[] = [
  { value: 'once', title: 'Just this once' },
  { value: 'conversation', title: 'In this conversation' },
  { value: 'always', title: 'Always' },
];

export interface ApprovalBodyProps {
  readonly approval: Approval;
  readonly agents: readonly AgentDescription[];
  readonly actions: Pick<CallActions, 'decide'>;
}

export function ApprovalBody({ approval, agents, actions }: ApprovalBodyProps) {
  const [scope, setScope] = useState<ApprovalScope>('once');
  const [decision, setDecision] = useState<'allow' | 'deny'>('allow');
  const { isBusy, problem, run } = useAction();
  const shownAtMs = useShownAtMs();
  const meansId = useId();
  const canAllow = approval.scopes.includes(scope);

  function decide(wanted: 'allow' | 'deny', { currentTarget, timeStamp, detail }: MouseEvent): void {
    // The second click of a double one was meant for what the first one did, such as the card above this one.
    if (timeStamp - (shownAtMs.current ?? timeStamp) < TOO_FRESH_MS || detail > 1) return;
    if (wanted === 'allow' && !canAllow) return;
    // The buttons go once it is decided; whoever used them by keyboard stays at the card.
    if (currentTarget.contains(document.activeElement)) currentTarget.closest<HTMLElement>('[data-entry-id]')?.focus();
    setDecision(wanted);
    void run(() => actions.decide(approval.id, wanted, scope));
  }

  return (
    <div className="tool-body approval">
      <WholeValues value={approval.arguments} />
      <div className="approval-why">
        <ShieldQuestionMark className="icon" />
        <div>
          <p>{harmless(approval.reasonText)}</p>
          {approval.sources.length > 0 && (
            <p className="approval-sources">
              It read{' '}
              {approval.sources.map((source, index) => (
                <span key={source}>
                  {index > 0 && ', '}
                  <code>{harmless(source)}</code>
                </span>
              ))}
              .
            </p>
          )}
        </div>
      </div>
      <Segmented label="For how long" options={scopeTitles} value={scope} onChange={setScope} />
      <dl className="approval-means" id={meansId}>
        <div>
          <dt>Allow</dt>
          <dd>
            {canAllow
              ? permissionWords(approval, scope, agents)
              : 'Not for this long, because of why you are asked. Choose less to allow it.'}
          </dd>
        </div>
        <div>
          <dt>Don’t allow</dt>
          <dd>{denialWords(approval.effect, scope)}</dd>
        </div>
      </dl>
      {problem !== null && (
        <p className="tool-failure" role="alert">
          {problem.sentence}
        </p>
      )}
      <div className="approval-buttons">
        <button
          type="button"
          className="button"
          aria-disabled={isBusy}
          aria-describedby={meansId}
          onClick={(event) => decide('deny', event)}
        >
          {isBusy && decision === 'deny' ? 'Refusing…' : 'Don’t allow'}
        </button>
        <button
          type="button"
          className="button is-primary"
          aria-disabled={isBusy || !canAllow}
          aria-describedby={meansId}
          onClick={(event) => decide('allow', event)}
        >
          {isBusy && decision === 'allow' ? 'Allowing…' : 'Allow'}
        </button>
      </div>
    </div>
  );
}

/** When this was first drawn, by the clock that events are stamped with. */
function useShownAtMs(): RefObject<number | null> {
  const shownAtMs = useRef<number | null>(null);
  useLayoutEffect(() => {
    shownAtMs.current = new Event('shown').timeStamp;
  }, []);
  return shownAtMs;
}
