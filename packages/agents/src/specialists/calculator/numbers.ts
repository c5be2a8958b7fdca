// Decimal numbers of 64 digits, and how they are shown. Loads mathjs, so nothing that must start fast may import this file.
import { createRequire } from 'node:module';
import type * as Mathjs from 'mathjs';

// The bundled form, which has no types of its own: as a thousand modules mathjs takes ten times as long to load.
const mathjs = createRequire(import.meta.url)('mathjs/lib/browser/math.js') as {
  create(config: Mathjs.ConfigOptions): Mathjs.MathJsInstance;
};

/** Digits kept while calculating; what is shown is judged at 50, so that the error of a long sum stays out of sight. */
const PRECISION_DIGITS = 64;
const TRUSTED_DIGITS = 50;

/** Decimal places shown at most. */
const SHOWN_PLACES = 10;

/** Whole numbers up to this many digits are written out. */
const WRITTEN_OUT_DIGITS = 40;

/** Decimal exponent beyond which a result is refused: far above 5000!, and still quick to calculate. */
const LARGEST_EXPONENT = 100_000;

/** Used for its parser and its number type alone: expressions are carried out in expression.ts, so none of mathjs's functions can be reached. */
export const math = mathjs.create({ number: 'BigNumber', precision: PRECISION_DIGITS });

export type Decimal = Mathjs.BigNumber;

export function decimal(value: number | string | bigint | Decimal): Decimal {
  return math.bignumber(typeof value === 'bigint' ? value.toString() : value);
}

export const PI = decimal(-1).acos();
export const E = decimal(1).exp();

/** An expected failure of a calculation; `message` is for the person. */
export class CalculationError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns the number, or throws `no-result` or `number-too-large`. */
export function settled(value: Decimal, what = 'This'): Decimal {
  if (value.isNaN()) throw new CalculationError('no-result', `${what} has no real result.`);
  if (!value.isFinite() || value.e > LARGEST_EXPONENT) throw tooLarge();
  // A number this small is an underflow of a huge negative exponent.
  return value.e < -LARGEST_EXPONENT ? decimal(0) : value;
}

function tooLarge(): CalculationError {
  return new CalculationError('number-too-large', 'The result is too large to calculate.');
}

export function power(base: Decimal, exponent: Decimal): Decimal {
  if (base.isZero()) {
    if (exponent.isNegative() && !exponent.isZero()) throw divisionByZero();
    return exponent.isZero() ? decimal(1) : decimal(0);
  }
  const digits = Math.abs(exponent.toNumber()) * Math.abs(base.abs().log(10).toNumber());
  if (digits > LARGEST_EXPONENT) throw tooLarge();
  return settled(base.pow(exponent), `${shown(base).text} to the power of ${shown(exponent).text}`);
}

export function divide(dividend: Decimal, divisor: Decimal): Decimal {
  if (divisor.isZero()) throw divisionByZero();
  return dividend.div(divisor);
}

export function divisionByZero(): CalculationError {
  return new CalculationError('division-by-zero', 'Dividing by zero has no result.');
}

const FACTORIAL_LIMIT = 5_000;

export function factorial(value: Decimal): Decimal {
  if (!value.isInteger() || value.isNegative() || value.gt(FACTORIAL_LIMIT)) {
    throw new CalculationError(
      'no-result',
      `A factorial needs a whole number from 0 to ${FACTORIAL_LIMIT.toLocaleString('en')}.`,
    );
  }
  let product = 1n;
  for (let factor = 2n; factor <= BigInt(value.toFixed()); factor += 1n) product *= factor;
  return decimal(product);
}

/** A number for people, and whether it is the whole truth. */
export function shown(value: Decimal): { readonly text: string; readonly isExact: boolean } {
  const trusted = value.toSignificantDigits(TRUSTED_DIGITS);
  if (value.isInteger() && value.e < WRITTEN_OUT_DIGITS) return { text: grouped(value.toFixed()), isExact: true };
  if (trusted.isZero()) return { text: '0', isExact: true };
  if (trusted.e >= 21 || trusted.e < -6) {
    const rounded = trusted.toSignificantDigits(SHOWN_PLACES);
    return { text: scientific(rounded), isExact: rounded.eq(value) };
  }
  const rounded = trusted.toDecimalPlaces(SHOWN_PLACES);
  return { text: grouped(rounded.toFixed()), isExact: rounded.eq(trusted) };
}

/** A measure for people: four significant digits, and never fewer than the whole part has. */
export function shownMeasure(value: Decimal): string {
  const trusted = value.toSignificantDigits(TRUSTED_DIGITS);
  if (trusted.isZero()) return '0';
  if (trusted.e >= 21 || trusted.e < -6) return scientific(trusted.toSignificantDigits(4));
  return grouped(trusted.toSignificantDigits(Math.max(4, trusted.e + 1)).toFixed());
}

/** The nearest JavaScript number; null when there is none. */
export function nearest(value: Decimal): number | null {
  const number = value.toSignificantDigits(TRUSTED_DIGITS).toNumber();
  return Number.isFinite(number) ? number : null;
}

function scientific(value: Decimal): string {
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  return `${digits} × 10^${exponent.replace('+', '')}`;
}

function grouped(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const separated = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? separated : `${separated}.${fraction}`;
}
