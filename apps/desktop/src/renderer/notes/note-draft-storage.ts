// What is written on notes and not saved yet, as it lies in the page's storage until the host has it.
import { note as noteEntity, noteFields } from '@vos/protocol/entities';
import type { PageStorage } from '../desk/page-storage.ts';
import type { DraftProblem, NoteDraft, WrittenField } from './note-draft.ts';

const STORAGE_PREFIX = 'vos.note.';

/** Keeps the draft while it is needed, and removes it when it is not. */
export function storeDraft(storage: PageStorage, draft: NoteDraft, isNeeded: boolean): void {
  if (!isNeeded) {
    removeStored(storage, draft.id);
    return;
  }
  try {
    const { base, fields, agreed, problem } = draft;
    storage.setItem(STORAGE_PREFIX + draft.id, JSON.stringify({ base, fields, agreed, problem }));
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
  const problem = 'problem' in stored ? parseProblem(stored.problem) : null;
  return [{ id, base: base.data, fields: fields.data, agreed: agreed.data, problem }];
}

/** What only the person can decide still stands when the page is opened again. What the host did not take is offered to it again. */
function parseProblem(stored: unknown): DraftProblem | null {
  if (typeof stored !== 'object' || stored === null || !('kind' in stored)) return null;
  if (stored.kind === 'removed') return { kind: 'removed' };
  if (stored.kind !== 'conflict' || !('theirs' in stored) || !('fields' in stored) || !('changedBy' in stored)) return null;
  const theirs = noteEntity.safeParse(stored.theirs);
  const fields = (['title', 'content'] as const).filter((name: WrittenField) => JSON.stringify(stored.fields).includes(name));
  return theirs.success ? { kind: 'conflict', theirs: theirs.data, fields, changedBy: String(stored.changedBy) } : null;
}
