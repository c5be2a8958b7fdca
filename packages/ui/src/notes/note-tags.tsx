// The tags of a note as chips, with a field that makes a new one at Enter or a comma.
import { overLimit } from '@vos/base';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

/** Characters of a tag. */
const LENGTH_LIMIT = 50;
/** Tags of a note. */
const COUNT_LIMIT = 50;

export function NoteTags({ tags, onChange }: { readonly tags: readonly string[]; readonly onChange: (tags: string[]) => void }) {
  const [text, setText] = useState('');
  /** Why what stands in the field is not among the tags. */
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();

  function add(): void {
    const fresh = text
      .split(',')
      .map((tag) => tag.trim().replace(/^#/, ''))
      .filter((tag) => tag !== '');
    const known = new Set(tags.map((tag) => tag.toLowerCase()));
    const added = fresh.filter((tag) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()));
    const fitting = added.filter((tag) => tag.length <= LENGTH_LIMIT).slice(0, Math.max(0, COUNT_LIMIT - tags.length));
    // What does not fit stays in the field.
    const left = added.filter((tag) => !fitting.includes(tag));
    setText(left.join(', '));
    const longest = left.find((tag) => tag.length > LENGTH_LIMIT);
    const isFull = left.length > 0 ? `A note has at most ${COUNT_LIMIT} tags.` : null;
    setProblem(longest === undefined ? isFull : overLimit('A tag', longest, LENGTH_LIMIT));
    if (fitting.length > 0) onChange([...tags, ...fitting]);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add();
    }
    if (event.key === 'Backspace' && text === '' && tags.length > 0) onChange(tags.slice(0, -1));
  }

  return (
    <div className="note-tags">
      {tags.map((tag) => (
        <span className="note-tag is-removable" key={tag}>
          <Words className="truncate">{tag}</Words>
          <button
            type="button"
            aria-label={`Remove tag ${harmless(tag)}`}
            onClick={() => onChange(tags.filter((kept) => kept !== tag))}
          >
            <X className="icon" />
          </button>
        </span>
      ))}
      <input
        className="note-tag-field"
        aria-label="Add a tag"
        placeholder="Add a tag"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
      {problem !== null && (
        <p className="note-tag-problem" role="alert" id={problemId}>
          {problem}
        </p>
      )}
    </div>
  );
}
