// Removing a service, asked for twice because its key goes with it and cannot be brought back.
import { useEffect, useRef, useState } from 'react';
import { useAction } from './use-action.ts';
import { Words } from '../words.tsx';

export interface RemovePartProps {
  readonly label: string;
  readonly hasKey: boolean;
  readonly onRemove: () => Promise<void>;
}

export function RemovePart({ label, hasKey, onRemove }: RemovePartProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, problem, run } = useAction();
  const partRef = useRef<HTMLDivElement>(null);
  // The question is taller than the button that asked for it, and stands at the end of a page that scrolls.
  useEffect(() => {
    if (isAsking) partRef.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isAsking]);
  return (
    <div className="service-part is-last" ref={partRef}>
      {isAsking ? (
        <div className="field-row is-centred">
          <p>
            Remove <Words>{label}</Words>
            {hasKey ? ' and its key' : ''}?
          </p>
          <span className="spacer" />
          <button type="button" className="button is-small is-quiet" onClick={() => setIsAsking(false)}>
            Keep it
          </button>
          <button type="button" className="button is-small is-danger" disabled={isBusy} onClick={() => void run(onRemove)}>
            Remove
          </button>
        </div>
      ) : (
        <button type="button" className="button is-small is-quiet" onClick={() => setIsAsking(true)}>
          Remove this service
        </button>
      )}
      {problem !== null && (
        <p className="settings-problem" role="alert">
          {problem.sentence}
        </p>
      )}
    </div>
  );
}
