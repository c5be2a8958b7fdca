// Vectors and small matrices, in decimals, so that [0.1, 0.2] + [0.2, 0.1] is [0.3, 0.3].
import { CalculationError, type Decimal, decimal, divide, nearest } from './numbers.ts';

export const linearAlgebraNames = [
  'dot_product',
  'cross_product',
  'magnitude',
  'normalize',
  'vector_add',
  'vector_subtract',
  'scalar_multiply',
  'transpose',
  'determinant',
] as const;
export type LinearAlgebraName = (typeof linearAlgebraNames)[number];

export interface LinearAlgebraInput {
  readonly vector1?: readonly number[] | undefined;
  readonly vector2?: readonly number[] | undefined;
  readonly matrix?: readonly (readonly number[])[] | undefined;
  readonly scalar?: number | undefined;
}

export type LinearAlgebraAnswer = number | readonly number[] | readonly (readonly number[])[];

/** Throws `input-missing`, `shape-unfit`, `division-by-zero` or `number-too-large`. */
export function answerLinearAlgebra(operation: LinearAlgebraName, input: LinearAlgebraInput): LinearAlgebraAnswer {
  switch (operation) {
    case 'dot_product': {
      const [left, right] = sameLength(input);
      return plain(sum(left.map((value, index) => value.mul(part(right, index)))));
    }
    case 'cross_product': {
      const [left, right] = sameLength(input);
      if (left.length !== 3) throw new CalculationError('shape-unfit', 'A cross product needs two vectors of three numbers.');
      const minor = (a: number, b: number): number =>
        plain(
          part(left, a)
            .mul(part(right, b))
            .sub(part(left, b).mul(part(right, a))),
        );
      return [minor(1, 2), minor(2, 0), minor(0, 1)];
    }
    case 'magnitude':
      return plain(magnitude(vector(input.vector1, 'a vector')));
    case 'normalize': {
      const values = vector(input.vector1, 'a vector');
      const length = magnitude(values);
      return values.map((value) => plain(divide(value, length)));
    }
    case 'vector_add':
    case 'vector_subtract': {
      const [left, right] = sameLength(input);
      return left.map((value, index) =>
        plain(operation === 'vector_add' ? value.add(part(right, index)) : value.sub(part(right, index))),
      );
    }
    case 'scalar_multiply': {
      if (input.scalar === undefined) throw missing('a number to multiply by');
      const factor = decimal(input.scalar);
      if (input.matrix !== undefined) return matrix(input).map((row) => row.map((value) => plain(value.mul(factor))));
      return vector(input.vector1, 'a vector').map((value) => plain(value.mul(factor)));
    }
    case 'transpose': {
      const rows = matrix(input);
      return (rows[0] ?? []).map((_, column) => rows.map((row) => plain(part(row, column))));
    }
    case 'determinant': {
      const rows = matrix(input);
      if (rows.length !== rows[0]?.length || rows.length < 2 || rows.length > 3) {
        throw new CalculationError('shape-unfit', 'A determinant needs a matrix of 2 by 2 or 3 by 3.');
      }
      return plain(determinant(rows));
    }
  }
}

function determinant(rows: readonly (readonly Decimal[])[]): Decimal {
  const [first = [], ...rest] = rows;
  if (rest.length === 0) return part(first, 0);
  return sum(
    first.map((value, column) => {
      const minor = determinant(rest.map((row) => row.filter((_, other) => other !== column)));
      return column % 2 === 0 ? value.mul(minor) : value.mul(minor).neg();
    }),
  );
}

function sameLength(input: LinearAlgebraInput): readonly [Decimal[], Decimal[]] {
  const left = vector(input.vector1, 'a first vector');
  const right = vector(input.vector2, 'a second vector');
  if (left.length !== right.length) throw new CalculationError('shape-unfit', 'The two vectors must have the same length.');
  return [left, right];
}

function vector(values: readonly number[] | undefined, what: string): Decimal[] {
  if (values === undefined || values.length === 0) throw missing(what);
  return values.map((value) => decimal(value));
}

function matrix({ matrix: rows }: LinearAlgebraInput): Decimal[][] {
  if (rows === undefined || rows.length === 0 || rows[0]?.length === 0) throw missing('a matrix');
  if (rows.some((row) => row.length !== rows[0]?.length)) {
    throw new CalculationError('shape-unfit', 'All rows of a matrix must have the same length.');
  }
  return rows.map((row) => row.map((value) => decimal(value)));
}

function missing(what: string): CalculationError {
  return new CalculationError('input-missing', `This needs ${what}.`);
}

function magnitude(values: readonly Decimal[]): Decimal {
  return sum(values.map((value) => value.mul(value))).sqrt();
}

function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.add(value), decimal(0));
}

function part(values: readonly Decimal[], index: number): Decimal {
  return values[index] ?? decimal(0);
}

function plain(value: Decimal): number {
  const number = nearest(value);
  if (number === null) throw new CalculationError('number-too-large', 'The result is too large to calculate.');
  // A negative zero would be shown as -0.
  return number === 0 ? 0 : number;
}
