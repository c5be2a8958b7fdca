// The tool linear_algebra: vectors and small matrices.
import { ok } from '@vos/base';
import { z } from 'zod';
import { type BuiltinReading, defineOutsideTool, type Tool } from '../../sdk/tool.ts';
import type { Calculator } from './calculator.ts';
import { CALCULATION_TIMEOUT_MS, formatNumber, UNFIT } from './common.ts';

const operations = [
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

const vector = z.array(z.number()).min(1).max(10_000);
const matrix = z.array(vector).min(1).max(1_000);
const parameters = z.object({
  operation: z.enum(operations),
  vector1: vector.optional(),
  vector2: vector.optional(),
  matrix: matrix.optional(),
  scalar: z.number().optional(),
});
type Arguments = z.output<typeof parameters>;
const result = z.object({
  operation: z.enum(operations),
  result: z.union([z.number(), z.array(z.number()).readonly(), z.array(z.array(z.number()).readonly()).readonly()]),
});
type Answer = z.output<typeof result>['result'];

export function vectorTools(calculator: Calculator): readonly Tool[] {
  return [
    defineOutsideTool({
      name: 'linear_algebra',
      description:
        'Vectors and matrices: dot_product, cross_product (three numbers each), magnitude, normalize, vector_add, vector_subtract, scalar_multiply, transpose, determinant (2 by 2 or 3 by 3).',
      parameters,
      result,
      effect: 'read',
      permission: 'allow',
      continues: true,
      timeoutMs: CALCULATION_TIMEOUT_MS,
      async run(given, { signal }) {
        const answer = await calculator.evaluate({ name: 'linear_algebra', ...given }, signal);
        return answer.ok ? ok({ operation: given.operation, result: answer.value }) : answer;
      },
      builtin: {
        recognizes: ({ text }) => readVectors(text).kind === 'arguments',
        read: ({ text }) => readVectors(text),
        say: (value) => `The ${NAMES[value.operation]} is ${shown(value.result)}.`,
      },
    }),
  ];
}

const NAMES: Readonly<Record<(typeof operations)[number], string>> = {
  dot_product: 'dot product',
  cross_product: 'cross product',
  magnitude: 'magnitude',
  normalize: 'vector of length 1',
  vector_add: 'sum',
  vector_subtract: 'difference',
  scalar_multiply: 'product',
  transpose: 'transposed matrix',
  determinant: 'determinant',
};

const WORDS: readonly (readonly [RegExp, (typeof operations)[number]])[] = [
  [/\b(?:dot|scalar|inner) product\b/, 'dot_product'],
  [/\b(?:cross|vector) product\b/, 'cross_product'],
  [/\b(?:magnitude|norm|length)\b/, 'magnitude'],
  [/\b(?:normali[sz]e|unit vector)\b/, 'normalize'],
  [/\btranspose\b/, 'transpose'],
  [/\bdeterminant\b/, 'determinant'],
  [/\b(?:subtract|minus|difference)\b/, 'vector_subtract'],
  [/\b(?:add|plus|sum)\b/, 'vector_add'],
  [/\b(?:times|multipl(?:y|ied)|scale)\b/, 'scalar_multiply'],
];

function readVectors(text: string): BuiltinReading<Arguments> {
  const request = text.toLowerCase();
  const operation = WORDS.find(([pattern]) => pattern.test(request))?.[1];
  if (operation === undefined || request.length > 2_000) return UNFIT;
  const nested = /\[\s*(\[[^[\]]*\](?:\s*,?\s*\[[^[\]]*\])*)\s*\]/.exec(request);
  const rows = (nested?.[1] ?? request).match(/\[[^[\]]*\]|\([^()]*\)/g)?.map(numbersOf) ?? [];
  if (rows.some((row) => row === undefined || row.length === 0)) return UNFIT;
  const vectors = rows.filter((row) => row !== undefined);
  const rest = request.replace(/\[.*\]|\(.*\)/, ' ');
  const scalar = /-?\d+(?:\.\d+)?/.exec(rest)?.[0];
  if (operation === 'transpose' || operation === 'determinant' || (nested !== null && operation === 'scalar_multiply')) {
    if (nested === null)
      return /\bmatrix\b/.test(request) ? { kind: 'question', text: 'Which matrix? Write it as [[1, 2], [3, 4]].' } : UNFIT;
    return {
      kind: 'arguments',
      arguments: { operation, matrix: vectors, ...(scalar === undefined ? {} : { scalar: Number(scalar) }) },
    };
  }
  const isReversed = operation === 'vector_subtract' && /\bfrom\b/.test(request);
  const [vector1, vector2] = isReversed ? vectors.toReversed() : vectors;
  const needsTwo =
    operation === 'dot_product' || operation === 'cross_product' || operation === 'vector_add' || operation === 'vector_subtract';
  if (vector1 === undefined || (needsTwo && vector2 === undefined)) {
    return /\b(?:vectors?|product)\b/.test(request)
      ? { kind: 'question', text: 'Which vectors? Write each as [1, 2, 3].' }
      : UNFIT;
  }
  if (operation === 'scalar_multiply' && scalar === undefined) return UNFIT;
  return {
    kind: 'arguments',
    arguments: {
      operation,
      vector1,
      ...(needsTwo && vector2 !== undefined ? { vector2 } : {}),
      ...(operation === 'scalar_multiply' ? { scalar: Number(scalar) } : {}),
    },
  };
}

function numbersOf(bracketed: string): number[] | undefined {
  const parts = bracketed
    .slice(1, -1)
    .split(/[\s,;]+/)
    .filter((part) => part !== '');
  const numbers = parts.map(Number);
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

function shown(value: Answer | readonly number[]): string {
  return typeof value === 'number' ? formatNumber(value) : `[${value.map((part) => shown(part)).join(', ')}]`;
}
