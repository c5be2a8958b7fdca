// What the person sent and the host has not confirmed. It lies in the browser's storage until then, so that neither a lost
// connection nor a reload loses it, and it goes out in order, under the same id each time: the host keeps one message an id.
import { type Clock, errorBody, type Ids, isoInstant } from '@vos/base';
import type { CommandInput, HostEvent } from '@vos/protocol';
import type { Message } from '@vos/protocol/entities';
import type { OutgoingMessage } from '@vos/ui';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PageStorage } from '../desk/page-storage.ts';

const KEY_PREFIX = 'vos.outbox.';

export interface OutboxEntry extends OutgoingMessage {
  /** Null when it was written before any host was reached: it belongs to the conversation shown first. */
  readonly conversationId: string | null;
  /** IANA name, at the time of writing. */
  readonly timeZone: string;
}

export interface OutboxOptions {
  readonly send: (params: CommandInput<'message/send'>) => Promise<{ readonly message: Message }>;
  readonly onSent: (message: Message) => void;
  readonly storage: PageStorage;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly timeZone: () => string;
}

export interface Outbox {
  readonly entries: Pick<StoreApi<readonly OutboxEntry[]>, 'getState' | 'subscribe' | 'getInitialState'>;
  /** Takes a text in; it is sent at once if there is a connection. */
  add(text: string, conversationId: string | null): void;
  /** Sends a failed one again. */
  retry(id: string): void;
  /** Takes one out for good. */
  discard(id: string): void;
  /** There is a connection: sends what waits, oldest first. `firstConversationId` is for what was written before any was known. */
  goOnline(firstConversationId: string): void;
  goOffline(): void;
  /** Learns from an event that a message is stored, whoever was told so first. */
  onEvent(event: HostEvent): void;
}

export function createOutbox({ send, onSent, storage, ids, clock, timeZone }: OutboxOptions): Outbox {
  const entries = createStore<readonly OutboxEntry[]>(() => readStored(storage));
  let firstConversationId: string | null = null;
  let isSending = false;

  function change(id: string, part: Partial<OutboxEntry>): void {
    entries.setState(
      entries.getState().map((entry) => (entry.id === id ? { ...entry, ...part } : entry)),
      true,
    );
    const changed = entries.getState().find((entry) => entry.id === id);
    if (changed !== undefined) store(storage, changed);
  }

  function remove(id: string): void {
    if (!entries.getState().some((entry) => entry.id === id)) return;
    unstore(storage, id);
    entries.setState(
      entries.getState().filter((entry) => entry.id !== id),
      true,
    );
  }

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (;;) {
        const next = entries.getState().find(({ state }) => state !== 'failed');
        if (next === undefined || firstConversationId === null) return;
        if (!(await sendOne(next, next.conversationId ?? firstConversationId))) return;
      }
    } finally {
      isSending = false;
    }
  }

  /** False when the connection went away, so that the rest waits. */
  async function sendOne({ id, text, timeZone: writtenIn }: OutboxEntry, conversationId: string): Promise<boolean> {
    change(id, { state: 'sending' });
    try {
      const { message } = await send({ id, conversationId, text, timeZone: writtenIn });
      onSent(message);
      remove(id);
      return true;
    } catch (error) {
      const { code, message } = errorBody(error);
      if (code === 'connection-lost') {
        change(id, { state: 'waiting' });
        return false;
      }
      // A conversation of another data folder is gone from here; a retry goes to the one that is shown.
      change(id, { state: 'failed', problem: message, ...(code === 'conversation-unknown' ? { conversationId: null } : {}) });
      return true;
    }
  }

  return {
    entries,
    add(text, conversationId) {
      const isOnline = firstConversationId !== null;
      const entry: OutboxEntry = {
        id: ids.next('msg'),
        conversationId,
        text,
        writtenAt: isoInstant(clock.now()),
        timeZone: timeZone(),
        state: isOnline ? 'sending' : 'waiting',
        problem: null,
      };
      entries.setState([...entries.getState(), entry], true);
      store(storage, entry);
      void sendAll();
    },
    retry(id) {
      change(id, { state: firstConversationId === null ? 'waiting' : 'sending', problem: null });
      void sendAll();
    },
    discard: remove,
    goOnline(conversationId) {
      firstConversationId = conversationId;
      void sendAll();
    },
    goOffline() {
      firstConversationId = null;
      for (const { id, state } of entries.getState()) if (state === 'sending') change(id, { state: 'waiting' });
    },
    onEvent(event) {
      if (event.name === 'message/added') remove(event.payload.message.id);
    },
  };
}

function store(storage: PageStorage, entry: OutboxEntry): void {
  try {
    storage.setItem(KEY_PREFIX + entry.id, JSON.stringify(entry));
  } catch {
    // Storage is full or forbidden: the message is still held by this page and goes out from it.
  }
}

function unstore(storage: PageStorage, id: string): void {
  try {
    storage.removeItem(KEY_PREFIX + id);
  } catch {
    // As above; the host knows the id and takes the message only once.
  }
}

/** Stored entries, oldest first. One that cannot be read is left where it lies. */
function readStored(storage: PageStorage): readonly OutboxEntry[] {
  const found: OutboxEntry[] = [];
  try {
    for (let index = 0; index < storage.length; index += 1) {
      const key = storage.key(index);
      if (key === null || !key.startsWith(KEY_PREFIX)) continue;
      const entry = parseEntry(storage.getItem(key));
      if (entry !== null) found.push(entry);
    }
  } catch {
    // A browser that stores nothing has nothing waiting.
  }
  return found.sort((left, right) => (left.id < right.id ? -1 : 1));
}

function parseEntry(text: string | null): OutboxEntry | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value !== 'object' || value === null) return null;
    const {
      id,
      text: words,
      writtenAt,
      timeZone,
      conversationId,
      state,
      problem,
    } = value as Partial<Record<keyof OutboxEntry, unknown>>;
    if (typeof id !== 'string' || typeof words !== 'string' || typeof writtenAt !== 'string' || typeof timeZone !== 'string')
      return null;
    return {
      id,
      text: words,
      writtenAt,
      timeZone,
      conversationId: typeof conversationId === 'string' ? conversationId : null,
      state: state === 'failed' ? 'failed' : 'waiting',
      problem: typeof problem === 'string' ? problem : null,
    };
  } catch {
    return null;
  }
}
