// Entering what a model costs, for one whose price VOS has not read anywhere.
import { type FormEvent, useState } from 'react';
import { Field } from './field.tsx';
import { readAmount } from './prices.ts';
import { useAction } from './use-action.ts';
import { harmless } from '../harmless.ts';

export interface PricePartProps {
  readonly model: string;
  /** US dollars per million tokens. */
  readonly onEnter: (inputUsd: number, outputUsd: number) => Promise<void>;
}

export function PricePart({ model, onEnter }: PricePartProps) {
  const [input, setInput] = useState('');
  const [output, setOutput] = useState('');
  const { isBusy, problem, run } = useAction();
  const inputUsd = readAmount(input);
  const outputUsd = readAmount(output);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (inputUsd !== undefined && outputUsd !== undefined) void run(() => onEnter(inputUsd, outputUsd));
  }

  return (
    <form className="field-row" onSubmit={submit} aria-label={`Price of ${harmless(model)}`}>
      <Field label="Input, $ per million tokens" value={input} onChange={setInput} inputMode="decimal" placeholder="0.25" />
      <Field label="Output, $ per million tokens" value={output} onChange={setOutput} inputMode="decimal" placeholder="2.00" />
      <button type="submit" className="button" disabled={isBusy || inputUsd === undefined || outputUsd === undefined}>
        Save price
      </button>
      {problem !== null && (
        <p className="settings-problem" role="alert">
          {problem.sentence}
        </p>
      )}
    </form>
  );
}
