// One request to one agent the way the built-in provider uses its tools, without turns and without the choice by meaning:
// the tool that recognizes the request, or the one named.
import { randomIds } from '@vos/base';
import { changeSets, type Ledger } from '@vos/ledger';
import type { Agent } from '../sdk/agent.ts';
import type { CallContext, Tool } from '../sdk/tool.ts';

export interface AskOptions {
  /** Needed by tools on records. */
  readonly ledger?: Ledger;
  readonly nowMs?: number;
  readonly timeZone?: string;
  /** Used where no tool recognizes the request by itself. */
  readonly tool?: string;
  readonly signal?: AbortSignal;
}

/** `tool` is undefined when none recognized the request; `said` is the answer, the question, or the failure's sentence. */
export interface Asked {
  readonly tool: string | undefined;
  readonly said: string;
  readonly arguments?: unknown;
  readonly value?: unknown;
  readonly failure?: string;
}

const ids = randomIds();

export async function askAgent(agent: Agent, text: string, options: AskOptions = {}): Promise<Asked> {
  const { nowMs = Date.UTC(2026, 0, 5, 9), timeZone = 'Europe/Amsterdam' } = options;
  const request = { text, nowMs, timeZone };
  const recognizing = agent.tools.filter((tool) => tool.builtin?.recognizes?.(request) === true);
  if (recognizing.length > 1) throw new Error(`“${text}” is recognized by ${recognizing.map(({ name }) => name).join(' and ')}`);
  const tool = recognizing[0] ?? agent.tools.find(({ name }) => name === options.tool);
  const reading = tool?.builtin?.read(request);
  if (tool === undefined || reading === undefined || reading.kind === 'unfit') return { tool: undefined, said: '' };
  if (reading.kind === 'question') return { tool: tool.name, said: reading.text };
  const given = tool.parameters.parse(reading.arguments);
  const result = await run(tool, given, options, { nowMs, timeZone });
  if (!result.ok) return { tool: tool.name, said: result.error.message, arguments: given, failure: result.error.code };
  const value = tool.result.parse(result.value);
  return { tool: tool.name, said: tool.builtin?.say(value, given) ?? '', arguments: given, value };
}

async function run(
  tool: Tool,
  given: Record<string, unknown>,
  options: AskOptions,
  { nowMs, timeZone }: { nowMs: number; timeZone: string },
) {
  const context: CallContext = {
    agentId: 'test_agent',
    conversationId: ids.next('conversation'),
    traceId: ids.next('trace'),
    turnId: ids.next('turn'),
    callId: ids.next('call'),
    timeZone,
    nowMs,
    isTainted: false,
  };
  if (tool.kind === 'outside') return tool.run(given, { ...context, signal: options.signal ?? new AbortController().signal });
  const { ledger } = options;
  if (ledger === undefined) throw new Error(`${tool.name} needs a ledger`);
  return ledger.commit((transaction) =>
    tool.apply(given, {
      ...context,
      transaction,
      changes: changeSets.begin(transaction, { actor: context.agentId, cause: context.turnId }),
      newId: (kind) => ids.next(kind),
    }),
  );
}
