// Every tool call goes through here: does the agent have the tool, may it use it, do the arguments fit, and what came of it.
// A failure of any kind becomes an outcome that a model can read; none of them ends a turn.
import { type Clock, CodedError, err, type Result } from '@vos/base';
import { z } from 'zod';
import type { Agent } from '../sdk/agent.ts';
import {
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
);

export interface ToolGateway {
  toolsOf(agent: Agent): readonly Tool[];
  specifications(agent: Agent): readonly ToolSpecification[];
  check(agent: Agent, call: ModelToolCall): CheckedCall;
  /** Runs a tool that reaches outside, within its time limit. `signal` ends it early. */
  runOutside(tool: OutsideTool, given: Readonly<Record<string, unknown>>, context: OutsideContext): Promise<ToolOutcome>;
  /** Applies a tool on our own records inside a transaction; a failure leaves nothing of it behind. */
  applyRecord(tool: RecordTool, given: Readonly<Record<string, unknown>>, context: RecordContext): ToolOutcome;
}

export interface ToolGatewayOptions {
  readonly clock: Clock;
  /** Tools an agent has besides its own. */
  readonly commonTools: (agent: Agent) => readonly Tool[];
  /** Told of everything a tool threw that was no coded error: a bug to be logged. */
  readonly onBug: (toolName: string, error: unknown) => void;
}

export function createToolGateway({ clock, commonTools, onBug }: ToolGatewayOptions): ToolGateway {
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

  function failureOf(toolName: string, error: unknown): ToolFailure {
    if (error instanceof CodedError) return toolFailure(error.code, error.message, error.retryable);
    onBug(toolName, error);
    return toolFailure('tool-broken', 'Something went wrong inside this tool. Nothing was changed by it.');
  }

  function outcomeOf(tool: Tool, result: Result<unknown, ToolFailure>): ToolOutcome {
    if (!result.ok) return { ok: false, failure: result.error };
    const parsed = tool.result.safeParse(result.value);
    if (parsed.success) return { ok: true, value: parsed.data };
    onBug(tool.name, parsed.error);
    return { ok: false, failure: toolFailure('tool-broken', 'This tool gave a result that cannot be used.') };
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
    check(agent, call) {
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
      if (tool.permission !== 'allow') {
        return {
          call,
          arguments: shown,
          kind: 'refused',
          failure: toolFailure('not-permitted', `“${tool.name}” is not permitted.`),
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
      return tool.kind === 'outside'
        ? { call, arguments: parsed.data, kind: 'outside', tool }
        : { call, arguments: parsed.data, kind: 'record', tool };
    },
    async runOutside(tool, given, context) {
      const limit = new AbortController();
      const { promise: stopped, resolve } = Promise.withResolvers<Result<never, ToolFailure>>();
      const cancelTimer = clock.schedule(tool.timeoutMs, () => {
        resolve(
          err(
            toolFailure(
              'tool-timeout',
              `It took longer than ${Math.round(tool.timeoutMs / 1000)} seconds and was given up.`,
              true,
            ),
          ),
        );
        limit.abort();
      });
      const onAbort = (): void => {
        resolve(err(toolFailure('aborted', 'It was stopped.')));
        limit.abort();
      };
      context.signal.addEventListener('abort', onAbort, { once: true });
      if (context.signal.aborted) onAbort();
      try {
        const run = tool.run(given, { ...context, signal: limit.signal });
        return outcomeOf(tool, await Promise.race([run, stopped]));
      } catch (error) {
        return { ok: false, failure: failureOf(tool.name, error) };
      } finally {
        cancelTimer();
        context.signal.removeEventListener('abort', onAbort);
      }
    },
    applyRecord(tool, given, context) {
      const { transaction } = context;
      transaction.run('SAVEPOINT tool_call');
      let outcome: ToolOutcome;
      try {
        outcome = outcomeOf(tool, tool.apply(given, context));
      } catch (error) {
        outcome = { ok: false, failure: failureOf(tool.name, error) };
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
