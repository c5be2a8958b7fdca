// How far saving a note is, in words, and what a person can do when it did not work. The same in the editor and on the desk.
import { type NoteChoice, type NoteClash, NoteConflict } from './note-conflict.tsx';

export type NoteSaving =
  /** Nothing written yet. */
  | { readonly kind: 'fresh' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'removed' }
  | { readonly kind: 'conflict'; readonly clash: NoteClash };

export function savedWords({ kind }: NoteSaving): string {
  switch (kind) {
    case 'fresh':
      return 'New note';
    case 'saved':
      return 'Saved';
    case 'saving':
      return 'Saving…';
    case 'waiting':
      return 'Kept here until the connection is back';
    case 'refused':
    case 'removed':
    case 'conflict':
      return 'Not saved';
  }
}

export interface NoteTroubleProps {
  readonly saving: NoteSaving;
  readonly onRetry: () => void;
  readonly onKeepAsNew: () => void;
  /** The person does not want what was deleted either. */
  readonly onLetGo: () => void;
  readonly onChoose: (choice: NoteChoice) => void;
}

export function NoteTrouble({ saving, onRetry, onKeepAsNew, onLetGo, onChoose }: NoteTroubleProps) {
  switch (saving.kind) {
    case 'conflict':
      return <NoteConflict clash={saving.clash} onChoose={onChoose} />;
    case 'removed':
      return (
        <div className="banner is-notice" role="alert">
          <span className="banner-plain">This note was deleted meanwhile. What you see is still here.</span>
          <button type="button" className="button is-small" onClick={onKeepAsNew}>
            Keep it as a new note
          </button>
          <button type="button" className="button is-small is-quiet" onClick={onLetGo}>
            Let it go
          </button>
        </div>
      );
    case 'refused':
      return (
        <div className="banner" role="alert">
          <span className="banner-plain">{saving.sentence} It is kept on this computer.</span>
          <button type="button" className="button is-small" onClick={onRetry}>
            Try again
          </button>
        </div>
      );
    case 'fresh':
    case 'saved':
    case 'saving':
    case 'waiting':
      return null;
  }
}
