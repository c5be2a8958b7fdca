// What an agent remembers of one conversation, as the messages a model reads.
import type { Lane, Reader, Transaction } from '@vos/ledger';
import type { ModelMessage } from '../models/provider.ts';
import { HISTORY_ENTRY_LIMIT, HISTORY_TOKEN_BUDGET } from './limits.ts';

export function appendHistory(transaction: Transaction, lane: Lane, turnId: string, entries: readonly ModelMessage[]): void {
  for (const entry of entries) {
    transaction.run('INSERT INTO history (agent_id, conversation_id, turn_id, entry) VALUES (?, ?, ?, ?)', [
      lane.agentId,
      lane.conversationId,
      turnId,
      JSON.stringify(entry),
    ]);
  }
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
      'SELECT position, entry FROM history WHERE agent_id = ? AND conversation_id = ? ORDER BY position DESC LIMIT ?',
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
