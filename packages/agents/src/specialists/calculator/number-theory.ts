// Whole numbers: common divisors and multiples, primes, factors.
import { CalculationError } from './numbers.ts';

export const numberTheoryNames = ['gcd', 'lcm', 'is_prime', 'prime_factors', 'divisors'] as const;
export type NumberTheoryName = (typeof numberTheoryNames)[number];

export type NumberTheoryAnswer = number | boolean | readonly number[];

/** Factors are found by trial: at this bound, a million divisions. */
const FACTOR_LIMIT = 1e12;

/** Throws `numbers-missing`, `number-too-large` or `no-result`. */
export function answerNumberTheory(operation: NumberTheoryName, numbers: readonly number[]): NumberTheoryAnswer {
  if (operation === 'gcd' || operation === 'lcm') {
    if (numbers.length < 2) throw new CalculationError('numbers-missing', 'This needs at least two whole numbers.');
    return operation === 'gcd' ? small(numbers.map(toBigInt).reduce(gcd)) : small(numbers.map(toBigInt).reduce(lcm));
  }
  const [number] = numbers;
  if (number === undefined || numbers.length > 1)
    throw new CalculationError('numbers-missing', 'This needs exactly one whole number.');
  if (operation === 'is_prime') return isPrime(BigInt(number));
  if (number < 1) throw new CalculationError('no-result', 'Only whole numbers above zero have factors.');
  if (number > FACTOR_LIMIT) throw new CalculationError('number-too-large', 'Factors are found for numbers up to one trillion.');
  return operation === 'prime_factors' ? primeFactors(number) : divisors(number);
}

function toBigInt(value: number): bigint {
  return BigInt(Math.abs(value));
}

function gcd(left: bigint, right: bigint): bigint {
  let [larger, smaller] = [left, right];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

function lcm(left: bigint, right: bigint): bigint {
  return left === 0n || right === 0n ? 0n : (left / gcd(left, right)) * right;
}

function small(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER))
    throw new CalculationError('number-too-large', 'The result is too large to calculate.');
  return Number(value);
}

/** Miller–Rabin with these bases has no false answer below 3.3 × 10^24. */
const WITNESSES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];

function isPrime(candidate: bigint): boolean {
  if (candidate < 2n) return false;
  for (const prime of WITNESSES) if (candidate % prime === 0n) return candidate === prime;
  let odd = candidate - 1n;
  let twos = 0;
  while (odd % 2n === 0n) {
    odd /= 2n;
    twos += 1;
  }
  return WITNESSES.every((witness) => passes(witness, odd, twos, candidate));
}

function passes(witness: bigint, odd: bigint, twos: number, candidate: bigint): boolean {
  let value = powerModulo(witness, odd, candidate);
  if (value === 1n || value === candidate - 1n) return true;
  for (let round = 1; round < twos; round += 1) {
    value = (value * value) % candidate;
    if (value === candidate - 1n) return true;
  }
  return false;
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest /= 2n) {
    if (rest % 2n === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function primeFactors(number: number): number[] {
  const factors: number[] = [];
  let rest = number;
  for (let factor = 2; factor * factor <= rest; factor += factor === 2 ? 1 : 2) {
    while (rest % factor === 0) {
      factors.push(factor);
      rest /= factor;
    }
  }
  if (rest > 1) factors.push(rest);
  return factors;
}

function divisors(number: number): number[] {
  let found = [1];
  const counts = new Map<number, number>();
  for (const prime of primeFactors(number)) counts.set(prime, (counts.get(prime) ?? 0) + 1);
  for (const [prime, count] of counts) {
    const powers = Array.from({ length: count + 1 }, (_, exponent) => prime ** exponent);
    found = found.flatMap((divisor) => powers.map((factor) => divisor * factor));
  }
  return found.sort((left, right) => left - right);
}
