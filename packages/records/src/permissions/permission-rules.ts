// The person's decisions about what agents may do. Each is a record: seen in the settings, taken back, and undone like any other change.
import { type Reader, type RecordKind, type SqlValue } from '@vos/ledger';
import { type PermissionRule, permissionRule } from '@vos/protocol/entities';

export const permissionRuleKind: RecordKind<PermissionRule> = {
  kind: 'permission_rule',
  table: 'permission_rules',
  toRow: (entity) => ({
    decision: entity.decision,
    effect: entity.effect,
    agent_id: entity.agentId,
    tool_name: entity.toolName,
    conversation_id: entity.conversationId,
    trace_id: entity.traceId,
    reviewed_through: entity.reviewedThrough,
    decided_at: entity.decidedAt,
  }),
  fromRow: (row) =>
    permissionRule.parse({
      id: row['id'],
      decision: row['decision'],
      effect: row['effect'],
      agentId: row['agent_id'],
      toolName: row['tool_name'],
      conversationId: row['conversation_id'],
      traceId: row['trace_id'],
      reviewedThrough: row['reviewed_through'],
      decidedAt: row['decided_at'],
    }),
};

/** Those that can hold for a call of this request, in no order. */
export function readPermissionRules(
  reader: Reader,
  { conversationId, traceId }: { readonly conversationId: string; readonly traceId: string },
): readonly PermissionRule[] {
  return reader
    .all<Record<string, SqlValue>>(
      `SELECT * FROM permission_rules
       WHERE (conversation_id IS NULL OR conversation_id = ?) AND (trace_id IS NULL OR trace_id = ?)`,
      [conversationId, traceId],
    )
    .map(permissionRuleKind.fromRow);
}

/** Those that hold beyond one request, the latest first. */
export function listPermissionRules(reader: Reader): readonly PermissionRule[] {
  return reader
    .all<Record<string, SqlValue>>('SELECT * FROM permission_rules WHERE trace_id IS NULL ORDER BY decided_at DESC, id')
    .map(permissionRuleKind.fromRow);
}
