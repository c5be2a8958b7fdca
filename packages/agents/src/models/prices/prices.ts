// What a call costs: the user's own price first, else the listed one, else nothing is known and the model may not be called.
import type { ListedPrice, Price } from './price-list.ts';

/** A price the user typed in. */
export interface EnteredPrice extends Price {
  /** ISO 8601 in UTC. */
  readonly enteredAt: string;
}

export type KnownPrice = ({ readonly kind: 'entered' } & EnteredPrice) | ({ readonly kind: 'listed' } & ListedPrice);

export interface Prices {
  /** Undefined where nobody knows: such a model is refused. Names are compared exactly; a dated snapshot has a price of its own. */
  priceOf(provider: string, model: string): KnownPrice | undefined;
  /** Every price that holds now, the user's first. */
  known(): readonly KnownPrice[];
}

export interface TokenCount {
  /** All input, the cached part of it included. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
}

/** `entered` is asked each time, so that a price counts from the moment it is typed in. */
export function createPrices({
  listed,
  entered = () => [],
}: {
  listed: readonly ListedPrice[];
  entered?: () => readonly EnteredPrice[];
}): Prices {
  function known(): readonly KnownPrice[] {
    const own = entered().map((price): KnownPrice => ({ kind: 'entered', ...price }));
    const rest = listed.filter(
      ({ provider, model }) => !own.some((price) => price.provider === provider && price.model === model),
    );
    return [...own, ...rest.map((price): KnownPrice => ({ kind: 'listed', ...price }))];
  }
  return { known, priceOf: (provider, model) => known().find((price) => price.provider === provider && price.model === model) };
}

/** Millionths of a US dollar, rounded up; null where the price does not cover so long a request. */
export function costMicroUsd(price: Omit<Price, 'provider' | 'model'>, count: TokenCount): number | null {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = count;
  if (price.upToInputTokens !== null && inputTokens > price.upToInputTokens) return null;
  const plainTokens = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  // Dollars per million tokens are millionths of a dollar per token.
  const cost =
    plainTokens * price.input +
    cachedInputTokens * (price.cachedInput ?? price.input) +
    cacheWriteTokens * (price.cacheWrite ?? price.input) +
    outputTokens * price.output;
  // Twelve digits are kept, so that 0.1 + 0.2 does not round up to the next whole one.
  return Math.ceil(Number(cost.toPrecision(12)));
}
