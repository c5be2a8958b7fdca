// What every source of answers looks like to a turn, from the built-in rules to a large model far away.

export interface ModelToolCall {
  /** Chosen by the provider, unique within the reply. */
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

export type ModelMessage =
  /** A JSON array of notifications (see turns/notifications). */
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly toolCalls: readonly ModelToolCall[] }
  /** The result of one call of the assistant message before it, JSON text: `{ status, result, error_message }`. */
  | { readonly role: 'tool'; readonly callId: string; readonly toolName: string; readonly content: string };

export interface ToolSpecification {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: unknown;
}

export interface ModelRequest {
  readonly agentId: string;
  readonly conversationId: string;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpecification[];
}

export interface ModelUsage {
  /** Null where the provider does not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Millionths of a US dollar; null when unknown, never 0 for unknown. */
  readonly costMicroUsd: number | null;
}

/** What a call used that was never answered, or refused instead of answered: services take no money for those. */
export const NOTHING_USED: ModelUsage = { inputTokens: null, outputTokens: null, costMicroUsd: 0 };

export interface ModelReply {
  /** At least one, or the turn is refused and asked again. */
  readonly toolCalls: readonly ModelToolCall[];
  readonly usage: ModelUsage;
  /** What is wrong with a reply of which nothing can be carried out, half a sentence for the model; then there are no tool calls. */
  readonly problem?: string;
  /** What was written instead of a tool call, where it is words and no half of one. Not empty. */
  readonly text?: string;
}

/** A piece of a reply as it is written. */
export interface ModelPiece {
  /** Which tool call of the reply, counted from 0. */
  readonly index: number;
  readonly toolName: string;
  /** The next piece of the arguments' JSON text. */
  readonly argumentsText: string;
}

export interface ModelProvider {
  readonly id: string;
  /** As shown in the desk: "Built in". */
  readonly label: string;
  readonly description: string;
  /** Which model of the service answers, as the service names it. */
  readonly model: string;
  /**
   * The most a call with this request can cost, millionths of a US dollar; 0 for what is free. Throws `model-unpriced` where nobody knows:
   * then it must not be called.
   */
  worstCaseMicroUsd(request: ModelRequest): number;
  /**
   * Rejects with a CodedError whose `retryable` decides whether the turn is tried again: `model-timeout`, `model-unavailable`,
   * `model-refused`, `model-reply-invalid`, or `aborted` after the signal. Its `detail.usage` is what the call used all the same; without it
   * nobody knows, and the call is charged at its worst case.
   */
  call(
    request: ModelRequest,
    options: { readonly signal: AbortSignal; readonly onPiece: (piece: ModelPiece) => void },
  ): Promise<ModelReply>;
}
