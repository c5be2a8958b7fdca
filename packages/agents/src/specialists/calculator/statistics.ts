// Describes a list of numbers, in exact decimals where they stay exact.
import { CalculationError, type Decimal, decimal, nearest } from './numbers.ts';

export const statisticNames = ['mean', 'median', 'mode', 'stdev', 'variance', 'min', 'max', 'range', 'sum', 'count'] as const;
export type StatisticName = (typeof statisticNames)[number];

export type Statistics = { readonly [Name in Exclude<StatisticName, 'mode'>]?: number } & {
  /** Every value that is most frequent, in rising order; more than one when several are, none when several values all occur once. */
  readonly mode?: readonly number[];
};

/** The statistics asked for. `stdev` and `variance` are those of a sample. Throws `no-result` when the data are too few or a result too large. */
export function describeData(data: readonly number[], wanted: readonly StatisticName[]): Statistics {
  if (data.length === 0) throw new CalculationError('no-result', 'There are no numbers to describe.');
  const isAsked = wanted.length > 1;
  const values = data.map((value) => decimal(value)).sort((left, right) => left.cmp(right));
  const results: Record<string, number | readonly number[]> = {};
  for (const name of wanted) {
    // Among many, a statistic that needs two numbers is left out for one; asked for alone it is refused.
    if (isAsked && values.length < 2 && (name === 'stdev' || name === 'variance')) continue;
    results[name] = name === 'mode' ? modes(values) : plain(STATISTICS[name](values));
  }
  return results;
}

const STATISTICS: Readonly<Record<Exclude<StatisticName, 'mode'>, (sorted: readonly Decimal[]) => Decimal>> = {
  count: (sorted) => decimal(sorted.length),
  sum: total,
  mean,
  median(sorted) {
    const middle = Math.floor(sorted.length / 2);
    return sorted.length % 2 === 1
      ? at(sorted, middle)
      : at(sorted, middle - 1)
          .add(at(sorted, middle))
          .div(2);
  },
  min: (sorted) => at(sorted, 0),
  max: (sorted) => at(sorted, sorted.length - 1),
  range: (sorted) => at(sorted, sorted.length - 1).sub(at(sorted, 0)),
  variance,
  stdev: (sorted) => variance(sorted).sqrt(),
};

function total(values: readonly Decimal[]): Decimal {
  return values.reduce((sum, value) => sum.add(value), decimal(0));
}

function mean(values: readonly Decimal[]): Decimal {
  return total(values).div(values.length);
}

function variance(values: readonly Decimal[]): Decimal {
  if (values.length < 2) throw new CalculationError('no-result', 'This needs at least two numbers.');
  const middle = mean(values);
  return total(values.map((value) => value.sub(middle).pow(2))).div(values.length - 1);
}

function modes(sorted: readonly Decimal[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const value of sorted) counts.set(value.toNumber(), (counts.get(value.toNumber()) ?? 0) + 1);
  const most = [...counts.values()].reduce((largest, count) => Math.max(largest, count), 0);
  if (most === 1 && counts.size > 1) return [];
  return [...counts].filter(([, count]) => count === most).map(([value]) => value);
}

function at(values: readonly Decimal[], index: number): Decimal {
  const value = values[index];
  if (value === undefined) throw new CalculationError('no-result', 'There are no numbers to describe.');
  return value;
}

function plain(value: Decimal): number {
  const number = nearest(value);
  if (number === null) throw new CalculationError('number-too-large', 'The result is too large to calculate.');
  return number;
}
