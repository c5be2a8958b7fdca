// Every tool call goes through here: does the agent have the tool, may it use it, do the arguments fit, and what came of it.
// A failure of any kind becomes an outcome that a model can read; none of them ends a turn.
import { type Clock, CodedError, err, ok, type Result } from '@vos/base';
import type { ApprovalReason } from '@vos/protocol/entities';
import { z } from 'zod';
import type { Verdict } from '../permissions/judge.ts';
import type { Agent } from '../sdk/agent.ts';
import {
  mustNotRepeat,
  type OutsideContext,
  type OutsideTool,
  type RecordContext,
  type RecordTool,
  type Tool,
  type ToolFailure,
  toolFailure,
} from '../sdk/tool.ts';
import type { ModelToolCall, ToolSpecification } from '../models/provider.ts';

export type ToolOutcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: ToolFailure };

/** A call of a reply, checked against its tool. */
export type CheckedCall = { readonly call: ModelToolCall; readonly arguments: Readonly<Record<string, unknown>> } & (
  | { readonly kind: 'outside'; readonly tool: OutsideTool }
  | { readonly kind: 'record'; readonly tool: RecordTool }
  | { readonly kind: 'refused'; readonly failure: ToolFailure }
  /** Not before the person allows it. */
  | { readonly kind: 'asks'; readonly tool: Tool; readonly reason: ApprovalReason }
);

export interface ToolGateway {
  toolsOf(agent: Agent): readonly Tool[];
  specifications(agent: Agent): readonly ToolSpecification[];
  /** Undefined where there is no such agent, or it has no such tool. */
  findTool(agentId: string, name: string): Tool | undefined;
  /** `judge` is asked only about a call that could be made. */
  check(agent: Agent, call: ModelToolCall, judge: (tool: Tool) => Verdict): CheckedCall;
  /** Runs a tool that reaches outside, within its time limit. `signal` ends it early. */
  runOutside(tool: OutsideTool, given: Readonly<Record<string, unknown>>, context: OutsideContext): Promise<ToolOutcome>;
  /** What became of an earlier call, as the other side says; undefined where it cannot be asked or cannot say. */
  lookUpOutside(
    tool: OutsideTool,
    given: Readonly<Record<string, unknown>>,
    context: OutsideContext,
  ): Promise<ToolOutcome | undefined>;
  /** Applies a tool on our own records inside a transaction; a failure leaves nothing of it behind. */
  applyRecord(tool: RecordTool, given: Readonly<Record<string, unknown>>, context: RecordContext): ToolOutcome;
}

export interface ToolGatewayOptions {
  readonly clock: Clock;
  /** Every agent there is. */
  readonly agents: readonly Agent[];
  /** Tools an agent has besides its own. */
  readonly commonTools: (agent: Agent) => readonly Tool[];
  /** Told of everything a tool threw that was no coded error: a bug to be logged. */
  readonly onBug: (toolName: string, error: unknown) => void;
}

export function createToolGateway({ clock, agents, commonTools, onBug }: ToolGatewayOptions): ToolGateway {
  const toolsByAgent = new Map<Agent, ReadonlyMap<string, Tool>>();
  const specificationsByAgent = new Map<Agent, readonly ToolSpecification[]>();

  function byName(agent: Agent): ReadonlyMap<string, Tool> {
    let tools = toolsByAgent.get(agent);
    if (tools === undefined) {
      tools = new Map([...agent.tools, ...commonTools(agent)].map((tool) => [tool.name, tool]));
      toolsByAgent.set(agent, tools);
    }
    return tools;
  }

  function failureOf(tool: Tool, error: unknown): ToolFailure {
    // What a tool outside throws, it did not foresee: the other side may have acted.
    const isUnclear = tool.kind === 'outside' && mustNotRepeat(tool);
    if (error instanceof CodedError) return { ...toolFailure(error.code, error.message, error.retryable), isUnclear };
    onBug(tool.name, error);
    const kept = isUnclear ? '' : ' Nothing was changed by it.';
    return { ...toolFailure('tool-broken', `Something went wrong inside this tool.${kept}`), isUnclear };
  }

  function outcomeOf(tool: Tool, result: Result<unknown, ToolFailure>): ToolOutcome {
    if (!result.ok) return { ok: false, failure: result.error };
    const parsed = tool.result.safeParse(result.value);
    if (parsed.success) return { ok: true, value: parsed.data };
    onBug(tool.name, parsed.error);
    const failure = toolFailure('tool-broken', 'This tool gave a result that cannot be used.');
    return { ok: false, failure: { ...failure, isUnclear: tool.kind === 'outside' && mustNotRepeat(tool) } };
  }

  /** Ends at the tool's time limit and with the context's signal, whatever the tool does. */
  async function withinLimit<Value>(
    tool: OutsideTool,
    context: OutsideContext,
    work: (limited: OutsideContext) => Promise<Result<Value, ToolFailure>>,
  ): Promise<Result<Value, ToolFailure>> {
    const limit = new AbortController();
    const { promise: stopped, resolve } = Promise.withResolvers<Result<never, ToolFailure>>();
    const stop = (failure: ToolFailure): void => {
      resolve(err({ ...failure, isUnclear: mustNotRepeat(tool) }));
      limit.abort();
    };
    const seconds = Math.round(tool.timeoutMs / 1000);
    const cancelTimer = clock.schedule(tool.timeoutMs, () =>
      stop(toolFailure('tool-timeout', `It took longer than ${seconds} seconds and was given up.`, true)),
    );
    const onAbort = (): void => stop(toolFailure('aborted', 'It was stopped.'));
    context.signal.addEventListener('abort', onAbort, { once: true });
    if (context.signal.aborted) onAbort();
    try {
      return await Promise.race([work({ ...context, signal: limit.signal }), stopped]);
    } finally {
      cancelTimer();
      context.signal.removeEventListener('abort', onAbort);
    }
  }

  return {
    toolsOf: (agent) => [...byName(agent).values()],
    specifications(agent) {
      let specifications = specificationsByAgent.get(agent);
      if (specifications === undefined) {
        specifications = [...byName(agent).values()].map(({ name, description, parameters }) => ({
          name,
          description,
          parameters: z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }),
        }));
        specificationsByAgent.set(agent, specifications);
      }
      return specifications;
    },
    check(agent, call, judge) {
      const tools = byName(agent);
      const tool = tools.get(call.name);
      const shown = isRecord(call.arguments) ? call.arguments : {};
      if (tool === undefined) {
        const known = [...tools.keys()].join(', ');
        return {
          call,
          arguments: shown,
          kind: 'refused',
          failure: toolFailure('tool-unknown', `There is no tool “${call.name.slice(0, 80)}”. These exist: ${known}.`),
        };
      }
      const parsed = tool.parameters.safeParse(call.arguments);
      if (!parsed.success) {
        const reason = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`).join('; ');
        return {
          call,
          arguments: shown,
          kind: 'refused',
          failure: toolFailure('arguments-invalid', `The arguments do not fit: ${reason}.`),
        };
      }
      const verdict = judge(tool);
      if (verdict.kind === 'deny') {
        const message = `The person does not allow this: “${tool.name}” and everything else of its kind (${tool.effect}). Do not try it another way; say that it was not done.`;
        return { call, arguments: parsed.data, kind: 'refused', failure: toolFailure('not-permitted', message) };
      }
      if (verdict.kind === 'ask') return { call, arguments: parsed.data, kind: 'asks', tool, reason: verdict.reason };
      return tool.kind === 'outside'
        ? { call, arguments: parsed.data, kind: 'outside', tool }
        : { call, arguments: parsed.data, kind: 'record', tool };
    },
    findTool(agentId, name) {
      const agent = agents.find(({ id }) => id === agentId);
      return agent === undefined ? undefined : byName(agent).get(name);
    },
    async runOutside(tool, given, context) {
      try {
        return outcomeOf(tool, await withinLimit(tool, context, (limited) => tool.run(given, limited)));
      } catch (error) {
        return { ok: false, failure: failureOf(tool, error) };
      }
    },
    async lookUpOutside(tool, given, context) {
      const { lookUp } = tool;
      if (lookUp === undefined) return undefined;
      try {
        const found = await withinLimit(tool, context, async (limited) => ok(await lookUp(given, limited)));
        if (!found.ok || found.value.state === 'unknown') return undefined;
        return found.value.state === 'done'
          ? outcomeOf(tool, ok(found.value.value))
          : { ok: false, failure: toolFailure('not-done', 'It did not happen: the other side knows nothing of it.', true) };
      } catch (error) {
        failureOf(tool, error);
        return undefined;
      }
    },
    applyRecord(tool, given, context) {
      const { transaction } = context;
      transaction.run('SAVEPOINT tool_call');
      let outcome: ToolOutcome;
      try {
        outcome = outcomeOf(tool, tool.apply(given, context));
      } catch (error) {
        outcome = { ok: false, failure: failureOf(tool, error) };
      }
      if (!outcome.ok) transaction.run('ROLLBACK TO tool_call');
      transaction.run('RELEASE tool_call');
      return outcome;
    },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
