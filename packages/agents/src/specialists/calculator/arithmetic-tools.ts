// Tools for sums: basic_calculation and advanced_math.
import { type Calculation, calculation } from '@vos/protocol/entities';
import { z } from 'zod';
import { type BuiltinReading, defineOutsideTool, type Tool } from '../../sdk/tool.ts';
import { type AdvancedOperation, advancedOperations, type Calculator } from './calculator.ts';
import { CALCULATION_TIMEOUT_MS, UNFIT } from './common.ts';
import { bareRequest, describeExpression, readExpression, readNumber } from './reading.ts';

export function arithmeticTools(calculator: Calculator): readonly Tool[] {
  return [basicCalculation(calculator), advancedMath(calculator)];
}

function basicCalculation(calculator: Calculator): Tool {
  return defineOutsideTool({
    name: 'basic_calculation',
    description:
      'Works out an expression exactly: + - * / ^ % ! mod, parentheses, sqrt cbrt abs round floor ceil min max, percentages such as "15% of 80" or "50 + 20%".',
    parameters: z.object({
      expression: z.string().min(1).max(1_000).describe('The expression, such as "12 * (3 + 4)" or "15% of 80".'),
    }),
    result: calculation,
    effect: 'read',
    permission: 'allow',
    continues: true,
    timeoutMs: CALCULATION_TIMEOUT_MS,
    doing: ({ expression }) => `working out ${short(describeExpression(expression))}`,
    run: ({ expression }, { signal }) => calculator.evaluate({ name: 'basic_calculation', expression }, signal),
    builtin: {
      recognizes: ({ text }) => readExpression(text) !== undefined,
      read({ text }) {
        const expression = readExpression(text);
        return expression === undefined ? UNFIT : { kind: 'arguments', arguments: { expression } };
      },
      say: (value) => sayCalculation(describeExpression(value.expression), value),
    },
  });
}

const parameters = z.object({
  operation: z.enum(advancedOperations).describe('Angles are in radians; "degrees" and "radians" convert an angle.'),
  value: z.number(),
  base: z.number().optional().describe('For log only; natural without it.'),
  angle_unit: z
    .enum(['radians', 'degrees'])
    .default('radians')
    .describe('Unit of the angle given to sin, cos and tan, or wanted of asin, acos and atan.'),
});
type AdvancedArguments = z.output<typeof parameters>;

function advancedMath(calculator: Calculator): Tool {
  return defineOutsideTool({
    name: 'advanced_math',
    description: 'Trigonometry, logarithms, exponentials, factorials and angle conversion of one number.',
    parameters,
    result: calculation,
    effect: 'read',
    permission: 'allow',
    continues: true,
    timeoutMs: CALCULATION_TIMEOUT_MS,
    run(given, { signal }) {
      const expression = degreesExpression(given);
      if (expression !== undefined) return calculator.evaluate({ name: 'basic_calculation', expression }, signal);
      const { operation, value, base } = given;
      return calculator.evaluate({ name: 'advanced_math', operation, value, base }, signal);
    },
    builtin: {
      recognizes: ({ text }) => readAdvanced(text) !== undefined,
      read({ text }): BuiltinReading<AdvancedArguments> {
        const given = readAdvanced(text);
        return given === undefined ? UNFIT : { kind: 'arguments', arguments: given };
      },
      say: (value, given) => sayCalculation(describeAdvanced(given), value),
    },
  });
}

/** In degrees the sum is written out, so that the sine of 30 degrees is exactly one half. */
function degreesExpression({ operation, value, angle_unit: unit }: AdvancedArguments): string | undefined {
  if (unit !== 'degrees') return undefined;
  if (operation === 'sin' || operation === 'cos' || operation === 'tan') return `${operation}(${value} * pi / 180)`;
  if (operation === 'asin' || operation === 'acos' || operation === 'atan') return `${operation}(${value}) * 180 / pi`;
  return undefined;
}

const FUNCTION_WORDS: readonly (readonly [RegExp, AdvancedOperation])[] = [
  [/\b(?:arc ?sin(?:e)?|inverse sine|asin)\b/, 'asin'],
  [/\b(?:arc ?cos(?:ine)?|inverse cosine|acos)\b/, 'acos'],
  [/\b(?:arc ?tan(?:gent)?|inverse tangent|atan)\b/, 'atan'],
  [/\b(?:hyperbolic sine|sinh)\b/, 'sinh'],
  [/\b(?:hyperbolic cosine|cosh)\b/, 'cosh'],
  [/\b(?:hyperbolic tangent|tanh)\b/, 'tanh'],
  [/\b(?:sine|sin)\b/, 'sin'],
  [/\b(?:cosine|cos)\b/, 'cos'],
  [/\b(?:tangent|tan)\b/, 'tan'],
  [/\b(?:natural (?:log(?:arithm)?)|ln)\b/, 'log'],
  [/\b(?:binary log(?:arithm)?|log2)\b/, 'log2'],
  [/\b(?:logarithm|log10|log)\b/, 'log10'],
  [/\b(?:exponential|exp)\b/, 'exp'],
];

function readAdvanced(text: string): AdvancedArguments | undefined {
  const request = bareRequest(text);
  if (request.length > 120 || !/\d/.test(request)) return undefined;
  const operation = FUNCTION_WORDS.find(([pattern]) => pattern.test(request))?.[1];
  if (operation === undefined) return undefined;
  const angleUnit = /\bdeg(?:rees?)?\b|°/.test(request) ? 'degrees' : 'radians';
  const base = /\b(?:base|to the base(?: of)?) ?(\d+(?:\.\d+)?)/.exec(request);
  const value = readNumber(request.replace(/\blog(?:10|2)\b/, 'log').replace(base?.[0] ?? '', ' '));
  const rest = request
    .replace(
      /\b(?:the|of|log|logarithm|natural|binary|base|to|in|rad(?:ians?)?|deg(?:rees?)?|arc|inverse|hyperbolic|exponential|function|for)\b/g,
      '',
    )
    .replace(
      /\b(?:a?sin(?:e|h)?|a?cos(?:ine|h)?|a?tan(?:gent|h)?|arcsin(?:e)?|arccos(?:ine)?|arctan(?:gent)?|ln|log2|log10|exp|pi)\b/g,
      '',
    );
  if (value === undefined || /[a-z]/.test(rest)) return undefined;
  if (base !== null && (operation === 'log10' || operation === 'log')) {
    return { operation: 'log', value, base: Number(base[1]), angle_unit: 'radians' };
  }
  return { operation, value, angle_unit: angleUnit };
}

const FUNCTION_NAMES: Readonly<Record<AdvancedOperation, string>> = {
  sin: 'sine',
  cos: 'cosine',
  tan: 'tangent',
  asin: 'arc sine',
  acos: 'arc cosine',
  atan: 'arc tangent',
  sinh: 'hyperbolic sine',
  cosh: 'hyperbolic cosine',
  tanh: 'hyperbolic tangent',
  log: 'natural logarithm',
  log10: 'base-10 logarithm',
  log2: 'base-2 logarithm',
  exp: 'exponential',
  factorial: 'factorial',
  degrees: 'angle in degrees',
  radians: 'angle in radians',
};

function describeAdvanced({ operation, value, base, angle_unit: unit }: AdvancedArguments): string {
  const takesAngle = operation === 'sin' || operation === 'cos' || operation === 'tan';
  const givesAngle = operation === 'asin' || operation === 'acos' || operation === 'atan';
  const name = operation === 'log' && base !== undefined ? `base-${base} logarithm` : FUNCTION_NAMES[operation];
  if (takesAngle) return `The ${name} of ${value}${unit === 'degrees' ? '°' : ' radians'}`;
  return givesAngle ? `The ${name} of ${value} in ${unit}` : `The ${name} of ${value}`;
}

function sayCalculation(what: string, { formattedResult, isExact }: Calculation): string {
  return `${what} ${isExact ? 'is' : '≈'} ${isExact ? withCents(what, formattedResult) : formattedResult}.`;
}

/** 20% of 64.50 is 12.90: a sum of money is answered as money. */
function withCents(expression: string, result: string): string {
  return /\d\.\d\d(?!\d)/.test(expression) && /\.\d$/.test(result) ? `${result}0` : result;
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
