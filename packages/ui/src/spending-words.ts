// What was used and what it cost, in words. “Free” is known to cost nothing; what nobody knows is never called free.
import type { Spending } from '@vos/protocol/entities';

/** “$5.00”, “$0.0031”, “less than $0.0001”, “Free”. */
export function moneyText(microUsd: number): string {
  if (microUsd === 0) return 'Free';
  if (microUsd < 100) return 'less than $0.0001';
  const digits = microUsd < 100_000 ? 4 : 2;
  return `$${(microUsd / 1_000_000).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** “$0.0031”, “Free”, “Cost not known”, “$0.0031 and 1 call of unknown cost”. */
export function costText({ knownCostMicroUsd, unknownCostCount }: Spending): string {
  if (unknownCostCount === 0) return moneyText(knownCostMicroUsd);
  if (knownCostMicroUsd === 0) return 'Cost not known';
  return `${moneyText(knownCostMicroUsd)} and ${unknownCostCount} ${unknownCostCount === 1 ? 'call' : 'calls'} of unknown cost`;
}

/** The same for a narrow column: “$0.0031 + 1 unknown”. */
export function shortCostText({ knownCostMicroUsd, unknownCostCount }: Spending): string {
  if (unknownCostCount === 0) return moneyText(knownCostMicroUsd);
  return knownCostMicroUsd === 0 ? 'Cost not known' : `${moneyText(knownCostMicroUsd)} + ${unknownCostCount} unknown`;
}

/** The shortest, where the whole is at hand: “$0.0031”, “≥ $0.0031”, “Cost unknown”. */
export function leastCostText({ knownCostMicroUsd, unknownCostCount }: Spending): string {
  if (unknownCostCount === 0) return moneyText(knownCostMicroUsd);
  return knownCostMicroUsd === 0 ? 'Cost unknown' : `≥ ${moneyText(knownCostMicroUsd)}`;
}

/** “930 tokens”; null where no service counted. */
export function tokensText({ inputTokens, outputTokens }: Pick<Spending, 'inputTokens' | 'outputTokens'>): string | null {
  if (inputTokens === null && outputTokens === null) return null;
  const count = (inputTokens ?? 0) + (outputTokens ?? 0);
  return `${count.toLocaleString('en')} ${count === 1 ? 'token' : 'tokens'}`;
}

/** “930 tokens · $0.0031”. */
export function spendingText(spending: Spending): string {
  const tokens = tokensText(spending);
  return tokens === null ? costText(spending) : `${tokens} · ${costText(spending)}`;
}

/** Free, and not even counted. */
export function isNothing({ inputTokens, outputTokens, knownCostMicroUsd, unknownCostCount }: Spending): boolean {
  return inputTokens === null && outputTokens === null && knownCostMicroUsd === 0 && unknownCostCount === 0;
}

/** All of them together; undefined for none. */
export function sumOf(spendings: readonly Spending[]): Spending | undefined {
  const [first, ...rest] = spendings;
  if (first === undefined) return undefined;
  return rest.reduce(
    (sum: Spending, each) => ({
      callCount: sum.callCount + each.callCount,
      inputTokens: plus(sum.inputTokens, each.inputTokens),
      outputTokens: plus(sum.outputTokens, each.outputTokens),
      knownCostMicroUsd: sum.knownCostMicroUsd + each.knownCostMicroUsd,
      unknownCostCount: sum.unknownCostCount + each.unknownCostCount,
    }),
    first,
  );
}

function plus(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
