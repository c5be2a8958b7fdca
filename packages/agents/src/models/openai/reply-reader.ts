// Puts a streamed reply together, chunk by chunk. Chunks are foreign data: each is parsed, and the whole is bounded.
import { z } from 'zod';
import type { ModelPiece, ModelReply, ModelToolCall, ModelUsage } from '../provider.ts';
import { costMicroUsd } from '../prices/prices.ts';
import type { Price } from '../prices/price-list.ts';
import { modelFailure } from './failure.ts';

/** Names, arguments and text of one reply. The longest replies of today's models are half of it; a note may hold 100,000 characters. */
export const REPLY_LIMIT_CHARACTERS = 1_000_000;

const text = z.string().nullish();
const count = z.number().int().nonnegative().catch(0);

const toolCallDelta = z.object({
  index: z.number().int().nullish(),
  id: text,
  function: z.object({ name: text, arguments: text }).nullish(),
});

const chunkShape = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: text, refusal: text, tool_calls: z.array(toolCallDelta).nullish() }).nullish(),
        finish_reason: text,
      }),
    )
    .nullish(),
  usage: z
    .object({
      prompt_tokens: z.number().int().nonnegative(),
      completion_tokens: z.number().int().nonnegative(),
      total_tokens: count.nullish(),
      prompt_tokens_details: z.object({ cached_tokens: count.nullish(), cache_write_tokens: count.nullish() }).nullish(),
    })
    .nullish()
    .catch(null),
});

interface WrittenCall {
  id: string | undefined;
  name: string;
  argumentsText: string;
}

export interface ReplyReader {
  /** Takes one parsed chunk and passes its pieces on. Throws `model-reply-invalid` for what is no chunk or goes over the bound. */
  take(chunk: unknown): void;
  /**
   * The whole reply, once the stream has ended. A reply without a tool call is returned as such; one whose arguments are not JSON with what is
   * wrong. Throws `model-unavailable` if it was cut off, `model-refused` if the model declined, `model-reply-invalid` if it ran into its length
   * limit, each with what it used.
   */
  finish(price: Omit<Price, 'provider' | 'model'>): ModelReply;
  /** What was written beside tool calls. */
  text(): string;
}

export function createReplyReader({ label, onPiece }: { label: string; onPiece: (piece: ModelPiece) => void }): ReplyReader {
  const calls: WrittenCall[] = [];
  const callByIndex = new Map<number, WrittenCall>();
  let characters = 0;
  let refusal = '';
  let content = '';
  let finishReason: string | undefined;
  let usage: NonNullable<z.output<typeof chunkShape>['usage']> | undefined;

  function grow(...parts: readonly (string | null | undefined)[]): void {
    for (const part of parts) characters += part?.length ?? 0;
    if (characters > REPLY_LIMIT_CHARACTERS) {
      throw modelFailure(
        'model-reply-invalid',
        `${label} wrote more than ${REPLY_LIMIT_CHARACTERS.toLocaleString('en')} characters and was stopped. Ask for less at a time.`,
      );
    }
  }

  /**
   * The call a delta belongs to. By its id where that is known; else by its index, unless that index is taken by another id, for there are
   * services that give every call the index 0 (ollama/ollama#15457) or none.
   */
  function callOf({ index, id }: z.output<typeof toolCallDelta>): WrittenCall {
    const givenId = id == null || id === '' ? undefined : id;
    const known = givenId === undefined ? undefined : calls.find((call) => call.id === givenId);
    if (known !== undefined) return known;
    const sameIndex = index == null ? calls.at(-1) : callByIndex.get(index);
    if (sameIndex !== undefined && (givenId === undefined || sameIndex.id === undefined)) {
      sameIndex.id ??= givenId;
      return sameIndex;
    }
    const call: WrittenCall = { id: givenId, name: '', argumentsText: '' };
    calls.push(call);
    callByIndex.set(index ?? calls.length - 1, call);
    return call;
  }

  function takeCall(delta: z.output<typeof toolCallDelta>): void {
    const call = callOf(delta);
    const piece = delta.function?.arguments ?? '';
    grow(delta.function?.name, piece, delta.id);
    const wasNameless = call.name === '';
    if (wasNameless) call.name = delta.function?.name ?? '';
    call.argumentsText += piece;
    if (call.name === '') return;
    const fresh = wasNameless ? call.argumentsText : piece;
    if (fresh !== '') onPiece({ index: calls.indexOf(call), toolName: call.name, argumentsText: fresh });
  }

  /** The call, or what is wrong with it. */
  function readCall(call: WrittenCall, index: number): ModelToolCall | string {
    if (call.name === '') return 'a tool call has no name';
    if (call.argumentsText.trim() === '') {
      call.argumentsText = '{}';
      onPiece({ index, toolName: call.name, argumentsText: call.argumentsText });
    }
    try {
      return { id: call.id ?? `call_${index + 1}`, name: call.name, arguments: JSON.parse(call.argumentsText) };
    } catch {
      return `the arguments of “${call.name.slice(0, 80)}” are not JSON`;
    }
  }

  return {
    take(chunk) {
      const parsed = chunkShape.safeParse(chunk);
      if (!parsed.success) {
        // Another try may well be readable.
        const message = `${label} sent a reply that cannot be used: it is not in the form this service promises.`;
        throw modelFailure('model-reply-invalid', message, { retryable: true });
      }
      usage = parsed.data.usage ?? usage;
      const choice = parsed.data.choices?.[0];
      if (choice === undefined) return;
      finishReason = choice.finish_reason ?? finishReason;
      grow(choice.delta?.content, choice.delta?.refusal);
      refusal += choice.delta?.refusal ?? '';
      content += choice.delta?.content ?? '';
      for (const delta of choice.delta?.tool_calls ?? []) takeCall(delta);
    },
    finish(price) {
      if (finishReason === undefined) {
        const message = `The connection to ${label} was lost in the middle of a reply. Nothing of it was carried out.`;
        throw modelFailure('model-unavailable', message, { retryable: true, detail: { status: null, retryAfterMs: null } });
      }
      const used: ModelUsage = {
        inputTokens: usage?.prompt_tokens ?? null,
        outputTokens: usage === undefined ? null : outputTokensOf(usage),
        costMicroUsd: isFree(price) ? 0 : usage === undefined ? null : costMicroUsd(price, tokensOf(usage)),
      };
      if (finishReason === 'content_filter' || (refusal !== '' && calls.length === 0)) {
        throw modelFailure('model-refused', `${label} declined to answer this.`, { detail: { usage: used } });
      }
      if (finishReason === 'length') {
        throw modelFailure(
          'model-reply-invalid',
          `${label} ran into its length limit before its reply was complete. Ask for less at a time.`,
          { detail: { usage: used } },
        );
      }
      const read = calls.map(readCall);
      const problem = read.find((call) => typeof call === 'string');
      const toolCalls = read.filter((call) => typeof call !== 'string');
      if (problem !== undefined) return { toolCalls: [], usage: used, problem };
      return { toolCalls, usage: used, ...(toolCalls.length === 0 ? wordsIn(content) : {}) };
    },
    text: () => content,
  };
}

/** The text, unless it is empty or a call that was written down. */
export function wordsIn(content: string): Pick<ModelReply, 'text'> {
  const text = content.trim();
  return text === '' || /^(```|[[{<])/.test(text) ? {} : { text };
}

/** What costs nothing is known to cost nothing, also where the service does not count. */
function isFree({ input, output, cachedInput, cacheWrite }: Omit<Price, 'provider' | 'model'>): boolean {
  return [input, output, cachedInput, cacheWrite].every((price) => price === 0);
}

type CountedUsage = NonNullable<z.output<typeof chunkShape>['usage']>;

function tokensOf(usage: CountedUsage): Parameters<typeof costMicroUsd>[1] {
  return {
    inputTokens: usage.prompt_tokens,
    outputTokens: outputTokensOf(usage),
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    cacheWriteTokens: usage.prompt_tokens_details?.cache_write_tokens ?? 0,
  };
}

/** What a model thought before it wrote is output too; some services count it in the total alone. */
function outputTokensOf({ prompt_tokens, completion_tokens, total_tokens }: CountedUsage): number {
  return Math.max(completion_tokens, (total_tokens ?? 0) - prompt_tokens);
}
