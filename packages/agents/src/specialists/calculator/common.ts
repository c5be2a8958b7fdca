// What the calculator's tools share.

/** The whole wait, the calculator's start on a busy machine included; a sum itself is cut off earlier, where it is worked out. */
export const CALCULATION_TIMEOUT_MS = 15_000;

export const UNFIT = { kind: 'unfit' } as const;

/** 1,234.5 */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 4 });
}

/** a, b and c */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
