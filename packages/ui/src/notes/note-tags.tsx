// The tags of a note as chips, with a field that makes a new one at Enter or a comma.
import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

const TAG_LIMIT = 50;

export function NoteTags({ tags, onChange }: { readonly tags: readonly string[]; readonly onChange: (tags: string[]) => void }) {
  const [text, setText] = useState('');

  function add(): void {
    const fresh = text
      .split(',')
      .map((tag) => tag.trim().replace(/^#/, ''))
      .filter((tag) => tag !== '');
    setText('');
    const known = new Set(tags.map((tag) => tag.toLowerCase()));
    const added = fresh.filter((tag) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()));
    if (added.length > 0) onChange([...tags, ...added].slice(0, TAG_LIMIT));
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
        maxLength={TAG_LIMIT}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
    </div>
  );
}
