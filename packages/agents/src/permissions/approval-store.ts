// The rows of calls that wait for the person, or waited. All writes happen inside a commit.
import type { Reader, SqlValue, Transaction } from '@vos/ledger';
import { type Approval, approval, type ApprovalReason, type ApprovalScope } from '@vos/protocol/entities';

/** An approval with what only its call needs. */
export interface KeptApproval extends Approval {
  readonly timeZone: string;
}

/** Where always would be rash: what was read from outside next time, or flagged next time, is not what the person saw. */
const SCOPES: Readonly<Record<ApprovalReason, readonly ApprovalScope[]>> = {
  class: ['once', 'conversation', 'always'],
  tool: ['once', 'conversation', 'always'],
  untrusted: ['once', 'conversation'],
  flagged: ['once'],
};

type Asked = Omit<KeptApproval, 'scopes' | 'scope' | 'state' | 'askedAt' | 'decidedAt'>;

export function insertApproval(transaction: Transaction, asked: Asked): KeptApproval {
  transaction.run(
    `INSERT INTO approvals (id, turn_id, conversation_id, trace_id, agent_id, tool_name, effect, arguments, time_zone, reason, reason_text, sources, state, asked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?)`,
    [
      asked.id,
      asked.turnId,
      asked.conversationId,
      asked.traceId,
      asked.agentId,
      asked.toolName,
      asked.effect,
      JSON.stringify(asked.arguments),
      asked.timeZone,
      asked.reason,
      asked.reasonText,
      JSON.stringify(asked.sources),
      transaction.at,
    ],
  );
  return { ...asked, scopes: [...SCOPES[asked.reason]], state: 'waiting', scope: null, askedAt: transaction.at, decidedAt: null };
}

export function endApproval(
  transaction: Transaction,
  { id }: Pick<Approval, 'id'>,
  state: Exclude<Approval['state'], 'waiting'>,
  scope: ApprovalScope | null,
): void {
  transaction.run(`UPDATE approvals SET state = ?, scope = ?, decided_at = ? WHERE id = ? AND state = 'waiting'`, [
    state,
    scope,
    transaction.at,
    id,
  ]);
}

export function findApproval(reader: Reader, id: string): KeptApproval | undefined {
  const row = reader.get<Row>('SELECT * FROM approvals WHERE id = ?', [id]);
  return row === undefined ? undefined : fromRow(row);
}

/** Oldest first. */
export function waitingApprovals(reader: Reader): readonly KeptApproval[] {
  return reader.all<Row>(`SELECT * FROM approvals WHERE state = 'waiting' ORDER BY position`).map(fromRow);
}

/** Decided or not, oldest first. */
export function approvalsOf(reader: Reader, traceIds: readonly string[]): readonly KeptApproval[] {
  return reader
    .all<Row>(`SELECT * FROM approvals WHERE trace_id IN (SELECT value FROM json_each(?)) ORDER BY position`, [
      JSON.stringify(traceIds),
    ])
    .map(fromRow);
}

/** As a desk is shown it. */
export function shownApproval(kept: KeptApproval): Approval {
  return approval.parse(kept);
}

type Row = Record<string, SqlValue>;

function fromRow(row: Row): KeptApproval {
  const reason = row['reason'] as ApprovalReason;
  return {
    ...approval.parse({
      id: row['id'],
      conversationId: row['conversation_id'],
      traceId: row['trace_id'],
      turnId: row['turn_id'],
      agentId: row['agent_id'],
      toolName: row['tool_name'],
      effect: row['effect'],
      arguments: JSON.parse(String(row['arguments'])) as unknown,
      reason,
      reasonText: row['reason_text'],
      sources: JSON.parse(String(row['sources'])) as unknown,
      scopes: SCOPES[reason],
      state: row['state'],
      scope: row['scope'],
      askedAt: row['asked_at'],
      decidedAt: row['decided_at'],
    }),
    timeZone: String(row['time_zone']),
  };
}
