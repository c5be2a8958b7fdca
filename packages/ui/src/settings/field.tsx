// A labelled line of text.
import { useId } from 'react';

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
  readonly isWide?: boolean;
  readonly isRequired?: boolean;
  readonly inputMode?: 'text' | 'decimal';
  readonly maxLength?: number;
}

export function Field({
  label,
  value,
  onChange,
  isSecret = false,
  isWide = false,
  isRequired = false,
  inputMode = 'text',
  ...rest
}: FieldProps) {
  const id = useId();
  return (
    <div className={`labelled${isWide ? ' is-wide' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="text-field"
        type={isSecret ? 'password' : 'text'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required={isRequired}
        inputMode={inputMode}
        {...rest}
      />
    </div>
  );
}
