// Requests that end before they are answered: why an agent's request is stopped, and what to say was kept.
import type { Reader } from '@vos/ledger';
import { type Agent, PRIMARY_AGENT_ID } from '../sdk/agent.ts';
import { FRUITLESS_TURN_LIMIT, SAME_RESULT_LIMIT, TRACE_HOP_LIMIT, TRACE_TOOL_CALL_LIMIT } from './limits.ts';
import { type DoneCall, goesOn } from './planned-calls.ts';
import type { BegunTurn } from './take-up.ts';
import type { Turn } from './turn-store.ts';

/** Half a sentence for the person; undefined where the request may go on. The turn's calls must have been written down. */
export function reasonToStop(
  reader: Reader,
  { turn, agent }: BegunTurn,
  toolCallCount: number,
  done: readonly DoneCall[],
): string | undefined {
  if (toolCallCount > TRACE_TOOL_CALL_LIMIT) return `it took ${TRACE_TOOL_CALL_LIMIT} tool calls without coming to an answer.`;
  if (done.some(({ outcome }) => outcome !== 'waiting' && !outcome.ok && outcome.failure.code === 'hop-limit'))
    return `it went from agent to agent ${TRACE_HOP_LIMIT} times without an answer.`;
  if (!done.some(goesOn)) return undefined;
  const name = agent.id === PRIMARY_AGENT_ID ? 'VOS' : `the ${agent.name.charAt(0).toLowerCase()}${agent.name.slice(1)}`;
  switch (standstillOf(reader, turn)) {
    case 'failing':
      return `nothing that ${name} tried worked, ${FRUITLESS_TURN_LIMIT} times in a row.`;
    case 'repeating':
      return `${name} did the same ${SAME_RESULT_LIMIT} times in a row and learned nothing new.`;
    default:
      return undefined;
  }
}

/** A sentence: never that something was done where nothing was. What nobody knows the outcome of counts as done: it may have happened. */
export function keptSentence(reader: Reader, traceId: string, agents: readonly Agent[]): string {
  const changing = new Set(
    agents.flatMap(({ tools }) => tools.filter(({ effect }) => effect !== 'read' && effect !== 'talk').map(({ name }) => name)),
  );
  const isAnythingDone = reader
    .all<{ name: string }>(
      `SELECT DISTINCT tool_name AS name FROM tool_calls WHERE trace_id = ? AND state IN ('succeeded', 'running', 'uncertain')`,
      [traceId],
    )
    .some(({ name }) => changing.has(name));
  return isAnythingDone ? 'What was done until then is kept.' : 'Nothing had been changed.';
}

/** `failing`: turn after turn, nothing it tried worked. `repeating`: the same call with the same result, again and again. */
type Standstill = 'failing' | 'repeating';

/** Undefined while the agent gets on. Its latest calls must have been written down. */
function standstillOf(reader: Reader, { traceId, agentId }: Pick<Turn, 'traceId' | 'agentId'>): Standstill | undefined {
  const lane = [traceId, agentId];
  const failing = reader.get<{ turns: number }>(
    `SELECT count(DISTINCT turn_id) AS turns FROM tool_calls
     WHERE trace_id = ? AND agent_id = ?
       AND position > coalesce((SELECT max(position) FROM tool_calls WHERE trace_id = ? AND agent_id = ? AND state <> 'failed'), 0)`,
    [...lane, ...lane],
  );
  if ((failing?.turns ?? 0) >= FRUITLESS_TURN_LIMIT) return 'failing';
  const repeating = reader.get<{ calls: number; kinds: number }>(
    `SELECT count(*) AS calls, count(DISTINCT json_array(tool_name, arguments, result)) AS kinds FROM (
       SELECT tool_name, arguments, result FROM tool_calls
       WHERE trace_id = ? AND agent_id = ? ORDER BY position DESC LIMIT ${SAME_RESULT_LIMIT})`,
    lane,
  );
  return repeating?.calls === SAME_RESULT_LIMIT && repeating.kinds === 1 ? 'repeating' : undefined;
}
