// Where each lane of the queue stands: when something of it is due, and its place among the lanes of its agent. What follows from a
// lane's messages is kept as a row, so that the next lane is found by an index whatever a flood has left in the others.
import { must } from '@vos/base';
import type { Reader, Transaction } from './transaction.ts';

/** One agent in one conversation. */
export interface Lane {
  readonly agentId: string;
  readonly conversationId: string;
}

export interface Lease {
  readonly owner: string;
  readonly durationMs: number;
}

/**
 * The longest a failed message may hold its lane, above the pauses that services ask for. One that is held until later than that was
 * held by a clock that has been set back since, and is due.
 */
export const HOLD_LIMIT_MS = 10 * 60_000;

/** A lane's standing, read before a lease. */
export interface LaneRow {
  readonly leaseUntilMs: number | null;
  readonly heldUntilMs: number | null;
  /** When its next message that was sent for later is due; null when there is none. */
  readonly scheduledAtMs: number | null;
}

export function readLane(reader: Reader, { agentId, conversationId }: Lane): LaneRow | undefined {
  return reader.get<LaneRow>(
    `SELECT lease_until_ms AS leaseUntilMs, held_until_ms AS heldUntilMs, (
       SELECT min(available_at_ms) FROM queue
       WHERE agent_id = +? AND conversation_id = +? AND state IN ('waiting', 'leased') AND available_at_ms > 0
     ) AS scheduledAtMs
     FROM lanes WHERE agent_id = ? AND conversation_id = ?`,
    [agentId, conversationId, agentId, conversationId],
  );
}

/** Whether a failed message still holds the lane. */
export function isHeld(heldUntilMs: number | null, nowMs: number): boolean {
  return heldUntilMs !== null && heldUntilMs > nowMs && heldUntilMs <= nowMs + HOLD_LIMIT_MS;
}

/** A message was sent to the lane, due at `availableAtMs`, 0 for at once. A lane that had something due keeps its place in the line. */
export function messageSent(transaction: Transaction, { agentId, conversationId }: Lane, availableAtMs: number): void {
  transaction.run(
    `INSERT INTO lanes (agent_id, conversation_id, due_at_ms, line) VALUES (?, ?, ?, ${END_OF_LINE})
     ON CONFLICT (agent_id, conversation_id) DO UPDATE SET
       line = CASE WHEN due_at_ms <= ? OR lease_until_ms IS NOT NULL OR held_until_ms IS NOT NULL THEN line ELSE excluded.line END,
       due_at_ms = CASE WHEN lease_until_ms IS NOT NULL OR held_until_ms IS NOT NULL THEN due_at_ms
         ELSE min(coalesce(due_at_ms, excluded.due_at_ms), excluded.due_at_ms) END`,
    [agentId, conversationId, availableAtMs, agentId, transaction.atMs],
  );
}

export function leaseLane(transaction: Transaction, { agentId, conversationId }: Lane, { owner, durationMs }: Lease): void {
  const untilMs = transaction.atMs + durationMs;
  transaction.run(
    `UPDATE lanes SET lease_owner = ?, lease_until_ms = ?, held_until_ms = NULL, due_at_ms = ? WHERE agent_id = ? AND conversation_id = ?`,
    [owner, untilMs, untilMs, agentId, conversationId],
  );
}

/** The lease lives on from now, if it is this owner's. */
export function renewLane(transaction: Transaction, { agentId, conversationId }: Lane, { owner, durationMs }: Lease): void {
  const untilMs = transaction.atMs + durationMs;
  transaction.run(
    `UPDATE lanes SET lease_until_ms = ?, due_at_ms = ? WHERE agent_id = ? AND conversation_id = ? AND lease_owner = ?`,
    [untilMs, untilMs, agentId, conversationId, owner],
  );
}

/** Hands out nothing more of the lane until then, once its lease is over. */
export function holdLane(transaction: Transaction, { agentId, conversationId }: Lane, untilMs: number): void {
  transaction.run(
    `UPDATE lanes SET held_until_ms = max(coalesce(held_until_ms, 0), ?) WHERE agent_id = ? AND conversation_id = ?`,
    [untilMs, agentId, conversationId],
  );
}

/**
 * After messages of the lane were settled: its lease is over when none is leased any more. If something still waits then, the lane goes to
 * the end of the line, behind every other one of its agent; one that stood in line already keeps its place.
 */
export function messagesSettled(transaction: Transaction, { agentId, conversationId }: Lane): void {
  const { isLeased, firstMs, heldUntilMs } = must(
    transaction.get<{ isLeased: number; firstMs: number | null; heldUntilMs: number | null }>(
      `SELECT held_until_ms AS heldUntilMs,
         EXISTS (SELECT 1 FROM queue WHERE agent_id = +? AND conversation_id = +? AND state = 'leased') AS isLeased,
         (SELECT min(available_at_ms) FROM queue WHERE agent_id = +? AND conversation_id = +? AND state IN ('waiting', 'leased')) AS firstMs
       FROM lanes WHERE agent_id = ? AND conversation_id = ?`,
      [agentId, conversationId, agentId, conversationId, agentId, conversationId],
    ),
    'a lane has a row from its first message on',
  );
  if (isLeased === 1) return;
  const heldMs = firstMs === null ? null : heldUntilMs;
  transaction.run(
    `UPDATE lanes SET lease_owner = NULL, lease_until_ms = NULL, held_until_ms = ?, due_at_ms = ?,
       line = CASE WHEN due_at_ms = 0 OR ? THEN line ELSE ${END_OF_LINE} END
     WHERE agent_id = ? AND conversation_id = ?`,
    [heldMs, heldMs ?? firstMs, firstMs === null ? 1 : 0, agentId, agentId, conversationId],
  );
}

/**
 * Lanes of which `lease` would hand out something, at most `limit` an agent: by turns one of each agent, and of an agent the one that has
 * stood in line longest first. So no number of lanes or messages, whosesoever, keeps another lane from being named.
 */
export function dueLanes(reader: Reader, nowMs: number, limit: number): readonly Lane[] {
  const agents = reader.all<{ id: string }>(`${AGENTS} SELECT id FROM agents WHERE id IS NOT NULL`);
  return byTurns(
    agents.map(({ id }) => {
      const atOnce = reader.all<StandingLane>(`${STANDING} due_at_ms = 0 ORDER BY line LIMIT ? + 0`, [id, limit]);
      const inTime = reader.all<StandingLane>(`${STANDING} due_at_ms > 0 AND due_at_ms <= +? ORDER BY due_at_ms LIMIT ? + 0`, [
        id,
        nowMs,
        limit,
      ]);
      const setBack = reader.all<StandingLane>(`${STANDING} held_until_ms > +? AND lease_until_ms IS NULL LIMIT ? + 0`, [
        id,
        nowMs + HOLD_LIMIT_MS,
        limit,
      ]);
      return [...atOnce, ...inTime, ...setBack]
        .sort((left, right) => left.line - right.line)
        .slice(0, limit)
        .map(({ agentId, conversationId }) => ({ agentId, conversationId }));
    }),
  );
}

interface StandingLane extends Lane {
  readonly line: number;
}

/** The earliest instant from `nowMs` on at which `dueLanes` names a lane if nothing else happens; undefined when nothing waits and nothing is leased. */
export function nextDueMs(reader: Reader, nowMs: number): number | undefined {
  if (dueLanes(reader, nowMs, 1).length > 0) return nowMs;
  const row = reader.get<{ dueMs: number | null }>(
    `${AGENTS} SELECT min((SELECT min(due_at_ms) FROM lanes WHERE agent_id = agents.id AND due_at_ms IS NOT NULL)) AS dueMs FROM agents`,
  );
  return row?.dueMs ?? undefined;
}

/** Counted among all lanes of the agent, also those whose time has not come: they keep the place they got when they began to wait. */
const END_OF_LINE = '(SELECT coalesce(max(line), 0) + 1 FROM lanes WHERE agent_id = +?)';

const STANDING = 'SELECT agent_id AS agentId, conversation_id AS conversationId, line FROM lanes WHERE agent_id = +? AND';

/** The agents with lanes that wait, by one step in the index each. */
const AGENTS = `
  WITH RECURSIVE agents (id) AS (
    SELECT min(agent_id) FROM lanes WHERE due_at_ms IS NOT NULL
    UNION ALL
    SELECT (SELECT min(agent_id) FROM lanes WHERE due_at_ms IS NOT NULL AND agent_id > agents.id) FROM agents WHERE id IS NOT NULL
  )`;

/** The first of each list, then the second of each, until all are empty. */
function byTurns<Value>(lists: readonly (readonly Value[])[]): readonly Value[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
