// The source of answers that needs no key and no network: rules and examples written by hand, the same answer for the same request.
import { CodedError, type Embedder } from '@vos/base';
import { type Agent, PRIMARY_AGENT_ID } from '../../sdk/agent.ts';
import type { ModelPiece, ModelProvider, ModelToolCall } from '../provider.ts';
import type { PlannedReply } from './answers.ts';
import { primaryTurn } from './primary-turn.ts';
import { specialistTurn } from './specialist-turn.ts';
import { readTimeline } from './timeline.ts';
import { createUnderstanding } from './understanding.ts';

export interface BuiltinProviderOptions {
  readonly embedder: Embedder;
  /** Everybody on the team, the primary agent among them. */
  readonly agents: readonly Agent[];
  /** Vectors of `collectExamples(agents)`, computed beforehand; a rejection or a wrong number of them makes the provider compute its own. */
  readonly exampleVectors?: Promise<readonly Float32Array[]>;
}

/**
 * Never fails for want of the embedder: without it requests are compared by their words alone. `call` rejects with `aborted` after the
 * signal and with `model-refused` where a request holds nothing to answer.
 */
export function createBuiltinProvider({ embedder, agents, exampleVectors }: BuiltinProviderOptions): ModelProvider {
  const understanding = createUnderstanding({ embedder, agents, exampleVectors });
  return {
    id: 'builtin',
    label: 'Built in',
    description:
      'Rules and examples on this computer, no language model. Understands short, plain requests, costs nothing and needs no network.',
    model: 'built in',
    worstCaseMicroUsd: () => 0,
    async call({ agentId, messages, tools }, { signal, onPiece }) {
      throwIfAborted(signal);
      const agent = agents.find(({ id }) => id === agentId);
      if (agent === undefined) throw new CodedError('model-refused', `There is no agent “${agentId}” here.`);
      const turn = agentId === PRIMARY_AGENT_ID ? primaryTurn : specialistTurn;
      const replies = await turn({
        agent,
        agents,
        timeline: readTimeline(messages),
        offered: new Set(tools.map(({ name }) => name)),
        understanding,
      });
      throwIfAborted(signal);
      if (replies.length === 0) throw new CodedError('model-refused', 'There was nothing to answer.');
      replies.forEach((reply, index) => stream(reply, index, onPiece));
      return {
        toolCalls: replies.map(
          (reply, index): ModelToolCall => ({ id: `call_${index + 1}`, name: reply.name, arguments: reply.arguments }),
        ),
        usage: { inputTokens: null, outputTokens: null, costMicroUsd: 0 },
      };
    },
  };
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new CodedError('aborted', 'The request was stopped.');
}

/** Word by word, as a person reads. */
function stream(reply: PlannedReply, index: number, onPiece: (piece: ModelPiece) => void): void {
  for (const piece of JSON.stringify(reply.arguments).match(/\S+\s*|\s+/g) ?? []) {
    onPiece({ index, toolName: reply.name, argumentsText: piece });
  }
}
