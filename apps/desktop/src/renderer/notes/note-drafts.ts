// Saves notes while they are written: after a short rest, at once when an editor closes, and again when the connection is back.
// What is not saved yet also lies in the page's storage, so that neither a lost connection nor a closed page loses it.
import { type Clock, CodedError, errorBody, type Ids } from '@vos/base';
import type { HostEvent } from '@vos/protocol';
import { type EditableNote, type Note, noteConflict } from '@vos/protocol/entities';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Connection } from '../connection/connection.ts';
import type { PageStorage } from '../desk/page-storage.ts';
import {
  asNew,
  changesOf,
  type ConflictChoice,
  draftOf,
  edit,
  newDraft,
  type NoteDraft,
  rebase,
  resolve,
  saved,
  withinLimits,
} from './note-draft.ts';
import { createDraftStorage } from './note-draft-storage.ts';

/** A rest this long ends a burst of typing; saving on each key would send a long note again and again. */
const REST_MS = 600;

/** A host that did not answer is asked again after this; a new connection does not wait for it. */
const RETRY_MS = 5_000;

/** Who changed a note while the desk was not told. */
const SOMEBODY = 'somebody';

/** How far saving is. `waiting`: there is no connection; what was written is kept on this computer. */
export type SaveState = 'saved' | 'saving' | 'waiting' | 'stopped';

export interface OpenDraft {
  readonly draft: NoteDraft;
  readonly state: SaveState;
}

export interface DraftsView {
  /** The note in the editor; null while the board is shown. */
  readonly openId: string | null;
  /** Every note that is open or not saved yet, by id. */
  readonly drafts: ReadonlyMap<string, OpenDraft>;
  /** Why the note that was to be opened is not. */
  readonly openProblem: string | null;
}

export interface NoteDrafts {
  readonly view: Pick<StoreApi<DraftsView>, 'getState' | 'subscribe' | 'getInitialState'>;
  /** Shows a note in the editor, as it was left there if it is not saved yet. */
  open(id: string): Promise<void>;
  /** Shows an empty editor; the note is made with its first words. */
  openNew(): void;
  /** Back to the board; what is not saved is saved now. */
  close(): void;
  /**
   * Keeps a note in hand while something else than the editor writes on it: from `note` as it was read, or as it is written already.
   * The returned function lets go of it, and what is not saved is saved now.
   */
  hold(id: string, note: Note | null): () => void;
  /** The following do nothing to a note that is not in hand. */
  edit(id: string, change: Partial<EditableNote>): void;
  /** Saves now what is not saved. */
  flush(): void;
  /** Tries again what the host did not take. */
  retry(id: string): void;
  resolve(id: string, choice: ConflictChoice): void;
  /** Keeps what was written in a note that was deleted meanwhile, as a note of its own, whose id comes back. */
  keepAsNew(id: string): string | null;
  /** Ends the saving of a note that is under way. False for one that the host never had. */
  settle(id: string): Promise<boolean>;
  /** Forgets a note that the person deletes or no longer wants. The returned function brings back what was written. */
  discard(id: string): () => void;
  onEvent(event: HostEvent): void;
  goOnline(): void;
  goOffline(): void;
}

export interface NoteDraftsOptions {
  readonly ask: Connection['ask'];
  /** Hears of every note as the host has it. */
  readonly onNote: (note: Note) => void;
  readonly storage: PageStorage;
  readonly ids: Ids;
  readonly clock: Clock;
}

interface Entry {
  draft: NoteDraft;
  state: SaveState;
  /** How many besides the editor have it in hand. */
  holderCount: number;
  /** As it was shown last. */
  shown: OpenDraft | null;
  /** Whether a question about this note is under way; there is never more than one. */
  isBusy: boolean;
  /** Resolves when none is under way any more. */
  rest: Promise<void>;
  /** Whether the host was asked to make the note and did not answer: it may have it. */
  isMakingUnsure: boolean;
  isSaveDue: boolean;
  /** Who changed the note at the host since it was read; null when it is up to date. */
  staleBy: string | null;
  cancelRest: () => void;
}

export function createNoteDrafts({ ask, onNote, storage, ids, clock }: NoteDraftsOptions): NoteDrafts {
  const stored = createDraftStorage(storage);
  const entries = new Map<string, Entry>(stored.read().map((draft) => [draft.id, entryOf(draft)]));
  let isOnline = false;
  const view = createStore<DraftsView>(() => ({ openId: null, drafts: shown(), openProblem: null }));

  function shown(): ReadonlyMap<string, OpenDraft> {
    return new Map(
      [...entries].map(([id, entry]) => {
        const { draft, state, shown: before } = entry;
        // One that did not change is not drawn again.
        const now = before?.draft === draft && before.state === state ? before : { draft, state };
        entry.shown = now;
        return [id, now];
      }),
    );
  }

  /** Takes over a new state of a draft: keeps it, stores it, shows it. */
  function set(entry: Entry, wanted: NoteDraft): void {
    // An answer may come for one that was forgotten meanwhile.
    if (entries.get(wanted.id) !== entry) return;
    const draft = withinLimits(wanted);
    entry.draft = draft;
    const needsSaving = changesOf(draft) !== undefined;
    if (draft.problem !== null) entry.state = 'stopped';
    else if (!needsSaving) entry.state = 'saved';
    else entry.state = isOnline ? 'saving' : 'waiting';
    stored.keep(draft, needsSaving || draft.problem !== null);
    const isInHand = draft.id === view.getState().openId || entry.holderCount > 0;
    const isForgotten = entry.state === 'saved' && !isInHand && !entry.isBusy;
    if (isForgotten) entries.delete(draft.id);
    view.setState({ drafts: shown() });
  }

  function forget(id: string): void {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entry.cancelRest();
    entries.delete(id);
    stored.remove(id);
    view.setState(({ openId }) => ({ drafts: shown(), openId: openId === id ? null : openId }));
  }

  function work(entry: Entry): void {
    if (!entry.isBusy) entry.rest = workOff(entry);
  }

  async function workOff(entry: Entry): Promise<void> {
    entry.isBusy = true;
    try {
      while (isOnline && entries.get(entry.draft.id) === entry && (await step(entry)));
    } finally {
      entry.isBusy = false;
      set(entry, entry.draft);
    }
  }

  /** One question to the host; false when there is nothing to ask or no answer to be had. */
  async function step(entry: Entry): Promise<boolean> {
    const { id, base, problem } = entry.draft;
    try {
      if (base !== null && entry.staleBy !== null && problem?.kind !== 'removed') {
        const changedBy = entry.staleBy;
        const { note } = await ask('note/read', { id });
        entry.staleBy = null;
        onNote(note);
        set(entry, rebase(entry.draft, note, changedBy));
        return true;
      }
      const fields = changesOf(entry.draft);
      if (!entry.isSaveDue || fields === undefined || problem !== null) return false;
      entry.isSaveDue = false;
      const sent = entry.draft.fields;
      entry.isMakingUnsure = base === null;
      const { note } =
        base === null
          ? await ask('note/create', { id, fields: { ...sent, ...fields } })
          : await ask('note/update', { id, fields, expectedRevision: base.revision });
      entry.isMakingUnsure = false;
      onNote(note);
      set(entry, saved(entry.draft, sent, note, entry.staleBy ?? SOMEBODY));
      // An unanswered attempt before this one may have made the note already, with less in it.
      if (base === null && changesOf(entry.draft) !== undefined) entry.isSaveDue = true;
      return true;
    } catch (error) {
      return onFailure(entry, error);
    }
  }

  function onFailure(entry: Entry, error: unknown): boolean {
    const { code, message, detail } = errorBody(error);
    if (code === 'connection-lost' || code === 'no-answer' || code === 'host-closing') {
      entry.isSaveDue = true;
      entry.cancelRest();
      entry.cancelRest = clock.schedule(RETRY_MS, () => saveNow(entry));
      return false;
    }
    entry.isMakingUnsure = false;
    const conflict = code === 'note-conflict' ? noteConflict.safeParse(detail) : undefined;
    if (conflict?.success === true) {
      entry.isSaveDue = true;
      set(entry, rebase(entry.draft, conflict.data.current, conflict.data.changedBy));
      return true;
    }
    set(entry, {
      ...entry.draft,
      problem: code === 'note-unknown' ? { kind: 'removed' } : { kind: 'refused', sentence: message },
    });
    return false;
  }

  function saveNow(entry: Entry): void {
    entry.cancelRest();
    entry.isSaveDue = true;
    work(entry);
  }

  function openEntry(): Entry | undefined {
    const { openId } = view.getState();
    return openId === null ? undefined : entries.get(openId);
  }

  /** After it was let go of: what is saved is forgotten, what is not is saved now. */
  function release(entry: Entry): void {
    set(entry, entry.draft);
    if (entries.get(entry.draft.id) === entry) saveNow(entry);
  }

  /** Puts another draft, or none, into the editor. */
  function show(openId: string | null): void {
    const before = openEntry();
    view.setState({ openId, openProblem: null });
    if (before !== undefined) release(before);
  }

  return {
    view,
    async open(id) {
      if (!entries.has(id)) {
        try {
          const { note } = await ask('note/read', { id });
          onNote(note);
          if (!entries.has(id)) entries.set(id, entryOf(draftOf(note)));
        } catch (error) {
          view.setState({ openProblem: openFailure(error) });
          return;
        }
      }
      show(id);
      view.setState({ drafts: shown() });
    },
    openNew() {
      const draft = newDraft(ids.next('note'));
      entries.set(draft.id, entryOf(draft));
      show(draft.id);
      view.setState({ drafts: shown() });
    },
    close: () => show(null),
    hold(id, note) {
      const entry = entries.get(id) ?? (note === null ? undefined : entryOf(draftOf(note)));
      if (entry === undefined) return () => {};
      entries.set(id, entry);
      entry.holderCount += 1;
      view.setState({ drafts: shown() });
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        entry.holderCount -= 1;
        if (entries.get(id) === entry) release(entry);
      };
    },
    edit(id, change) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      set(entry, edit(entry.draft, change));
      entry.cancelRest();
      entry.cancelRest = clock.schedule(REST_MS, () => saveNow(entry));
    },
    flush() {
      for (const entry of entries.values()) if (changesOf(entry.draft) !== undefined) saveNow(entry);
    },
    retry(id) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      set(entry, edit(entry.draft, {}));
      saveNow(entry);
    },
    resolve(id, choice) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      set(entry, resolve(entry.draft, choice));
      saveNow(entry);
    },
    keepAsNew(id) {
      const entry = entries.get(id);
      if (entry === undefined) return null;
      const draft = asNew(entry.draft, ids.next('note'));
      const fresh = entryOf(draft);
      entries.set(draft.id, fresh);
      view.setState(({ openId }) => ({ openId: openId === id ? draft.id : openId }));
      forget(id);
      set(fresh, draft);
      saveNow(fresh);
      return draft.id;
    },
    async settle(id) {
      const entry = entries.get(id);
      if (entry === undefined) return true;
      if (entry.draft.base !== null && changesOf(entry.draft) !== undefined) saveNow(entry);
      await entry.rest;
      return entry.draft.base !== null || entry.isMakingUnsure;
    },
    discard(id) {
      const entry = entries.get(id);
      forget(id);
      return () => {
        if (entry === undefined || entries.has(id)) return;
        entries.set(id, entry);
        set(entry, entry.draft);
        saveNow(entry);
      };
    },
    onEvent(event) {
      if (event.name === 'note/changed') {
        const { note, changedBy } = event.payload;
        const entry = entries.get(note.id);
        if (entry?.draft.problem?.kind === 'removed') {
          // Its deletion was taken back.
          entry.staleBy = changedBy;
          set(entry, { ...entry.draft, problem: null });
          saveNow(entry);
          return;
        }
        if (entry === undefined || note.revision <= (entry.draft.base?.revision ?? note.revision)) return;
        entry.staleBy = changedBy;
        work(entry);
      }
      if (event.name === 'note/removed') {
        const entry = entries.get(event.payload.id);
        if (entry !== undefined && entry.draft.base !== null) set(entry, { ...entry.draft, problem: { kind: 'removed' } });
      }
    },
    goOnline() {
      isOnline = true;
      for (const entry of [...entries.values()]) {
        // Events may have been missed.
        entry.staleBy ??= SOMEBODY;
        set(entry, entry.draft);
        if (entries.get(entry.draft.id) === entry) saveNow(entry);
      }
    },
    goOffline() {
      isOnline = false;
      for (const entry of [...entries.values()]) set(entry, entry.draft);
    },
  };
}

function entryOf(draft: NoteDraft): Entry {
  const isSaved = changesOf(draft) === undefined;
  const unsaved = draft.problem === null ? 'waiting' : 'stopped';
  return {
    draft,
    state: isSaved && draft.problem === null ? 'saved' : unsaved,
    holderCount: 0,
    shown: null,
    isBusy: false,
    rest: Promise.resolve(),
    isMakingUnsure: false,
    isSaveDue: !isSaved,
    staleBy: null,
    cancelRest: () => {},
  };
}

function openFailure(error: unknown): string {
  return error instanceof CodedError && error.code === 'connection-lost'
    ? 'This note cannot be opened while there is no connection. Try again when it is back.'
    : errorBody(error).message;
}
