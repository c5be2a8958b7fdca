// What the calculator's tools share.

/** A sum that takes longer than this is cut off; the slowest allowed one measured is 5000!, far below a tenth of it. */
export const CALCULATION_TIMEOUT_MS = 5_000;

export const UNFIT = { kind: 'unfit' } as const;

/** 1,234.5 */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 4 });
}

/** a, b and c */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
