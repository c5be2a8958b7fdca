// A model that says what it was told to say, in order, for each agent. A call that nobody planned fails the test.
import { CodedError } from '@vos/base';
import type { ModelPiece, ModelProvider, ModelReply, ModelRequest, ModelUsage } from '../models/provider.ts';

type ScriptedCalls = readonly { readonly name: string; readonly arguments?: unknown }[];

export type ScriptedStep =
  | ScriptedCalls
  | Error
  /** Answers when the promise settles, and stops at the signal as a real one does. */
  | Promise<ScriptedCalls>
  /** Words without a call. */
  | { readonly text: string }
  /** Streams the beginning of a reply, then fails, or says nothing more. */
  | { readonly begins: ScriptedCalls; readonly then: Error | 'silence' };

export interface ScriptedModel extends ModelProvider {
  /** Plans the next replies of one agent. */
  plan(agentId: string, ...steps: readonly ScriptedStep[]): void;
  /** Every request so far. */
  readonly requests: readonly ModelRequest[];
  /** How many planned replies were not asked for. */
  unused(): number;
}

/** Each call may cost `worstCaseMicroUsd`, and does cost `usage`. */
export function createScriptedModel({
  worstCaseMicroUsd = 0,
  usage = { inputTokens: null, outputTokens: null, costMicroUsd: null },
}: {
  readonly worstCaseMicroUsd?: number;
  readonly usage?: ModelUsage;
} = {}): ScriptedModel {
  const plans = new Map<string, ScriptedStep[]>();
  const requests: ModelRequest[] = [];

  async function next(
    request: ModelRequest,
    signal: AbortSignal,
    onPiece: (piece: ModelPiece) => void,
  ): Promise<ScriptedCalls | { readonly text: string }> {
    const step = plans.get(request.agentId)?.shift();
    if (step === undefined) throw new Error(`Unplanned model call of ${request.agentId}`);
    if (step instanceof Error) throw step;
    if ('begins' in step) {
      for (const [index, call] of step.begins.entries()) stream(index, call, onPiece);
      if (step.then !== 'silence') throw step.then;
    }
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(new CodedError('aborted', 'The request was stopped.')), { once: true });
    return await ('begins' in step ? stopped : Promise.race([step, stopped]));
  }

  return {
    id: 'scripted',
    label: 'Scripted',
    description: 'Says what a test told it to.',
    model: 'script',
    worstCaseMicroUsd: () => worstCaseMicroUsd,
    requests,
    plan(agentId, ...steps) {
      plans.set(agentId, [...(plans.get(agentId) ?? []), ...steps]);
    },
    unused: () => [...plans.values()].reduce((sum, steps) => sum + steps.length, 0),
    async call(request, { signal, onPiece }): Promise<ModelReply> {
      requests.push(request);
      const calls = await next(request, signal, onPiece);
      if ('text' in calls) return { toolCalls: [], usage, text: calls.text };
      for (const [index, call] of calls.entries()) stream(index, call, onPiece);
      return {
        toolCalls: calls.map((call, index) => ({ id: `call_${index + 1}`, name: call.name, arguments: call.arguments ?? {} })),
        usage,
      };
    },
  };
}

function stream(index: number, call: ScriptedCalls[number], onPiece: (piece: ModelPiece) => void): void {
  const text = JSON.stringify(call.arguments ?? {});
  for (let start = 0; start < text.length; start += 7) {
    onPiece({ index, toolName: call.name, argumentsText: text.slice(start, start + 7) });
  }
}
