// What an agent remembers of one conversation, as the messages a model reads.
import type { Lane, Reader, Transaction } from '@vos/ledger';
import type { ModelMessage } from '../models/provider.ts';
import { HISTORY_ENTRY_LIMIT, HISTORY_TOKEN_BUDGET } from './limits.ts';

export interface NewEntry {
  readonly message: ModelMessage;
  /** It holds what strangers wrote. */
  readonly isUntrusted: boolean;
}

export function appendHistory(transaction: Transaction, lane: Lane, turnId: string, entries: readonly NewEntry[]): void {
  for (const { message, isUntrusted } of entries) {
    transaction.run('INSERT INTO history (agent_id, conversation_id, turn_id, entry, is_untrusted) VALUES (?, ?, ?, ?, ?)', [
      lane.agentId,
      lane.conversationId,
      turnId,
      JSON.stringify(message),
      isUntrusted ? 1 : 0,
    ]);
  }
}

/** The newest entries of a stretch that hold what strangers wrote, newest first, at most `limit`. */
export function untrustedEntries(
  reader: Reader,
  lane: Lane,
  stretch: HistoryStretch | null,
  limit: number,
): readonly { readonly position: number; readonly message: ModelMessage }[] {
  if (stretch === null) return [];
  return reader
    .all<{ position: number; entry: string }>(
      `SELECT position, entry FROM history
       WHERE agent_id = ? AND conversation_id = ? AND is_untrusted = 1 AND position BETWEEN ? AND ?
       ORDER BY position DESC LIMIT ?`,
      [lane.agentId, lane.conversationId, stretch.fromPosition, stretch.throughPosition, limit],
    )
    .map(({ position, entry }) => ({ position, message: JSON.parse(entry) as ModelMessage }));
}

/** The place of the newest entry; 0 before the first. */
export function lastPosition(reader: Reader, lane: Lane): number {
  return (
    reader.get<{ position: number | null }>(
      'SELECT max(position) AS position FROM history WHERE agent_id = ? AND conversation_id = ?',
      [lane.agentId, lane.conversationId],
    )?.position ?? 0
  );
}

/** A stretch of a lane's history, both ends included. Entries are only ever added, so the same stretch is the same messages. */
export interface HistoryStretch {
  readonly fromPosition: number;
  readonly throughPosition: number;
}

export interface History {
  /** Oldest first, cut only before a user message. */
  readonly messages: readonly ModelMessage[];
  /** Null for an empty history. */
  readonly stretch: HistoryStretch | null;
}

/** The newest part of the history that fits the budget. */
export function readHistory(reader: Reader, lane: Lane, budgetTokens = HISTORY_TOKEN_BUDGET): History {
  const rows = reader
    .all<{ position: number; entry: string }>(
      'SELECT position, entry FROM history WHERE agent_id = +? AND conversation_id = +? ORDER BY position DESC LIMIT ? + 0',
      [lane.agentId, lane.conversationId, HISTORY_ENTRY_LIMIT],
    )
    .reverse();
  const messages = trimHistory(
    rows.map(({ entry }) => ({ message: JSON.parse(entry) as ModelMessage, tokens: estimateTokens(entry) })),
    budgetTokens,
    rows.length < HISTORY_ENTRY_LIMIT,
  );
  const first = rows[rows.length - messages.length];
  const last = rows.at(-1);
  const stretch =
    first === undefined || last === undefined ? null : { fromPosition: first.position, throughPosition: last.position };
  return { messages, stretch };
}

/** The messages of a stretch read before. */
export function readStretch(reader: Reader, lane: Lane, stretch: HistoryStretch | null): readonly ModelMessage[] {
  if (stretch === null) return [];
  return reader
    .all<{ entry: string }>(
      'SELECT entry FROM history WHERE agent_id = ? AND conversation_id = ? AND position BETWEEN ? AND ? ORDER BY position',
      [lane.agentId, lane.conversationId, stretch.fromPosition, stretch.throughPosition],
    )
    .map(({ entry }) => JSON.parse(entry) as ModelMessage);
}

/**
 * Groups run from one user message to the next, so a tool call is never parted from its result: whole groups are kept, newest first,
 * while they fit; the newest group is always kept. `isComplete` says that nothing came before the first entry.
 */
export function trimHistory(
  entries: readonly { readonly message: ModelMessage; readonly tokens: number }[],
  budgetTokens: number,
  isComplete: boolean,
): readonly ModelMessage[] {
  const groups: { messages: ModelMessage[]; tokens: number }[] = [];
  for (const { message, tokens } of entries) {
    const last = groups.at(-1);
    if (message.role === 'user' || last === undefined) groups.push({ messages: [message], tokens });
    else {
      last.messages.push(message);
      last.tokens += tokens;
    }
  }
  const first = groups[0];
  if (first !== undefined && first.messages[0]?.role !== 'user' && !isComplete) groups.shift();

  const kept: ModelMessage[][] = [];
  let usedTokens = 0;
  for (const group of groups.reverse()) {
    if (kept.length > 0 && usedTokens + group.tokens > budgetTokens) break;
    usedTokens += group.tokens;
    kept.push(group.messages);
  }
  return kept.reverse().flat();
}

/** Four characters a token, the usual estimate for English. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
