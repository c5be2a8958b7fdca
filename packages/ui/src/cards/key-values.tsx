// Any value as names and words, for results that have no card of their own. Cuts what is long and says that it did.

const SHOWN_ROWS = 40;
const SHOWN_CHARACTERS = 1_000;

export function KeyValues({ value, whenEmpty }: { readonly value: unknown; readonly whenEmpty: string }) {
  const rows = rowsOf(value);
  if (rows.length === 0) return <p className="key-values-empty">{whenEmpty}</p>;
  return (
    <dl className="key-values">
      {rows.slice(0, SHOWN_ROWS).map(([key, words]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd dir="auto">{words.length > SHOWN_CHARACTERS ? `${words.slice(0, SHOWN_CHARACTERS)}… (cut)` : words}</dd>
        </div>
      ))}
      {rows.length > SHOWN_ROWS && (
        <div>
          <dt>And</dt>
          <dd>{rows.length - SHOWN_ROWS} more</dd>
        </div>
      )}
    </dl>
  );
}

function rowsOf(value: unknown): readonly (readonly [string, string])[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map((item, index) => [String(index + 1), inWords(item)]);
  if (typeof value === 'object') return Object.entries(value).map(([key, item]) => [labelOf(key), inWords(item)]);
  return [['Value', inWords(value)]];
}

/** `precipitationChance` and `precipitation_chance` both become “Precipitation chance”. */
function labelOf(key: string): string {
  const words = key
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inWords).join(', ');
  return Object.entries(value)
    .map(([key, item]) => `${labelOf(key)}: ${inWords(item)}`)
    .join('; ');
}
