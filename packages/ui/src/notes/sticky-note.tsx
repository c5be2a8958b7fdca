// A note on the desk: read and ticked as it lies there, written on after a press on it. Where it lies is decided by the desk, not here.
import type { Clock } from '@vos/base';
import type { EditableNote } from '@vos/protocol/entities';
import { Check, CloudOff, GripHorizontal, Pencil, SquareArrowOutUpRight, X } from 'lucide-react';
import { type FocusEvent, useEffect, useMemo, useRef } from 'react';
import { MarkdownText } from '../chat/markdown-text.tsx';
import { relativeTime } from '../chat/when.ts';
import { useNow } from '../chat/use-now.ts';
import { titlePlaceholder } from './note-editor.tsx';
import { noteParts, withTick } from './note-parts.ts';
import { NoteTrouble, type NoteTroubleProps, savedWords } from './note-trouble.tsx';
import { harmless } from '../harmless.ts';

/** How often “5m ago” can change. */
const AGE_INTERVAL_MS = 60_000;

export type StickyShown =
  /** Its note is on its way, or there is no connection to get it over. */
  | { readonly kind: 'reading'; readonly isOnline: boolean }
  | { readonly kind: 'failed'; readonly sentence: string }
  | {
      readonly kind: 'note';
      readonly fields: EditableNote;
      /** Never blank. */
      readonly title: string;
      /** ISO 8601; null for one that is not saved yet. */
      readonly updatedAt: string | null;
    };

export interface StickyNoteProps extends NoteTroubleProps {
  readonly shown: StickyShown;
  readonly isEditing: boolean;
  readonly titleLimit: number;
  readonly contentLimit: number;
  /** Starts writing on it, and ends. */
  readonly onEditing: (isEditing: boolean) => void;
  readonly onEdit: (change: Partial<EditableNote>) => void;
  /** The focus left what is written on. */
  readonly onRest: () => void;
  /** A tick is set or taken away while nobody writes. */
  readonly onTick: (content: string) => void;
  readonly onOpen: () => void;
  readonly onTakeOff: () => void;
  readonly onReload: () => void;
  readonly onCopy: (text: string) => Promise<void>;
  readonly clock: Clock;
}

export function StickyNote(props: StickyNoteProps) {
  const { shown, saving, isEditing, onEditing, onRest, onOpen, onTakeOff } = props;
  const editRef = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  // Whoever ends writing by a key stays at the note.
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body)
      editRef.current?.focus({ preventScroll: true });
    wasEditing.current = isEditing;
  }, [isEditing]);

  function onBlur({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!isEditing || currentTarget.contains(relatedTarget)) return;
    onRest();
    // In another program the person means to come back to where they were.
    if (document.hasFocus()) onEditing(false);
  }

  const color = shown.kind === 'note' ? shown.fields.color : 'yellow';
  const title = shown.kind === 'note' ? shown.title : 'Note';
  return (
    <article className={`sticky is-${color}`} aria-label={`Sticky note: ${harmless(title)}`}>
      <div className="sticky-paper" onBlur={onBlur}>
        <header className="sticky-bar">
          <button
            type="button"
            className="icon-button is-small sticky-grip"
            aria-label="Move with the arrow keys, resize with Shift"
            title="Drag to move. The arrow keys move it too, and with Shift resize it."
          >
            <GripHorizontal className="icon" />
          </button>
          <span className="spacer" />
          <span className="sticky-controls">
            {shown.kind === 'note' && (
              <>
                <button
                  type="button"
                  className="icon-button is-small"
                  aria-label="Open in notes"
                  title="Open in notes"
                  onClick={onOpen}
                >
                  <SquareArrowOutUpRight className="icon" />
                </button>
                <button
                  type="button"
                  ref={editRef}
                  className="icon-button is-small"
                  aria-label={isEditing ? 'Done' : 'Write on it'}
                  title={isEditing ? 'Done (Esc)' : 'Write on it'}
                  onClick={() => onEditing(!isEditing)}
                >
                  {isEditing ? <Check className="icon" /> : <Pencil className="icon" />}
                </button>
              </>
            )}
            <button
              type="button"
              className="icon-button is-small sticky-close"
              aria-label="Take off the desk"
              title="Take off the desk; the note stays"
              onClick={onTakeOff}
            >
              <X className="icon" />
            </button>
          </span>
        </header>
        <div className="sticky-scroll">
          <NoteTrouble {...props} />
          {shown.kind === 'note' ? <StickyWords {...props} shown={shown} /> : <StickyWait {...props} shown={shown} />}
        </div>
        {shown.kind === 'note' && (
          <p className="sticky-foot" role="status">
            {saving.kind === 'waiting' && <CloudOff className="icon" />}
            {isEditing || saving.kind !== 'saved' ? savedWords(saving) : <Edited {...props} updatedAt={shown.updatedAt} />}
          </p>
        )}
      </div>
    </article>
  );
}

type Written = StickyNoteProps & { readonly shown: Extract<StickyShown, { readonly kind: 'note' }> };

function StickyWords(props: Written) {
  return props.isEditing ? <StickyFields {...props} /> : <StickyText {...props} />;
}

function StickyFields({ shown: { fields }, titleLimit, contentLimit, onEdit, onEditing }: Written) {
  const textRef = useRef<HTMLTextAreaElement>(null);
  const fieldsRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const text = textRef.current;
    text?.focus({ preventScroll: true });
    text?.setSelectionRange(text.value.length, text.value.length);
  }, []);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      onEditing(false);
    }
    const element = fieldsRef.current;
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [onEditing]);

  return (
    <div className="sticky-fields" ref={fieldsRef}>
      <input
        className="sticky-title"
        aria-label="Title"
        placeholder={titlePlaceholder(fields.content)}
        maxLength={titleLimit}
        dir="auto"
        value={fields.title}
        onChange={(event) => onEdit({ title: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          textRef.current?.focus();
        }}
      />
      <textarea
        ref={textRef}
        className="sticky-field"
        aria-label="Text"
        placeholder="Write here"
        maxLength={contentLimit}
        dir="auto"
        value={fields.content}
        onChange={(event) => onEdit({ content: event.target.value })}
      />
    </div>
  );
}

function StickyText({ shown: { fields, title }, onTick, onEditing, onCopy }: Written) {
  const parts = useMemo(() => noteParts(fields.content, title), [fields.content, title]);

  // A press anywhere on the paper is the short way; the button in the upper edge is the one with a name.
  const paperRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    function onClick({ target }: MouseEvent): void {
      if (target instanceof Element && target.closest('a, button, label, pre') !== null) return;
      // Words that were just marked are there to be copied.
      if (document.getSelection()?.isCollapsed === false) return;
      onEditing(true);
    }
    const paper = paperRef.current;
    paper?.addEventListener('click', onClick);
    return () => paper?.removeEventListener('click', onClick);
  }, [onEditing]);

  return (
    <div className="sticky-text" ref={paperRef}>
      <h2 className="sticky-title" dir="auto" title={harmless(title)}>
        {harmless(title)}
      </h2>
      {parts.map((part, index) =>
        part.kind === 'text' ? (
          // Parts have no identity of their own and are never reordered.
          // eslint-disable-next-line react/no-array-index-key
          <MarkdownText key={index} text={part.text} onCopy={onCopy} />
        ) : (
          // eslint-disable-next-line react/no-array-index-key
          <label key={index} className="sticky-tick">
            <input
              type="checkbox"
              checked={part.isDone}
              onChange={({ target }) => onTick(withTick(fields.content, part.line, target.checked))}
            />
            <span className={`tick${part.isDone ? ' is-done' : ''}`}>{part.isDone && <Check className="icon" />}</span>
            <span className={part.isDone ? 'is-struck' : undefined} dir="auto">
              {harmless(part.text)}
            </span>
          </label>
        ),
      )}
    </div>
  );
}

function Edited({ updatedAt, clock }: Pick<StickyNoteProps, 'clock'> & { readonly updatedAt: string | null }) {
  const nowMs = useNow(clock, AGE_INTERVAL_MS);
  return updatedAt === null ? null : <time dateTime={updatedAt}>{relativeTime(updatedAt, nowMs)}</time>;
}

function StickyWait({ shown, onReload }: StickyNoteProps & { readonly shown: Exclude<StickyShown, { readonly kind: 'note' }> }) {
  if (shown.kind === 'reading') return <p className="sticky-wait">{shown.isOnline ? '' : 'Waiting for the connection'}</p>;
  return (
    <div className="sticky-wait" role="alert">
      <p>{shown.sentence}</p>
      <button type="button" className="button is-small" onClick={onReload}>
        Try again
      </button>
    </div>
  );
}
