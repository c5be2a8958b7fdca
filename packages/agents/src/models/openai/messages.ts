// Our history and tools in the words of the chat-completions protocol.
import type OpenAI from 'openai';
import type { ModelMessage, ModelRequest, ToolSpecification } from '../provider.ts';

type ApiMessage = OpenAI.Chat.Completions.ChatCompletionMessageParam;
type ApiTool = OpenAI.Chat.Completions.ChatCompletionFunctionTool;

/** Said for a call without a result: the service refuses a history in which a call was never answered. */
const NO_RESULT = JSON.stringify({ status: 'FAILURE', result: null, error_message: 'No result of this call was kept.' });

/** What the protocol allows as the name of a tool. */
const UNFIT_FOR_A_NAME = /[^a-zA-Z0-9_-]/g;
const NAME_LIMIT = 64;

/**
 * The results of an assistant message follow it in the order of its calls, with equal ids. The same request gives the same messages, so that
 * a request sent again after a crash is the same bytes.
 */
export function apiMessages({ system, messages }: Pick<ModelRequest, 'system' | 'messages'>): readonly ApiMessage[] {
  return [
    { role: 'system', content: system },
    ...messages.flatMap((message, index) => apiMessage(message, messages.slice(index + 1))),
  ];
}

export function apiTools(tools: readonly ToolSpecification[]): readonly ApiTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: withoutSchemaAddress(parameters) },
  }));
}

function apiMessage(message: ModelMessage, rest: readonly ModelMessage[]): readonly ApiMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.content }];
    case 'tool':
      // Written together with the message it answers.
      return [];
    case 'assistant': {
      if (message.toolCalls.length === 0) return [];
      const end = rest.findIndex(({ role }) => role !== 'tool');
      const results = end === -1 ? rest : rest.slice(0, end);
      return [
        {
          role: 'assistant',
          content: null,
          tool_calls: message.toolCalls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: fitName(call.name), arguments: JSON.stringify(call.arguments ?? {}) },
          })),
        },
        ...message.toolCalls.map(({ id }): ApiMessage => {
          const result = results.find((candidate) => candidate.role === 'tool' && candidate.callId === id);
          return { role: 'tool', tool_call_id: id, content: result?.role === 'tool' ? result.content : NO_RESULT };
        }),
      ];
    }
  }
}

/** A model may have invented a tool whose name the service would refuse to read back, and with it every later request. */
function fitName(name: string): string {
  return name.replace(UNFIT_FOR_A_NAME, '_').slice(0, NAME_LIMIT) || '_';
}

/** Some services refuse the `$schema` that says which dialect a schema is written in. */
function withoutSchemaAddress(parameters: unknown): Record<string, unknown> {
  if (typeof parameters !== 'object' || parameters === null) return { type: 'object', properties: {} };
  return Object.fromEntries(Object.entries(parameters).filter(([key]) => key !== '$schema'));
}
