// Puts notes on the desk and takes them off, and sees to it that none lies there whose note is gone. What is on them stays the notes'.
import type { HostEvent } from '@vos/protocol';
import { type Rect, stickyId, stickyOf } from '@vos/windows';
import type { DeskState } from '../desk/desk-state.ts';
import type { Toasts } from '../desk/toasts.ts';
import type { NoteDrafts } from './note-drafts.ts';

export interface Stickies {
  /** Puts a note on the desk, or finds it there, and brings the keys to it. */
  put(noteId: string): void;
  /** Takes it off at once; the toast puts it back where it lay. */
  takeOff(note: { readonly id: string; readonly title: string }): void;
  /** Goes from note to note on the desk. */
  next(): void;
  /** Its note is gone: it leaves, and comes back where it lay if the note does. */
  onGone(noteId: string): void;
  /** Keeps what was written on a note that was deleted meanwhile; the new note takes its place on the desk. */
  keepAsNew(noteId: string): void;
  onEvent(event: HostEvent): void;
}

export interface StickiesOptions {
  readonly desk: DeskState;
  readonly drafts: Pick<NoteDrafts, 'keepAsNew'>;
  readonly toasts: Pick<Toasts, 'show'>;
}

export function createStickies({ desk, drafts, toasts }: StickiesOptions): Stickies {
  /** Where notes lay that are gone, by their id. */
  const gone = new Map<string, Rect>();

  function placeOf(noteId: string): Rect | undefined {
    return stickyOf(desk.view.getState().store.view.getState().desk, stickyId(noteId))?.wanted;
  }

  function putBack(noteId: string, wanted: Rect): void {
    desk.dispatch({ kind: 'put-note', noteId, wanted });
  }

  return {
    put(noteId) {
      desk.dispatch({ kind: 'put-note', noteId });
      desk.dispatch({ kind: 'go-to-note', noteId });
    },
    takeOff({ id, title }) {
      const wanted = placeOf(id);
      if (wanted === undefined) return;
      desk.dispatch({ kind: 'take-off-note', noteId: id });
      const dismiss = toasts.show({
        icon: 'notebook-pen',
        title: 'Taken off the desk',
        line: `“${title}” is still among your notes.`,
        action: {
          label: 'Undo',
          run() {
            dismiss();
            putBack(id, wanted);
          },
        },
      });
    },
    next() {
      if (desk.view.getState().store.view.getState().stickies.length > 0) {
        desk.dispatch({ kind: 'next-note' });
        return;
      }
      const line = 'Put one there from its menu in the notes window.';
      toasts.show({ icon: 'notebook-pen', title: 'No note lies on the desk', line });
    },
    onGone(noteId) {
      const wanted = placeOf(noteId);
      if (wanted === undefined) return;
      gone.set(noteId, wanted);
      desk.dispatch({ kind: 'take-off-note', noteId });
    },
    keepAsNew(noteId) {
      const by = drafts.keepAsNew(noteId);
      if (by !== null) desk.dispatch({ kind: 'replace-note', noteId, by });
    },
    onEvent(event) {
      if (event.name !== 'note/changed') return;
      const { id } = event.payload.note;
      const wanted = gone.get(id);
      if (wanted !== undefined) putBack(id, wanted);
      gone.delete(id);
    },
  };
}
