import { readFileSync } from 'node:fs';
import type { Calculation } from '@vos/protocol/entities';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalculationRequest } from './calculator.ts';
import { evaluateRequest } from './evaluate.ts';

/** The formatted result, marked when it is rounded; or the code of the failure. */
function worked(expression: string): string {
  const result = evaluateRequest({ name: 'basic_calculation', expression });
  if (!result.ok) return result.error.code;
  const { formattedResult, isExact } = result.value as Calculation;
  return isExact ? formattedResult : `≈ ${formattedResult}`;
}

function answered(request: CalculationRequest): unknown {
  const result = evaluateRequest(request);
  return result.ok ? result.value : result.error.code;
}

describe('a sum', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['15% of 80', '12'],
    ['12 * (3+4)', '84'],
    ['1/3*3', '1'],
    ['50 + 20%', '60'],
    ['50 - 20%', '40'],
    ['200 + 10% + 10%', '242'],
    // mathjs alone takes these for remainders.
    ['50% + 10', '10.5'],
    ['10% + 10% - 5%', '0.1045'],
    ['(5 + 5)% * 3', '0.3'],
    ['10 % 3', '1'],
    ['-1 mod 7', '6'],
    ['-2^2', '-4'],
    ['2^3^2', '512'],
    ['5!', '120'],
    ['sqrt(144)', '12'],
    ['√16 + 1', '5'],
    ['2 × 3 ÷ 4 − 1', '0.5'],
    ['3²', '9'],
    ['2(3+4)', '14'],
    ['$1,234.50 + 1', '1,235.5'],
    ['max(1,234)', '234'],
    ['round(2.5)', '3'],
    ['round(-2.5)', '-3'],
    ['round(2.345, 2)', '2.35'],
    ['sin(pi)', '0'],
    ['sin(pi/6)', '0.5'],
    ['(1/2) of 50', '25'],
    ['2^100', '1,267,650,600,228,229,401,496,703,205,376'],
    ['1/3', '≈ 0.3333333333'],
    ['52!', '≈ 8.065817517 × 10^67'],
    ['1e-9', '1 × 10^-9'],
    ['e^1', '≈ 2.7182818285'],
  ])('%s is %s', (expression, result) => {
    expect(worked(expression)).toBe(result);
  });

  it.each([
    ['1/0', 'division-by-zero'],
    ['5 mod 0', 'division-by-zero'],
    ['0^-1', 'division-by-zero'],
    ['sqrt(-1)', 'no-result'],
    ['(-8)^(1/3)', 'no-result'],
    ['tan(pi/2)', 'no-result'],
    ['asin(2)', 'no-result'],
    ['ln(0)', 'no-result'],
    ['5001!', 'no-result'],
    ['9^9^9', 'number-too-large'],
    ['10^-999999', 'number-too-large'],
    ['exp(1e9)', 'number-too-large'],
    ['', 'expression-invalid'],
    ['2 +', 'expression-invalid'],
    ['two', 'expression-invalid'],
    ['1 < 2', 'expression-invalid'],
    [`${'('.repeat(51)}1${')'.repeat(51)}`, 'expression-too-long'],
    ['1+'.repeat(500) + '1', 'expression-too-long'],
  ])('%s has no answer: %s', (expression, code) => {
    expect(worked(expression)).toBe(code);
  });

  // The earlier calculator fell back to evaluating whatever it was given as code.
  it('carries out nothing but arithmetic', () => {
    const attempts = [
      'import("node:fs")',
      'evaluate("1+1")',
      'parse("1")',
      'createUnit("x")',
      'simplify("x+x")',
      'derivative("x^2","x")',
      'resolve("x")',
      'config({})',
      'cos.constructor("return 1")()',
      'constructor',
      '__proto__',
      'toString()',
      'x = 3',
      'f(x) = x',
      '1; 2',
      '[1, 2]',
      '{a: 1}',
      '"text"',
      'true',
      '1 ? 2 : 3',
      'i',
      '3 m',
      'random()',
    ];
    expect(attempts.map((attempt) => [attempt, worked(attempt)])).toEqual(
      attempts.map((attempt) => [attempt, 'expression-invalid']),
    );
  });

  it('is not slow because of a long chain of percentages', () => {
    expect(worked(`1${' + 1%'.repeat(150)}`)).toMatch(/^≈ 4\.448/);
  });

  it('equals what JavaScript makes of it', () => {
    const leaf = fc.integer({ min: -1_000, max: 1_000 }).map((number) => (number < 0 ? `(${number})` : `${number}`));
    const { sum } = fc.letrec<{ sum: string }>((tie) => ({
      sum: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc
          .tuple(tie('sum'), fc.constantFrom('+', '-', '*', '/'), tie('sum'))
          .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      ),
    }));
    fc.assert(
      fc.property(sum, (expression) => {
        fc.pre(expression.length <= 1_000);
        // The text holds digits, signs and parentheses only.
        const expected = new Function(`return ${expression};`)() as number;
        const result = evaluateRequest({ name: 'basic_calculation', expression });
        if (!result.ok) {
          expect(['division-by-zero', 'expression-too-long']).toContain(result.error.code);
          return;
        }
        const { result: number } = result.value as Calculation;
        if (Number.isFinite(expected))
          expect(Math.abs((number ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
      }),
      { numRuns: 300 },
    );
  });

  it('never fails on any text in another way than with a sentence', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.stringMatching(/^[-0-9+*/^().,%! einfNaxyz]{0,40}$/)),
        (expression) => {
          const result = evaluateRequest({ name: 'basic_calculation', expression });
          if (!result.ok) expect(result.error.message).toMatch(/\.$/);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the other calculations', () => {
  it('know functions of one number', () => {
    expect(answered({ name: 'advanced_math', operation: 'log', value: 8, base: 2 })).toEqual({
      expression: 'log(8, 2)',
      result: 3,
      formattedResult: '3',
      isExact: true,
    });
    expect(answered({ name: 'advanced_math', operation: 'factorial', value: 5_000 })).toMatchObject({
      result: null,
      formattedResult: '4.228577927 × 10^16325',
      isExact: false,
    });
    expect(answered({ name: 'advanced_math', operation: 'degrees', value: Math.PI })).toMatchObject({
      result: 180,
      formattedResult: '180',
    });
    expect(answered({ name: 'advanced_math', operation: 'acos', value: 2 })).toBe('no-result');
    expect(answered({ name: 'advanced_math', operation: 'log', value: 5, base: 1 })).toBe('no-result');
  });

  it('describe data, exactly where it is exact', () => {
    const all = ['mean', 'median', 'mode', 'stdev', 'variance', 'min', 'max', 'range', 'sum', 'count'] as const;
    expect(answered({ name: 'statistics', data: [0.1, 0.2, 0.3, 0.2], operations: all })).toEqual({
      mean: 0.2,
      median: 0.2,
      mode: [0.2],
      stdev: 0.08164965809277261,
      variance: 0.006666666666666667,
      min: 0.1,
      max: 0.3,
      range: 0.2,
      sum: 0.8,
      count: 4,
    });
    expect(answered({ name: 'statistics', data: [2, 1, 2, 1], operations: ['mode'] })).toEqual({ mode: [1, 2] });
    expect(answered({ name: 'statistics', data: [7], operations: ['stdev'] })).toBe('no-result');
    expect(answered({ name: 'statistics', data: [7], operations: all })).toEqual({
      mean: 7,
      median: 7,
      mode: [7],
      min: 7,
      max: 7,
      range: 0,
      sum: 7,
      count: 1,
    });
  });

  it('know whole numbers', () => {
    const ask = (operation: 'gcd' | 'lcm' | 'is_prime' | 'prime_factors' | 'divisors', ...numbers: number[]): unknown =>
      answered({ name: 'number_theory', operation, numbers });
    expect(ask('gcd', 12, 18, -30)).toBe(6);
    expect(ask('lcm', 4, 6)).toBe(12);
    expect([0, 1, 2, 91, 97, 561, 999_999_937, 999_999_936, 2 ** 53 - 111].map((number) => ask('is_prime', number))).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(ask('prime_factors', 360)).toEqual([2, 2, 2, 3, 3, 5]);
    expect(ask('divisors', 36)).toEqual([1, 2, 3, 4, 6, 9, 12, 18, 36]);
    expect(ask('prime_factors', 1)).toEqual([]);
    expect(ask('divisors', 0)).toBe('no-result');
    expect(ask('gcd', 12)).toBe('numbers-missing');
    expect(ask('prime_factors', 1e13)).toBe('number-too-large');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (number) => {
        expect((ask('prime_factors', number) as number[]).reduce((product, factor) => product * factor, 1)).toBe(number);
      }),
      { numRuns: 100 },
    );
  });

  it('know vectors and small matrices', () => {
    const ask = (request: Omit<Extract<CalculationRequest, { name: 'linear_algebra' }>, 'name'>): unknown =>
      answered({ name: 'linear_algebra', ...request });
    expect(ask({ operation: 'dot_product', vector1: [1, 2, 3], vector2: [4, 5, 6] })).toBe(32);
    expect(ask({ operation: 'cross_product', vector1: [1, 0, 0], vector2: [0, 1, 0] })).toEqual([0, 0, 1]);
    expect(ask({ operation: 'magnitude', vector1: [3, 4] })).toBe(5);
    expect(ask({ operation: 'normalize', vector1: [0, 5] })).toEqual([0, 1]);
    expect(ask({ operation: 'normalize', vector1: [0, 0] })).toBe('division-by-zero');
    expect(ask({ operation: 'vector_add', vector1: [0.1], vector2: [0.2] })).toEqual([0.3]);
    expect(ask({ operation: 'vector_subtract', vector1: [1, 1], vector2: [1, 2] })).toEqual([0, -1]);
    expect(ask({ operation: 'scalar_multiply', vector1: [1, 2], scalar: 3 })).toEqual([3, 6]);
    expect(
      ask({
        operation: 'transpose',
        matrix: [
          [1, 2, 3],
          [4, 5, 6],
        ],
      }),
    ).toEqual([
      [1, 4],
      [2, 5],
      [3, 6],
    ]);
    expect(
      ask({
        operation: 'determinant',
        matrix: [
          [2, 0, 1],
          [1, 3, 2],
          [1, 1, 4],
        ],
      }),
    ).toBe(18);
    expect(ask({ operation: 'determinant', matrix: [[1]] })).toBe('shape-unfit');
    expect(ask({ operation: 'transpose', matrix: [[1], [1, 2]] })).toBe('shape-unfit');
    expect(ask({ operation: 'dot_product', vector1: [1], vector2: [1, 2] })).toBe('shape-unfit');
    expect(ask({ operation: 'cross_product', vector1: [1, 2], vector2: [1, 2] })).toBe('shape-unfit');
    expect(ask({ operation: 'magnitude' })).toBe('input-missing');
  });
});

describe('what the host starts fast with', () => {
  it('does not load the calculator before it is needed', () => {
    const lazy = [
      'agent.ts',
      'arithmetic-tools.ts',
      'number-tools.ts',
      'random-tools.ts',
      'unit-tools.ts',
      'vector-tools.ts',
      'reading.ts',
      'calculator.ts',
      'units.ts',
      'random.ts',
    ];
    const heavy =
      /^import (?!type)[^;]*from '(?:mathjs|\.\/(?:evaluate|numbers|expression|functions|statistics|number-theory|linear-algebra|convert)\.ts)'/m;
    expect(lazy.filter((file) => heavy.test(readFileSync(new URL(file, import.meta.url), 'utf8')))).toEqual([]);
  });
});
