// What a service is sent, and what its refusals teach: services that speak the same protocol differ in a few names.
import type OpenAI from 'openai';
import type { ModelRequest } from '../provider.ts';
import { jsonFormat, jsonMessages } from './json-mode.ts';
import { apiMessages, apiTools } from './messages.ts';
import { MAX_OUTPUT_TOKENS } from './worst-case.ts';

/** What one model of one service understands. Found out from its refusals, which cost nothing, and kept as long as the host runs. */
export interface Dialect {
  /** OpenAI's thinking models refuse the old name, most other services know no other. */
  outputLimit: 'max_completion_tokens' | 'max_tokens';
  /** Whether a tool call can be demanded, or only allowed. */
  toolChoice: 'required' | 'auto';
  /** `json`: the model cannot call tools, and writes its calls as one JSON object instead. */
  answersBy: 'tools' | 'json';
  jsonFormat: 'json_schema' | 'json_object' | 'none';
  /** Some models call tools in this protocol only where they are told not to think. */
  reasoningEffort: 'none' | undefined;
}

export function createDialect(outputLimit: Dialect['outputLimit']): Dialect {
  return { outputLimit, toolChoice: 'required', answersBy: 'tools', jsonFormat: 'json_schema', reasoningEffort: undefined };
}

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming;

export interface BodyOptions {
  readonly model: string;
  /** False for a model that costs nothing: it may write as long as it likes. */
  readonly isLimited: boolean;
}

export function requestBody(request: ModelRequest, dialect: Dialect, options: BodyOptions): Body {
  const { model, isLimited } = options;
  const { reasoningEffort } = dialect;
  const answer: Pick<Body, 'messages' | 'tools' | 'tool_choice' | 'response_format'> =
    dialect.answersBy === 'tools'
      ? { messages: [...apiMessages(request)], tools: [...apiTools(request.tools)], tool_choice: dialect.toolChoice }
      : { messages: [...jsonMessages(request)], ...jsonFormat(request.tools, dialect.jsonFormat) };
  return {
    model,
    ...answer,
    stream: true,
    stream_options: { include_usage: true },
    ...(isLimited ? { [dialect.outputLimit]: MAX_OUTPUT_TOKENS } : {}),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
  };
}

/** A refusal as the `openai` package reports it. */
export interface ServiceRefusal {
  readonly status?: number | undefined;
  readonly message: string;
  readonly param?: string | null | undefined;
}

/** Statuses by which services say that they do not understand a parameter. OpenRouter answers 404 where no provider of a model calls tools. */
const TEACHING_STATUSES: ReadonlySet<number> = new Set([400, 404, 415, 422]);

/** Changes the dialect where the refusal says what was not understood; true if the request may be sent again because of that. */
export function learn(dialect: Dialect, sent: Body, { status, message, param }: ServiceRefusal): boolean {
  if (status === undefined || !TEACHING_STATUSES.has(status)) return false;
  const names = (name: string): boolean => param === name || new RegExp(`\\b${name}\\b`).test(message);
  if (sent.tools !== undefined && sent.reasoning_effort === undefined && names('reasoning_effort')) {
    dialect.reasoningEffort = 'none';
    return true;
  }
  if (
    sent.tools !== undefined &&
    /\bnot? (found that )?support(ed)?\b.{0,40}\b(tools?|functions?)\b|\b(tools?|functions?)\b.{0,40}\bnot support/i.test(message)
  ) {
    dialect.answersBy = 'json';
    return true;
  }
  if (sent.tool_choice === 'required' && names('tool_choice')) {
    dialect.toolChoice = 'auto';
    return true;
  }
  if (sent.response_format !== undefined && (names('response_format') || names('json_schema') || names('json_object'))) {
    dialect.jsonFormat = sent.response_format.type === 'json_schema' ? 'json_object' : 'none';
    return true;
  }
  // Each name is given up for the other once, so that two refusals do not go on for ever.
  if ('max_tokens' in sent && names('max_tokens') && dialect.outputLimit === 'max_tokens') {
    dialect.outputLimit = 'max_completion_tokens';
    return true;
  }
  if ('max_completion_tokens' in sent && names('max_completion_tokens')) {
    dialect.outputLimit = 'max_tokens';
    return true;
  }
  return false;
}
