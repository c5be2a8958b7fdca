// For models that cannot call tools: the calls are asked for, and read, as one JSON object. What cannot be read is told to the model by
// whoever asked, who asks again: each asking is a call of its own, paid for as such.
import type OpenAI from 'openai';
import { z } from 'zod';
import type { ModelMessage, ModelRequest, ModelToolCall, ToolSpecification } from '../provider.ts';
import { apiTools } from './messages.ts';
import type { Dialect } from './request-body.ts';

type ApiMessage = OpenAI.Chat.Completions.ChatCompletionMessageParam;

const writtenReply = z.strictObject({
  calls: z.array(z.strictObject({ name: z.string().min(1), arguments: z.record(z.string(), z.unknown()) })).min(1),
});

/** The same conversation without tool calls: what was called is what the assistant wrote, and the results are told to it. */
export function jsonMessages({
  system,
  messages,
  tools,
}: Pick<ModelRequest, 'system' | 'messages' | 'tools'>): readonly ApiMessage[] {
  const list = apiTools(tools).map(({ function: tool }) => JSON.stringify(tool));
  const how = `# How to answer
You have no other way to act than this: every reply of yours is one JSON object and nothing else, without any text or fence around it.
{"calls": [{"name": "the name of a tool", "arguments": {"its": "arguments"}}]}
At least one call, as many as are needed. These are the tools, each with the JSON schema of its arguments:
${list.join('\n')}`;
  return [
    { role: 'system', content: `${system}\n\n${how}` },
    ...messages.map((message): ApiMessage => {
      switch (message.role) {
        case 'user':
          return { role: 'user', content: message.content };
        case 'assistant':
          return { role: 'assistant', content: writeCalls(message) };
        case 'tool':
          return { role: 'user', content: JSON.stringify({ result_of: message.toolName, content: message.content }) };
      }
    }),
  ];
}

export function jsonFormat(
  tools: readonly ToolSpecification[],
  format: Dialect['jsonFormat'],
): Pick<OpenAI.Chat.Completions.ChatCompletionCreateParams, 'response_format'> {
  if (format === 'none') return {};
  if (format === 'json_object') return { response_format: { type: 'json_object' } };
  const call = {
    type: 'object',
    properties: { name: { type: 'string', enum: tools.map(({ name }) => name) }, arguments: { type: 'object' } },
    required: ['name', 'arguments'],
    additionalProperties: false,
  };
  return {
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'calls',
        schema: {
          type: 'object',
          properties: { calls: { type: 'array', items: call } },
          required: ['calls'],
          additionalProperties: false,
        },
      },
    },
  };
}

/** The calls, or what is wrong with the text, for the model to read. */
export function readCalls(text: string): { readonly toolCalls: readonly ModelToolCall[] } | { readonly problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: 'it is not one JSON object and nothing else' };
  }
  const parsed = writtenReply.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return {
      problem:
        `it is not of the form {"calls": [{"name", "arguments"}]}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
    };
  }
  return { toolCalls: parsed.data.calls.map((call, index) => ({ id: `call_${index + 1}`, ...call })) };
}

function writeCalls({ toolCalls }: Extract<ModelMessage, { role: 'assistant' }>): string {
  return JSON.stringify({ calls: toolCalls.map(({ name, arguments: given }) => ({ name, arguments: given ?? {} })) });
}
