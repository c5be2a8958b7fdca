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

/** The newest part of the history that fits the budget, oldest first, cut only before a user message. */
export function readHistory(reader: Reader, lane: Lane, budgetTokens = HISTORY_TOKEN_BUDGET): readonly ModelMessage[] {
  const rows = reader.all<{ entry: string }>(
    'SELECT entry FROM history WHERE agent_id = ? AND conversation_id = ? ORDER BY position DESC LIMIT ?',
    [lane.agentId, lane.conversationId, HISTORY_ENTRY_LIMIT],
  );
  return trimHistory(
    rows.reverse().map(({ entry }) => ({ message: JSON.parse(entry) as ModelMessage, tokens: estimateTokens(entry) })),
    budgetTokens,
    rows.length < HISTORY_ENTRY_LIMIT,
  );
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
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
