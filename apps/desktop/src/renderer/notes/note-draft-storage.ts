// What is written on notes and not saved yet, as it lies in the page's storage until the host has it. Two windows of one browser share
// that storage: neither removes what the other one keeps there.
import { type EditableNote, note as noteEntity, noteConflict, noteFields } from '@vos/protocol/entities';
import type { PageStorage } from '../desk/page-storage.ts';
import type { DraftProblem, NoteDraft } from './note-draft.ts';

const STORAGE_PREFIX = 'vos.note.';

export interface DraftStorage {
  /** The drafts that lie there. What another version of the page stored may not fit; then it is left where it lies. */
  read(): NoteDraft[];
  /** Keeps the draft while it is needed, and removes it when it is not. */
  keep(draft: NoteDraft, isNeeded: boolean): void;
  remove(id: string): void;
}

export function createDraftStorage(storage: PageStorage): DraftStorage {
  /** What this window read or wrote last, by the note's id. */
  const own = new Map<string, string>();

  function remove(id: string): void {
    try {
      const key = STORAGE_PREFIX + id;
      if (storage.getItem(key) === own.get(id)) storage.removeItem(key);
    } catch {
      // A browser that forbids storage has nothing to remove.
    }
    own.delete(id);
  }

  return {
    read() {
      try {
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
        return keys
          .filter((key) => key.startsWith(STORAGE_PREFIX))
          .flatMap((key) => {
            const id = key.slice(STORAGE_PREFIX.length);
            const text = storage.getItem(key) ?? '';
            const draft = parseDraft(id, text);
            if (draft === undefined) return [];
            own.set(id, text);
            return [draft];
          });
      } catch {
        return [];
      }
    },
    keep(draft, isNeeded) {
      if (!isNeeded) {
        remove(draft.id);
        return;
      }
      const { base, fields, agreed, problem } = draft;
      // A refusal is about an attempt that is made again.
      const stands = problem?.kind === 'refused' ? null : problem;
      const text = JSON.stringify({ base, fields, agreed, problem: stands });
      try {
        storage.setItem(STORAGE_PREFIX + draft.id, text);
        own.set(draft.id, text);
      } catch {
        // No room: it is still in the editor, and the host gets it a moment later.
      }
    },
    remove,
  };
}

function parseDraft(id: string, text: string): NoteDraft | undefined {
  const stored = parseObject(text);
  const base = noteEntity.nullable().safeParse(stored['base']);
  const fields = parseFields(stored['fields']);
  const agreed = parseFields(stored['agreed']);
  const problem = parseProblem(stored['problem'] ?? null);
  if (!base.success || fields === undefined || agreed === undefined || problem === undefined) return undefined;
  return { id, base: base.data, fields, agreed, problem };
}

/** Members of what the text says; none where it is no JSON or no object. */
function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** What is being written may be longer than a note can be; it is shortened before it is saved, not here. */
function parseFields(value: unknown): EditableNote | undefined {
  if (!isObject(value)) return undefined;
  const { title, content } = value;
  const rest = noteFields.safeParse({ ...value, title: '', content: '' });
  if (!rest.success || typeof title !== 'string' || typeof content !== 'string') return undefined;
  return { ...rest.data, title, content };
}

/** Undefined for what does not fit. A conflict that was forgotten would be decided by whoever saves last. */
function parseProblem(value: unknown): DraftProblem | null | undefined {
  if (value === null) return null;
  if (!isObject(value)) return undefined;
  if (value['kind'] === 'removed') return { kind: 'removed' };
  const conflict = noteConflict.safeParse({ ...value, current: value['theirs'] });
  if (value['kind'] !== 'conflict' || !conflict.success) return undefined;
  const { current, fields, changedBy } = conflict.data;
  return {
    kind: 'conflict',
    theirs: current,
    fields: fields.filter((name) => name === 'title' || name === 'content'),
    changedBy,
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
