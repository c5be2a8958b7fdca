// The same request in OpenAI's Agents SDK, which keeps nothing: the floor of what a team of agents costs.
import { loadContender } from '@vos/ledger/testing';
import { z } from 'zod';
import type { OtherTeam } from './langgraph.ts';

/** What is used of `@openai/agents-core`. */
interface AgentsSdk {
  readonly Agent: new (options: object) => { handoffs: unknown[] };
  readonly Runner: new (options: {
    readonly tracingDisabled: boolean;
  }) => {
    run(agent: unknown, text: string): Promise<{ readonly finalOutput?: unknown }>;
  };
  readonly Usage: new () => unknown;
  setTracingDisabled(isDisabled: boolean): void;
  tool(options: {
    readonly name: string;
    readonly description: string;
    readonly parameters: unknown;
    execute(): Promise<string>;
  }): unknown;
}
interface ModelRequest {
  readonly input: string | readonly { readonly type?: string }[];
}

/** Undefined where it is not installed. */
export async function openOpenAiAgents(): Promise<OtherTeam | undefined> {
  const sdk = await loadContender<AgentsSdk>('@openai/agents-core');
  if (sdk === undefined) return undefined;
  const { Agent, Runner, Usage } = sdk;
  sdk.setTracingDisabled(true);

  let calls = 0;
  const model = (answer: (request: ModelRequest) => { readonly name: string; readonly given: object }): object => ({
    async getResponse(request: ModelRequest) {
      calls += 1;
      const { name, given } = answer(request);
      const call = {
        type: 'function_call',
        callId: `call_${calls}`,
        name,
        status: 'completed',
        arguments: JSON.stringify(given),
      };
      return { usage: new Usage(), output: [call] };
    },
    getStreamedResponse() {
      throw new Error('Broken assumption: the bench does not stream');
    },
  });
  const sendToUser = sdk.tool({
    name: 'send_user_message',
    description: 'Sends a message to the user.',
    parameters: z.object({ content: z.string() }),
    execute: async () => 'Sent.',
  });
  const specialist = new Agent({
    name: 'notes_agent',
    instructions: 'You are notes_agent.',
    model: model(() => ({ name: 'transfer_to_primary_agent', given: {} })),
  });
  const primary = new Agent({
    name: 'primary_agent',
    instructions: 'You are primary_agent.',
    tools: [sendToUser],
    handoffs: [specialist],
    toolUseBehavior: { stopAtToolNames: ['send_user_message'] },
    model: model(({ input }) =>
      typeof input !== 'string' && input.at(-1)?.type === 'function_call_result'
        ? { name: 'send_user_message', given: { content: 'Done.' } }
        : { name: 'transfer_to_notes_agent', given: {} },
    ),
  });
  specialist.handoffs = [primary];
  const runner = new Runner({ tracingDisabled: true });

  return {
    async request() {
      const { finalOutput } = await runner.run(primary, 'Please.');
      if (finalOutput !== 'Sent.') throw new Error('Broken assumption: the request ends with a reply to the user');
    },
    close() {},
  };
}
