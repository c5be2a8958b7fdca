// The functions of one number, for expressions and for the tool advanced_math alike.
import { CalculationError, type Decimal, decimal, E, factorial, PI, settled } from './numbers.ts';

/** Beyond this argument exp and its relatives only make numbers too large to show. */
const EXPONENT_ARGUMENT_LIMIT = 200_000;
/** Trigonometry of a number of more digits than this is noise at 64 digits. */
const ANGLE_LIMIT = 1e15;

export type UnaryFunction = (value: Decimal) => Decimal;

export const unaryFunctions = {
  sin: (value) => withoutNoise(angle(value).sin()),
  cos: (value) => withoutNoise(angle(value).cos()),
  tan: (value) => {
    if (withoutNoise(angle(value).cos()).isZero()) throw outside('The tangent has no value at this angle.');
    return withoutNoise(value.tan());
  },
  asin: (value) => inside(value, -1, 1, 'The arc sine').asin(),
  acos: (value) => inside(value, -1, 1, 'The arc cosine').acos(),
  atan: (value) => value.atan(),
  sinh: (value) => exponentiable(value).sinh(),
  cosh: (value) => exponentiable(value).cosh(),
  tanh: (value) => (value.abs().gt(200) ? decimal(value.isNegative() ? -1 : 1) : value.tanh()),
  exp: (value) => exponentiable(value).exp(),
  ln: (value) => positive(value).ln(),
  log10: (value) => positive(value).log(10),
  log2: (value) => positive(value).log(2),
  sqrt: (value) => {
    if (value.isNegative() && !value.isZero()) throw outside('The square root of a negative number is not a real number.');
    return value.sqrt();
  },
  cbrt: (value) => value.cbrt(),
  abs: (value) => value.abs(),
  floor: (value) => value.floor(),
  ceil: (value) => value.ceil(),
  // Halves away from zero, as people round.
  round: (value) => (value.isNegative() ? value.abs().add('0.5').floor().neg() : value.add('0.5').floor()),
  factorial,
  degrees: (value) => value.mul(180).div(PI),
  radians: (value) => value.mul(PI).div(180),
} as const satisfies Readonly<Record<string, UnaryFunction>>;

export type UnaryFunctionName = keyof typeof unaryFunctions;

export function applyUnary(name: UnaryFunctionName, value: Decimal): Decimal {
  return settled(unaryFunctions[name](value));
}

/** The logarithm of `value`; natural without a base. */
export function logarithm(value: Decimal, base: Decimal = E): Decimal {
  positive(value);
  positive(base);
  if (base.eq(1)) throw outside('A logarithm cannot have the base 1.');
  return settled(base.eq(E) ? value.ln() : value.log(base));
}

function outside(sentence: string): CalculationError {
  return new CalculationError('no-result', sentence);
}

function angle(value: Decimal): Decimal {
  if (value.abs().gt(ANGLE_LIMIT)) throw outside('This angle is too large to be meaningful.');
  return value;
}

/** At a zero, sine and cosine are only as small as the digits of pi allow. */
function withoutNoise(value: Decimal): Decimal {
  return value.abs().lt('1e-45') ? decimal(0) : value;
}

function inside(value: Decimal, low: number, high: number, what: string): Decimal {
  if (value.lt(low) || value.gt(high)) throw outside(`${what} is only defined from ${low} to ${high}.`);
  return value;
}

function positive(value: Decimal): Decimal {
  if (value.lte(0)) throw outside('A logarithm needs numbers above zero.');
  return value;
}

function exponentiable(value: Decimal): Decimal {
  if (value.abs().gt(EXPONENT_ARGUMENT_LIMIT))
    throw new CalculationError('number-too-large', 'The result is too large to calculate.');
  return value;
}
