// One note on its paper: title, text, tags and colour. What is written is saved by itself; the line above says how far that is.
import type { EditableNote, NoteColor } from '@vos/protocol/entities';
import { Archive, ArchiveRestore, ArrowLeft, CloudOff, Pin, PinOff, StickyNote, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { NoteChoice } from './note-conflict.tsx';
import { NoteTags } from './note-tags.tsx';
import { type NoteSaving, NoteTrouble, savedWords } from './note-trouble.tsx';
import { harmless, turnsLetters } from '../harmless.ts';

export interface NoteEditorProps {
  readonly fields: EditableNote;
  readonly saving: NoteSaving;
  readonly titleLimit: number;
  readonly contentLimit: number;
  readonly onEdit: (change: Partial<EditableNote>) => void;
  /** The focus left the paper. */
  readonly onRest: () => void;
  readonly onBack: () => void;
  readonly onPutOnDesk: () => void;
  readonly onArchive: (isArchived: boolean) => void;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
  readonly onKeepAsNew: () => void;
  /** The person does not want what was deleted either. */
  readonly onLetGo: () => void;
  readonly onChoose: (choice: NoteChoice) => void;
}

const colors: readonly (readonly [color: NoteColor, name: string])[] = [
  ['yellow', 'Yellow'],
  ['orange', 'Orange'],
  ['red', 'Red'],
  ['purple', 'Purple'],
  ['green', 'Green'],
  ['cyan', 'Cyan'],
  ['grey', 'Grey'],
];

export function NoteEditor(props: NoteEditorProps) {
  const { fields, saving, titleLimit, contentLimit, onEdit, onRest, onBack, onArchive, onRemove } = props;
  const textRef = useRef<HTMLTextAreaElement>(null);
  const backRef = useRef<HTMLButtonElement>(null);

  // A new note is there to be written; one that is opened is there to be read first.
  const isFresh = saving.kind === 'fresh';
  const wasFresh = useRef(isFresh);
  useEffect(() => {
    if (wasFresh.current) textRef.current?.focus();
    else backRef.current?.focus({ preventScroll: true });
  }, []);

  // Escape leaves from anywhere in the editor, whichever field has the focus.
  const editorRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      // A tag that is half typed is one, as it is for whoever leaves by a press.
      if (event.target instanceof HTMLElement) event.target.blur();
      onBack();
    }
    const editor = editorRef.current;
    editor?.addEventListener('keydown', onKeyDown);
    return () => editor?.removeEventListener('keydown', onKeyDown);
  }, [onBack]);

  return (
    <div className="note-editor" ref={editorRef}>
      <div className="note-editor-bar">
        <button type="button" ref={backRef} className="button is-small is-quiet" title="Back to all notes (Esc)" onClick={onBack}>
          <ArrowLeft className="icon" />
          All notes
        </button>
        <p className="note-saved" role="status">
          {saving.kind === 'waiting' && <CloudOff className="icon" />}
          {savedWords(saving)}
        </p>
        <span className="spacer" />
        <button
          type="button"
          className="icon-button"
          aria-label={fields.isPinned ? 'Unpin' : 'Pin'}
          title={fields.isPinned ? 'Unpin' : 'Pin'}
          onClick={() => onEdit({ isPinned: !fields.isPinned })}
        >
          {fields.isPinned ? <PinOff className="icon" /> : <Pin className="icon" />}
        </button>
        {!isFresh && (
          <>
            <button
              type="button"
              className="icon-button"
              aria-label="Put on the desk"
              title="Put on the desk"
              onClick={props.onPutOnDesk}
            >
              <StickyNote className="icon" />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={fields.isArchived ? 'Take out of the archive' : 'Archive'}
              title={fields.isArchived ? 'Take out of the archive' : 'Archive'}
              onClick={() => onArchive(!fields.isArchived)}
            >
              {fields.isArchived ? <ArchiveRestore className="icon" /> : <Archive className="icon" />}
            </button>
            <button type="button" className="icon-button" aria-label="Delete" title="Delete" onClick={onRemove}>
              <Trash2 className="icon" />
            </button>
          </>
        )}
      </div>
      <NoteTrouble {...props} />
      {turnsLetters(`${fields.title}\n${fields.content}`) && (
        <p className="banner is-notice">
          <span className="banner-plain">
            Hidden signs in this note turn letters around, so that some of it reads otherwise than it is written. Where it is only
            shown, a � stands for them.
          </span>
        </p>
      )}
      <div
        className={`note-paper is-${fields.color}`}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onRest();
        }}
      >
        <input
          className="note-paper-title"
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
          className="note-paper-text"
          aria-label="Text"
          placeholder="Write here"
          maxLength={contentLimit}
          dir="auto"
          value={fields.content}
          onChange={(event) => onEdit({ content: event.target.value })}
        />
        <div className="note-paper-foot">
          <NoteTags tags={fields.tags} onChange={(tags) => onEdit({ tags })} />
          <fieldset className="note-colors">
            <legend className="visually-hidden">Colour</legend>
            {colors.map(([color, name]) => (
              <label key={color} className={`note-color is-${color}`} title={name}>
                <input
                  type="radio"
                  name="note-color"
                  aria-label={name}
                  checked={fields.color === color}
                  onChange={() => onEdit({ color })}
                />
              </label>
            ))}
          </fieldset>
        </div>
      </div>
    </div>
  );
}

/** What the title will be while none is written: the first line of the text. */
export function titlePlaceholder(content: string): string {
  const line = content.trim().split('\n', 1)[0]?.trim() ?? '';
  return line === '' ? 'Title' : harmless(line.slice(0, 80));
}
