// What is written on notes and not saved yet, as it lies in the page's storage until the host has it.
import { note as noteEntity, noteFields } from '@vos/protocol/entities';
import type { PageStorage } from '../desk/page-storage.ts';
import type { NoteDraft } from './note-draft.ts';

const STORAGE_PREFIX = 'vos.note.';

/** Keeps the draft while it is needed, and removes it when it is not. */
export function storeDraft(storage: PageStorage, draft: NoteDraft, isNeeded: boolean): void {
  if (!isNeeded) {
    removeStored(storage, draft.id);
    return;
  }
  try {
    const { base, fields, agreed } = draft;
    storage.setItem(STORAGE_PREFIX + draft.id, JSON.stringify({ base, fields, agreed }));
  } catch {
    // No room: it is still in the editor, and the host gets it a moment later.
  }
}

export function removeStored(storage: PageStorage, id: string): void {
  try {
    storage.removeItem(STORAGE_PREFIX + id);
  } catch {
    // A browser that forbids storage has nothing to remove.
  }
}

export function readStored(storage: PageStorage): NoteDraft[] {
  try {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    return keys
      .filter((key) => key.startsWith(STORAGE_PREFIX))
      .flatMap((key) => parseDraft(key.slice(STORAGE_PREFIX.length), storage.getItem(key)));
  } catch {
    return [];
  }
}

/** What another version of the page stored may not fit; then it is left where it lies. */
function parseDraft(id: string, text: string | null): NoteDraft[] {
  const stored: unknown = JSON.parse(text ?? 'null');
  if (typeof stored !== 'object' || stored === null || !('base' in stored) || !('fields' in stored) || !('agreed' in stored))
    return [];
  const base = noteEntity.nullable().safeParse(stored.base);
  const fields = noteFields.safeParse(stored.fields);
  const agreed = noteFields.safeParse(stored.agreed);
  if (!base.success || !fields.success || !agreed.success) return [];
  return [{ id, base: base.data, fields: fields.data, agreed: agreed.data, problem: null }];
}
