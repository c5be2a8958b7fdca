// What a model costs, in words, and amounts as a person types them.
import type { ShownPrice } from '@vos/protocol/entities';
import { moneyText } from '../spending-words.ts';

/** “$0.25 in, $2.00 out”, “Free”, “Price not known”. What prices are for is said once, below the services. */
export function priceText(price: ShownPrice): string {
  switch (price.kind) {
    case 'free':
      return 'Free, on this computer';
    case 'unknown':
      return 'Price not known';
    case 'entered':
      return `${inAndOut(price)}, entered by you`;
    case 'listed':
      return inAndOut(price);
  }
}

function inAndOut({ inputUsd, outputUsd }: { readonly inputUsd: number; readonly outputUsd: number }): string {
  return `${dollars(inputUsd)} in, ${dollars(outputUsd)} out`;
}

/** What one call cost: “free”, “less than $0.0001”, “$0.0032”, “cost not known”. */
export function costText(costMicroUsd: number | null): string {
  if (costMicroUsd === null) return 'cost not known';
  if (costMicroUsd === 0) return 'free';
  return moneyText(costMicroUsd);
}

export function durationText(durationMs: number): string {
  return durationMs < 1_000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
}

/** “0.25”, “$0.25” and “0,25”; undefined for anything else. */
export function readAmount(text: string): number | undefined {
  const match = /^\$?\s*(\d{1,6}(?:[.,]\d{1,6})?)$/.exec(text.trim());
  return match?.[1] === undefined ? undefined : Number(match[1].replace(',', '.'));
}

/** At least cents; as many digits more as the price has. */
function dollars(usd: number): string {
  return `$${usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
}
