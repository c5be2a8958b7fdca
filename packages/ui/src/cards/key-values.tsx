// Any value as names and words, for results that have no card of their own. Cuts what is long and says that it did.
import { harmless } from '../harmless.ts';

/** Grouped, and no longer than a person reads; the exact value stays in what the tool returned. */
const numbers = new Intl.NumberFormat('en', { maximumSignificantDigits: 10 });

const SHOWN_ROWS = 40;
/** A card that was not unfolded shows no more than this; the rest is in its details. */
const SHOWN_IN_BODY = 8;
const SHOWN_CHARACTERS = 1_000;

/** The first few of a result's values; nothing for a result without any. */
export function ValuesBody({ value }: { readonly value: unknown }) {
  if (rowsOf(value).length === 0) return null;
  return (
    <div className="tool-body">
      <KeyValues value={value} whenEmpty="" limit={SHOWN_IN_BODY} />
    </div>
  );
}

export interface KeyValuesProps {
  readonly value: unknown;
  readonly whenEmpty: string;
  /** Rows to show at most. */
  readonly limit?: number;
}

export function KeyValues({ value, whenEmpty, limit = SHOWN_ROWS }: KeyValuesProps) {
  const rows = rowsOf(value);
  if (rows.length === 0) return <p className="key-values-empty">{whenEmpty}</p>;
  return (
    <>
      <dl className="key-values">
        {rows.slice(0, limit).map(([key, words]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd dir="auto">{words.length > SHOWN_CHARACTERS ? `${words.slice(0, SHOWN_CHARACTERS)}… (cut)` : words}</dd>
          </div>
        ))}
      </dl>
      {rows.length > limit && <p className="key-values-more">and {rows.length - limit} more</p>}
    </>
  );
}

/** Names and words of everything in a value, uncut and harmless; `isExact` where somebody decides on it, so that no digit is left out. */
export function rowsOf(value: unknown, isExact = false): readonly (readonly [string, string])[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map((item, index) => [String(index + 1), harmless(inWords(item, isExact))]);
  if (typeof value === 'object')
    return Object.entries(value).map(([key, item]) => [harmless(labelOf(key)), harmless(inWords(item, isExact))]);
  return [['Value', harmless(inWords(value, isExact))]];
}

/** `precipitationChance` and `precipitation_chance` both become “Precipitation chance”. */
function labelOf(key: string): string {
  if (key === 'stdev') return 'Standard deviation';
  const words = key
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inWords(value: unknown, isExact: boolean): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return isExact ? String(value) : numbers.format(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((item) => inWords(item, isExact)).join(', ');
  return Object.entries(value)
    .map(([key, item]) => `${labelOf(key)}: ${inWords(item, isExact)}`)
    .join('; ');
}
