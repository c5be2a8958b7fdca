// The most a call can cost, counted before it is sent: more than it will be, and never less.
import type { Price } from '../prices/price-list.ts';
import { costMicroUsd } from '../prices/prices.ts';

/**
 * The longest reply that is asked for, what the model thinks beforehand included: twice the longest note written in one go. Half of it would
 * cut models short that think, and the double would set aside so much that little is left for other calls meanwhile.
 */
export const MAX_OUTPUT_TOKENS = 16_000;

/**
 * For what the service adds by itself: Anthropic's own instructions on tools come to some 350 to 700 tokens, and each message and each
 * tool is framed by a few.
 */
const ADDED_TOKENS = 2_000;
const ADDED_TOKENS_AN_ITEM = 16;

export interface CountedBody {
  readonly messages: readonly unknown[];
  readonly tools?: readonly unknown[];
}

/** Millionths of a US dollar; null where the price does not cover so long a request. */
export function worstCaseMicroUsd(price: Omit<Price, 'provider' | 'model'>, body: CountedBody): number | null {
  const inputTokens = mostInputTokens(body);
  const isWrittenToCache = (price.cacheWrite ?? 0) > price.input;
  return costMicroUsd(price, {
    inputTokens,
    cachedInputTokens: 0,
    cacheWriteTokens: isWrittenToCache ? inputTokens : 0,
    outputTokens: MAX_OUTPUT_TOKENS,
  });
}

/** A token is at least one byte of text, in every way of cutting text into tokens that falls back on bytes, as all of today's do. */
function mostInputTokens({ messages, tools = [] }: CountedBody): number {
  const bytes = Buffer.byteLength(JSON.stringify([messages, tools]));
  return bytes + ADDED_TOKENS + ADDED_TOKENS_AN_ITEM * (messages.length + tools.length);
}
