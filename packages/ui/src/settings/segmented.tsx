// A choice of a few, all in sight: one group of radio buttons drawn as one control.
import { useId } from 'react';

export interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly title: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div className="segmented" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={option.value === value ? 'is-on' : undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.title}
        </label>
      ))}
    </div>
  );
}
