// One limit in dollars: how much, or none. An empty field is no limit.
import { type FormEvent, useState } from 'react';
import { Field } from './field.tsx';
import { readAmount } from './prices.ts';
import { useAction } from './use-action.ts';

export interface LimitPartProps {
  readonly title: string;
  readonly explanation: string;
  /** Null is no limit. */
  readonly limitUsd: number | null;
  readonly onChange: (limitUsd: number | null) => Promise<void>;
}

export function LimitPart({ title, explanation, limitUsd, onChange }: LimitPartProps) {
  const [text, setText] = useState(textOf(limitUsd));
  const { isBusy, problem, run } = useAction();
  const isEmpty = text.trim() === '';
  const amount = isEmpty ? null : readAmount(text);
  const isChanged = amount !== undefined && amount !== limitUsd;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (amount !== undefined && isChanged) void run(() => onChange(amount));
  }

  return (
    <div className="setting">
      <div>
        <b>{title}</b>
        <p>{explanation}</p>
      </div>
      <form className="field-row" onSubmit={submit}>
        <Field
          label={limitUsd === null ? `${title}: none` : `${title}, $`}
          value={text}
          onChange={setText}
          inputMode="decimal"
          placeholder="No limit"
          maxLength={10}
        />
        <button type="submit" className="button" aria-label={`Save ${title.toLowerCase()}`} disabled={isBusy || !isChanged}>
          Save
        </button>
      </form>
      {amount === undefined && (
        <p className="settings-problem" role="alert">
          An amount in dollars looks like 2.50. Leave it empty for no limit.
        </p>
      )}
      {problem !== null && (
        <p className="settings-problem" role="alert">
          {problem.sentence}
        </p>
      )}
    </div>
  );
}

function textOf(limitUsd: number | null): string {
  return limitUsd === null ? '' : limitUsd.toFixed(2);
}
