// One call of a tool on records in a commit of its own, as a turn makes it, with the arguments a model would give.
import { type Ids, randomIds, type Result } from '@vos/base';
import { changeSets, type Ledger } from '@vos/ledger';
import type { Tool, ToolFailure } from '../sdk/tool.ts';

export interface ApplyOptions {
  readonly ledger: Ledger;
  readonly agentId: string;
  readonly conversationId?: string;
  readonly ids?: Ids;
}

/** The tool's result, parsed by its own schema. Throws where the arguments do not fit, or there is no such tool. */
export async function applyTool(
  tools: readonly Tool[],
  name: string,
  given: Readonly<Record<string, unknown>>,
  { ledger, agentId, conversationId, ids = randomIds() }: ApplyOptions,
): Promise<Result<unknown, ToolFailure>> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool?.kind !== 'record') throw new Error(`There is no tool on records called ${name}`);
  const parsed = tool.parameters.parse(given);
  const turnId = ids.next('turn');
  const result = await ledger.commit((transaction) =>
    tool.apply(parsed, {
      agentId,
      conversationId: conversationId ?? ids.next('conversation'),
      traceId: ids.next('trace'),
      turnId,
      callId: ids.next('call'),
      timeZone: 'Europe/Amsterdam',
      nowMs: transaction.atMs,
      isTainted: false,
      transaction,
      changes: changeSets.begin(transaction, { actor: agentId, cause: turnId }),
      newId: (kind) => ids.next(kind),
    }),
  );
  return result.ok ? { ok: true, value: tool.result.parse(result.value) } : result;
}
