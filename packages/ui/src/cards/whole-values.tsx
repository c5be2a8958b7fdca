// What a tool was given, all of it: a person decides on it, so that nothing is left out, and what is long is folded with its length told.
import { useState } from 'react';
import { useReach } from '../chat/reach.ts';
import { rowsOf } from './key-values.tsx';

/** What is little longer than what would be left of it is not folded. */
const FOLD_ABOVE_CHARACTERS = 400;
const FOLD_ABOVE_LINES = 8;
/** About four lines of a narrow card. */
const LEFT_CHARACTERS = 240;
const LEFT_LINES = 4;
const SHOWN_ROWS = 12;

export function WholeValues({ value }: { readonly value: Readonly<Record<string, unknown>> }) {
  const rows = rowsOf(value, true);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const tabIndex = useReach();
  if (rows.length === 0) return null;
  const hiddenCount = isUnfolded ? 0 : Math.max(0, rows.length - SHOWN_ROWS);
  return (
    <>
      <dl className="key-values">
        {rows.slice(0, rows.length - hiddenCount).map(([key, words]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd dir="auto">
              <WholeText text={words} name={key} />
            </dd>
          </div>
        ))}
      </dl>
      {hiddenCount > 0 && (
        <button type="button" className="text-fold" tabIndex={tabIndex} onClick={() => setIsUnfolded(true)}>
          Show {hiddenCount} more
        </button>
      )}
    </>
  );
}

function WholeText({ text, name }: { readonly text: string; readonly name: string }) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const tabIndex = useReach();
  const lines = text.split('\n');
  const isLong = text.length > FOLD_ABOVE_CHARACTERS || lines.length > FOLD_ABOVE_LINES;
  if (!isLong) return text;
  const start = lines.slice(0, LEFT_LINES).join('\n').slice(0, LEFT_CHARACTERS);
  return (
    <>
      {isUnfolded ? text : `${start}…`}
      <button
        type="button"
        className="text-fold"
        tabIndex={tabIndex}
        aria-expanded={isUnfolded}
        aria-label={isUnfolded ? `Show less of ${name}` : `Show all of ${name}`}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        {isUnfolded ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}
      </button>
    </>
  );
}
