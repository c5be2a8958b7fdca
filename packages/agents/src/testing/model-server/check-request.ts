// What the chat-completions protocol refuses, as strictly as the real service: whatever our request gets wrong fails here first.
import { z } from 'zod';

/** A refusal as it goes over the wire. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly param: string | null;
  readonly code: string | null;
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const name = z.string().regex(NAME);

const toolCall = z.strictObject({
  id: z.string().min(1).max(40),
  type: z.literal('function'),
  function: z.strictObject({ name, arguments: z.string() }),
});

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string(), name: name.optional() }),
  z.strictObject({ role: z.literal('developer'), content: z.string(), name: name.optional() }),
  z.strictObject({ role: z.literal('user'), content: z.string(), name: name.optional() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable().optional(),
    refusal: z.string().nullable().optional(),
    name: name.optional(),
    tool_calls: z.array(toolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
]);

const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name,
    description: z.string().max(1024).optional(),
    parameters: z.looseObject({ type: z.literal('object') }).optional(),
    strict: z.boolean().nullable().optional(),
  }),
});

const chatRequest = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  tools: z.array(tool).min(1).optional(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.strictObject({ type: z.literal('function'), function: z.strictObject({ name }) }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  stream: z.boolean().nullable().optional(),
  stream_options: z
    .strictObject({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() })
    .nullable()
    .optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullable().optional(),
  max_completion_tokens: z.number().int().positive().nullable().optional(),
  max_tokens: z.number().int().positive().nullable().optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text') }),
      z.strictObject({ type: z.literal('json_object') }),
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name,
          description: z.string().optional(),
          schema: z.looseObject({ type: z.literal('object') }),
          strict: z.boolean().nullable().optional(),
        }),
      }),
    ])
    .optional(),
  temperature: z.number().min(0).max(2).nullable().optional(),
  top_p: z.number().min(0).max(1).nullable().optional(),
  seed: z.number().int().nullable().optional(),
  user: z.string().optional(),
  store: z.boolean().nullable().optional(),
});

export type ChatRequest = z.output<typeof chatRequest>;

export interface KnownModel {
  readonly id: string;
  /** Some models take tools in this protocol only with `reasoning_effort: none`. */
  readonly toolsNeedNoReasoning?: boolean;
  /** As Ollama says it of such a model. */
  readonly cannotCallTools?: boolean;
  /** As OpenAI's thinking models do. */
  readonly refusesMaxTokens?: boolean;
  /** As services do that know only the old name. */
  readonly refusesMaxCompletionTokens?: boolean;
  readonly refusesRequiredToolChoice?: boolean;
  /** The forms of answer it does not know. */
  readonly refusedFormats?: readonly ('json_schema' | 'json_object')[];
}

/** The request, or why the real service would refuse it. */
export function checkRequest(text: string, models: readonly KnownModel[]): ChatRequest | Refusal {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refusal('We could not parse the JSON body of your request.');
  }
  if (typeof body === 'object' && body !== null && !('model' in body)) return refusal('you must provide a model parameter');
  const parsed = chatRequest.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const param = issue === undefined || issue.path.length === 0 ? null : issue.path.join('.');
    if (issue?.code === 'unrecognized_keys') {
      const unknown = [...issue.path, issue.keys[0]].join('.');
      return { ...refusal(`Unknown parameter: '${unknown}'.`, unknown), code: 'unknown_parameter' };
    }
    return {
      ...refusal(`Invalid value for '${param}': ${issue?.message ?? 'not as documented'}.`, param),
      code: 'invalid_value',
    };
  }
  return refusalOf(parsed.data, models) ?? parsed.data;
}

function refusalOf(request: ChatRequest, models: readonly KnownModel[]): Refusal | undefined {
  const model = models.find(({ id }) => id === request.model);
  if (model === undefined) {
    return {
      status: 404,
      message: `The model \`${request.model}\` does not exist or you do not have access to it.`,
      param: null,
      code: 'model_not_found',
    };
  }
  if (request.tools === undefined && request.tool_choice !== undefined) {
    return refusal("Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.", 'tool_choice');
  }
  if (request.tools === undefined && request.parallel_tool_calls !== undefined) {
    return refusal(
      "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
      'parallel_tool_calls',
    );
  }
  if (request.stream_options != null && request.stream !== true) {
    return refusal("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options');
  }
  if (model.toolsNeedNoReasoning === true && request.tools !== undefined && request.reasoning_effort !== 'none') {
    return refusal(
      `Function tools with reasoning_effort are not supported for ${model.id} in /v1/chat/completions.`,
      'reasoning_effort',
    );
  }
  return wordingRefusal(request, model) ?? pairingRefusal(request.messages);
}

/** What single models and services do not understand, in the words in which they say so. */
function wordingRefusal(request: ChatRequest, model: KnownModel): Refusal | undefined {
  if (model.cannotCallTools === true && request.tools !== undefined) {
    return refusal(`registry.ollama.ai/library/${model.id} does not support tools`);
  }
  if (model.refusesMaxTokens === true && request.max_tokens != null) {
    const message = `Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.`;
    return { ...refusal(message, 'max_tokens'), code: 'unsupported_parameter' };
  }
  if (model.refusesMaxCompletionTokens === true && request.max_completion_tokens != null) {
    return refusal('Unrecognized request argument supplied: max_completion_tokens');
  }
  if (model.refusesRequiredToolChoice === true && request.tool_choice === 'required') {
    return refusal(`Invalid value for 'tool_choice': expected 'none' or 'auto'.`, 'tool_choice');
  }
  const format = request.response_format?.type;
  if (format !== undefined && format !== 'text' && model.refusedFormats?.includes(format) === true) {
    return refusal(
      `Invalid parameter: 'response_format' of type '${format}' is not supported with this model.`,
      'response_format',
    );
  }
  if (format === 'json_object' && !/json/i.test(JSON.stringify(request.messages))) {
    return refusal(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      'messages',
    );
  }
  return undefined;
}

/** Each tool call of an assistant message is answered before anything else is said, and nothing is answered that was not asked. */
function pairingRefusal(messages: ChatRequest['messages']): Refusal | undefined {
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id)) {
        return refusal(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          `messages.[${index}].role`,
        );
      }
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    if (open.length > 0) return unanswered(open, index);
    if (message.role !== 'assistant') continue;
    if (message.tool_calls === undefined && typeof message.content !== 'string') {
      return refusal(`Invalid value for 'content': expected a string, got null.`, `messages.[${index}].content`);
    }
    open = (message.tool_calls ?? []).map(({ id }) => id);
    if (new Set(open).size < open.length) return refusal('Duplicate tool call id.', `messages.[${index}].tool_calls`);
  }
  return open.length > 0 ? unanswered(open, messages.length) : undefined;
}

function unanswered(open: readonly string[], index: number): Refusal {
  return refusal(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
    `messages.[${index}].role`,
  );
}

function refusal(message: string, param: string | null = null): Refusal {
  return { status: 400, message, param, code: null };
}
