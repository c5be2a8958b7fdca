// The observer: looks at each turn as it ends, in the commit that ends it, and writes down what looks wrong. It has no tools and cannot act;
// whether agents must ask from then on is the person's choice, and the gateway's doing.
import type { Ids } from '@vos/base';
import type { Reader, SqlValue, Transaction } from '@vos/ledger';
import { type Finding, finding } from '@vos/protocol/entities';
import { readSettings } from '@vos/records';
import type { BegunTurn } from '../turns/take-up.ts';
import { type DoneCall, isUntrustedTool } from '../turns/planned-calls.ts';
import { look, type ObservedCall } from './rules.ts';

export interface Watchdog {
  /** Called in a turn's last commit, after its calls were written down. */
  observe(transaction: Transaction, begun: BegunTurn, done: readonly DoneCall[]): void;
  /** The sentence of what was found first in a request, where the person wants to be asked then. */
  findingOf(reader: Reader, traceId: string): string | undefined;
}

export function createWatchdog({ ids, onFound }: { ids: Ids; onFound: (finding: Finding) => void }): Watchdog {
  function record(transaction: Transaction, { turn }: BegunTurn, rule: Finding['rule'], text: string): void {
    const found: Finding = {
      id: ids.next('finding'),
      traceId: turn.traceId,
      conversationId: turn.conversationId,
      agentId: turn.agentId,
      rule,
      text,
      foundAt: transaction.at,
    };
    const { changes } = transaction.run(
      `INSERT INTO findings (id, trace_id, conversation_id, agent_id, rule, text, found_at) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (trace_id, rule) DO NOTHING`,
      [found.id, found.traceId, found.conversationId, found.agentId, rule, text, found.foundAt],
    );
    if (changes === 1) transaction.afterCommit(() => onFound(found));
  }

  return {
    observe(transaction, begun, done) {
      const { traceId } = begun.turn;
      const { modelCallCount, spentMicroUsd } = spendingOf(transaction, traceId);
      // Most requests cost nothing, and settings are not read for nothing.
      const limitUsd = spentMicroUsd === 0 ? null : readSettings(transaction).conversationLimitUsd;
      const found = look({
        agentName: begun.agent.name,
        calls: done.map((call) => observed(transaction, begun, call)),
        untrustedTexts: untrustedTexts(begun, done),
        modelCallCount,
        spentMicroUsd,
        conversationLimitMicroUsd: limitUsd === null ? null : limitUsd * 1_000_000,
      });
      for (const { rule, text } of found) record(transaction, begun, rule, text);
    },

    findingOf(reader, traceId) {
      const row = reader.get<{ text: string }>('SELECT text FROM findings WHERE trace_id = ? ORDER BY found_at, id LIMIT 1', [
        traceId,
      ]);
      return row !== undefined && readSettings(reader).asksWhenFlagged ? row.text : undefined;
    },
  };
}

/** The latest first. */
export function listFindings(reader: Reader, limit: number): readonly Finding[] {
  return reader.all<FindingRow>('SELECT * FROM findings ORDER BY found_at DESC, id DESC LIMIT ?', [limit]).map(fromRow);
}

/** Those of one request, the oldest first. */
export function findingsOf(reader: Reader, traceId: string): readonly Finding[] {
  return reader.all<FindingRow>('SELECT * FROM findings WHERE trace_id = ? ORDER BY found_at, id', [traceId]).map(fromRow);
}

type FindingRow = Record<string, SqlValue>;

function fromRow(row: FindingRow): Finding {
  return finding.parse({
    id: row['id'],
    traceId: row['trace_id'],
    conversationId: row['conversation_id'],
    agentId: row['agent_id'],
    rule: row['rule'],
    text: row['text'],
    foundAt: row['found_at'],
  });
}

function observed(transaction: Transaction, { turn }: BegunTurn, { call, outcome }: DoneCall): ObservedCall {
  const { checked } = call;
  const isFailed = outcome !== 'waiting' && !outcome.ok;
  const found = transaction.get<{ same: number; failedTurns: number }>(
    `SELECT count(CASE WHEN arguments = ? THEN 1 END) AS same, count(DISTINCT CASE WHEN state = 'failed' THEN turn_id END) AS failedTurns
     FROM tool_calls WHERE trace_id = ? AND agent_id = ? AND tool_name = ?`,
    [JSON.stringify(checked.arguments), turn.traceId, turn.agentId, checked.call.name],
  );
  return {
    toolName: checked.call.name,
    failureCode: isFailed ? outcome.failure.code : null,
    sameCallCount: found?.same ?? 0,
    failedTurnCount: isFailed ? (found?.failedTurns ?? 0) : 0,
  };
}

function spendingOf(reader: Reader, traceId: string): { readonly modelCallCount: number; readonly spentMicroUsd: number } {
  const row = reader.get<{ calls: number; spent: number | null }>(
    'SELECT count(*) AS calls, sum(charge_micro_usd) AS spent FROM model_calls WHERE trace_id = ?',
    [traceId],
  );
  return { modelCallCount: row?.calls ?? 0, spentMicroUsd: row?.spent ?? 0 };
}

/** What strangers wrote and this turn heard: results of tools, and messages of colleagues who had read such. */
function untrustedTexts({ incoming }: BegunTurn, done: readonly DoneCall[]): { source: string; text: string }[] {
  const messages = incoming.flatMap((message) =>
    message.type === 'agent_message' && message.payload.is_untrusted === true
      ? [{ source: message.payload.sender_agent_id, text: message.payload.content }]
      : [],
  );
  const results = done.flatMap(({ call, outcome }) =>
    outcome !== 'waiting' && outcome.ok && isUntrustedTool(call.checked)
      ? [{ source: call.checked.call.name, text: wordsOf(outcome.value) }]
      : [],
  );
  return [...messages, ...results];
}

/** All texts inside a result, as they are and not as JSON writes them. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(wordsOf).join('\n');
}
