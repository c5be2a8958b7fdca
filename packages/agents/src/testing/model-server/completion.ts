// A reply in the form of the chat-completions protocol: as a stream of small pieces, or in one.
import type { ChatRequest } from './check-request.ts';

export interface ServerToolCall {
  readonly name: string;
  /** A string is sent as it is, JSON or not. */
  readonly arguments?: unknown;
}

export interface ServerUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
}

export interface ServerReply {
  readonly toolCalls?: readonly ServerToolCall[];
  readonly text?: string;
  /** Null: the server says nothing about usage. Default: four characters a token. */
  readonly usage?: ServerUsage | null;
  /** Default: `tool_calls`, or `stop` without any. */
  readonly finishReason?: string;
  /** How much of the arguments goes into one chunk. Default 3. */
  readonly pieceLength?: number;
  /** Gives every call the index 0, as some versions of Ollama do (ollama/ollama#15457). */
  readonly repeatsIndex?: boolean;
}

/** The chunks of a streamed reply, each the text after `data: `. */
export function chunksOf(request: ChatRequest, reply: ServerReply, id: string): readonly string[] {
  const wantsUsage = request.stream_options?.include_usage === true;
  const chunk = (choice: object | undefined, usage?: object): string =>
    JSON.stringify({
      id,
      object: 'chat.completion.chunk',
      created: 0,
      model: request.model,
      choices: choice === undefined ? [] : [{ index: 0, finish_reason: null, logprobs: null, ...choice }],
      ...(wantsUsage ? { usage: usage ?? null } : {}),
    });
  const calls = callsOf(reply, id);
  const usage = usageOf(request, reply);
  return [
    chunk({ delta: { role: 'assistant', content: reply.text === undefined ? null : '' } }),
    ...pieces(reply.text ?? '', reply.pieceLength).map((content) => chunk({ delta: { content } })),
    ...calls.flatMap((call, position) => {
      const index = reply.repeatsIndex === true ? 0 : position;
      const opening = { index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } };
      return [
        chunk({ delta: { tool_calls: [opening] } }),
        ...pieces(call.function.arguments, reply.pieceLength).map((piece) =>
          chunk({ delta: { tool_calls: [{ index, function: { arguments: piece } }] } }),
        ),
      ];
    }),
    chunk({ delta: {}, finish_reason: finishReasonOf(reply) }),
    ...(wantsUsage && usage !== undefined ? [chunk(undefined, usage)] : []),
    '[DONE]',
  ];
}

/** The body of a reply that is not streamed. */
export function completionOf(request: ChatRequest, reply: ServerReply, id: string): object {
  const calls = callsOf(reply, id);
  return {
    id,
    object: 'chat.completion',
    created: 0,
    model: request.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.text ?? null,
          refusal: null,
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
        },
        finish_reason: finishReasonOf(reply),
        logprobs: null,
      },
    ],
    ...(reply.usage === null ? {} : { usage: usageOf(request, reply) }),
  };
}

/** What the reply is charged as. */
export function chargedUsage(request: ChatRequest, reply: ServerReply): ServerUsage {
  if (reply.usage != null) return reply.usage;
  const written =
    (reply.text ?? '') +
    callsOf(reply, '')
      .map((call) => call.function.name + call.function.arguments)
      .join('');
  return { inputTokens: Math.ceil(JSON.stringify(request).length / 4), outputTokens: Math.ceil(written.length / 4) };
}

function usageOf(request: ChatRequest, reply: ServerReply): object | undefined {
  if (reply.usage === null) return undefined;
  const { inputTokens, outputTokens, cachedInputTokens } = chargedUsage(request, reply);
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedInputTokens === undefined ? {} : { prompt_tokens_details: { cached_tokens: cachedInputTokens, audio_tokens: 0 } }),
  };
}

function callsOf(
  reply: ServerReply,
  id: string,
): { id: string; type: 'function'; function: { name: string; arguments: string } }[] {
  return (reply.toolCalls ?? []).map((call, index) => ({
    id: `call_${id}_${index + 1}`,
    type: 'function',
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {}),
    },
  }));
}

function finishReasonOf(reply: ServerReply): string {
  return reply.finishReason ?? ((reply.toolCalls ?? []).length > 0 ? 'tool_calls' : 'stop');
}

function pieces(text: string, length = 3): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) => text.slice(index * length, (index + 1) * length));
}
