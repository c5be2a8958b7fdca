// Requests that end before they are answered: why an agent's request is stopped, and what to say was kept.
import type { Reader } from '@vos/ledger';
import { type Agent, PRIMARY_AGENT_ID } from '../sdk/agent.ts';
import type { Tool } from '../sdk/tool.ts';
import { CIRCLING_TURN_LIMIT, FRUITLESS_TURN_LIMIT, TRACE_HOP_LIMIT, TRACE_TOOL_CALL_LIMIT } from './limits.ts';
import { type DoneCall, goesOn } from './planned-calls.ts';
import type { BegunTurn } from './take-up.ts';
import type { Turn } from './turn-store.ts';

export interface EarlyEnd {
  /** Half a sentence for the person. */
  readonly reason: string;
  /** `agent`: this agent gets nowhere, and who asked it may still answer. `request`: it ends for all. */
  readonly of: 'agent' | 'request';
}

/** How a turn is kept in which an agent gave up. */
export const GAVE_UP = 'gave-up';

/** Undefined where the request may go on. The turn's calls must have been written down. */
export function reasonToStop(
  reader: Reader,
  { turn, agent }: BegunTurn,
  toolCallCount: number,
  done: readonly DoneCall[],
): EarlyEnd | undefined {
  if (toolCallCount > TRACE_TOOL_CALL_LIMIT)
    return { of: 'request', reason: `it took ${TRACE_TOOL_CALL_LIMIT} tool calls without coming to an answer.` };
  if (done.some(({ outcome }) => outcome !== 'waiting' && !outcome.ok && outcome.failure.code === 'hop-limit'))
    return { of: 'request', reason: `it went from agent to agent ${TRACE_HOP_LIMIT} times without an answer.` };
  if (!done.some(goesOn)) return undefined;
  const name = agent.id === PRIMARY_AGENT_ID ? 'VOS' : `the ${agent.name.charAt(0).toLowerCase()}${agent.name.slice(1)}`;
  // Whoever hands the same on again, or to the next who cannot do it, would only begin anew.
  const of = agent.id === PRIMARY_AGENT_ID || hasGivenUp(reader, turn.traceId) ? 'request' : 'agent';
  switch (standstillOf(reader, turn)) {
    case 'failing':
      return { of, reason: `nothing that ${name} tried worked, ${FRUITLESS_TURN_LIMIT} times in a row.` };
    case 'repeating':
      return { of, reason: `${name} did the same again and again and learned nothing new.` };
    default:
      return undefined;
  }
}

function hasGivenUp(reader: Reader, traceId: string): boolean {
  return reader.get('SELECT 1 FROM turns WHERE trace_id = ? AND failure = ? LIMIT 1', [traceId, GAVE_UP]) !== undefined;
}

/** A sentence: never that something was done where nothing was. What nobody knows the outcome of counts as done: it may have happened. */
export function keptSentence(reader: Reader, traceId: string, agents: readonly Agent[]): string {
  const tools = agents.flatMap((agent) => agent.tools);
  const changing = new Set(tools.filter(changesSomething).map(({ name }) => name));
  const isAnythingDone = reader
    .all<{ name: string }>(
      `SELECT DISTINCT tool_name AS name FROM tool_calls WHERE trace_id = ? AND state IN ('succeeded', 'running', 'uncertain')`,
      [traceId],
    )
    .some(({ name }) => changing.has(name));
  return isAnythingDone ? 'What was done until then is kept.' : 'Nothing had been changed.';
}

/** A question to a service leaves nothing behind. */
function changesSomething(tool: Tool): boolean {
  const isQuestion = tool.kind === 'outside' && tool.isRepeatable === true;
  return tool.effect !== 'read' && tool.effect !== 'talk' && !isQuestion;
}

/** `failing`: turn after turn, nothing it tried worked. `repeating`: whatever did work had been done before, with the same result. */
type Standstill = 'failing' | 'repeating';

/** Undefined while the agent gets on. Its latest calls must have been written down. */
function standstillOf(reader: Reader, turn: Pick<Turn, 'traceId' | 'agentId'>): Standstill | undefined {
  if (turnsSince(reader, turn, 'id') >= FRUITLESS_TURN_LIMIT) return 'failing';
  return turnsSince(reader, turn, 'tool_name, arguments, result') >= CIRCLING_TURN_LIMIT ? 'repeating' : undefined;
}

/** Turns after the one with the last call that worked and was the first of its kind; all turns where none worked. */
function turnsSince(
  reader: Reader,
  { traceId, agentId }: Pick<Turn, 'traceId' | 'agentId'>,
  kind: 'id' | 'tool_name, arguments, result',
): number {
  const row = reader.get<{ turns: number }>(
    `WITH own AS (SELECT * FROM tool_calls WHERE trace_id = ? AND agent_id = ?),
       gain AS (SELECT turn_id, min(position) AS position FROM own WHERE state <> 'failed' GROUP BY ${kind}
         ORDER BY position DESC LIMIT 1)
     SELECT count(DISTINCT turn_id) AS turns FROM own
     WHERE position > coalesce((SELECT position FROM gain), 0) AND turn_id IS NOT (SELECT turn_id FROM gain)`,
    [traceId, agentId],
  );
  return row?.turns ?? 0;
}
