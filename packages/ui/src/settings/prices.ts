// What a model costs, in words.
import type { ShownPrice } from '@vos/protocol/entities';

/** “$0.25 in, $2.00 out, per million tokens”, “Free”, “Price not known”. */
export function priceText(price: ShownPrice): string {
  switch (price.kind) {
    case 'free':
      return 'Free, on this computer';
    case 'unknown':
      return 'Price not known';
    case 'entered':
      return `${dollars(price.inputUsd)} in, ${dollars(price.outputUsd)} out, per million tokens, entered by you`;
    case 'listed':
      return `${dollars(price.inputUsd)} in, ${dollars(price.outputUsd)} out, per million tokens`;
  }
}

/** What one call cost: “free”, “less than $0.0001”, “$0.0032”, “cost not known”. */
export function costText(costMicroUsd: number | null): string {
  if (costMicroUsd === null) return 'cost not known';
  if (costMicroUsd === 0) return 'free';
  return costMicroUsd < 100 ? 'less than $0.0001' : `$${(costMicroUsd / 1_000_000).toFixed(4)}`;
}

export function durationText(durationMs: number): string {
  return durationMs < 1_000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
}

/** At least cents; as many digits more as the price has. */
function dollars(usd: number): string {
  return `$${usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
}
