// Tools for many numbers: statistics and number_theory.
import { ok } from '@vos/base';
import { z } from 'zod';
import { type BuiltinReading, defineOutsideTool, type Tool } from '../../sdk/tool.ts';
import type { Calculator } from './calculator.ts';
import { CALCULATION_TIMEOUT_MS, formatNumber, listed, UNFIT } from './common.ts';
import { explainDoubt } from './number-writing.ts';
import { bareRequest, readNumbers, readSeries } from './reading.ts';

export function numberTools(calculator: Calculator): readonly Tool[] {
  return [statistics(calculator), numberTheory(calculator)];
}

/** Written here and not imported from where they are worked out, because that loads mathjs. */
const statisticNames = ['mean', 'median', 'mode', 'stdev', 'variance', 'min', 'max', 'range', 'sum', 'count'] as const;
type StatisticName = (typeof statisticNames)[number];

const statisticsParameters = z.object({
  data: z.array(z.number()).min(1).max(100_000),
  operations: z.array(z.enum([...statisticNames, 'all'])).default(['all']),
});
const statisticsResult = z.object({
  mean: z.number().optional(),
  median: z.number().optional(),
  /** Every most frequent value. */
  mode: z.array(z.number()).readonly().optional(),
  stdev: z.number().optional(),
  variance: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  range: z.number().optional(),
  sum: z.number().optional(),
  count: z.number().optional(),
});

const STATISTIC_WORDS: readonly (readonly [RegExp, StatisticName])[] = [
  [/\b(?:mean|average|avg)\b/, 'mean'],
  [/\bmedian\b/, 'median'],
  [/\b(?:mode|most (?:common|frequent)(?: (?:number|value))?)\b/, 'mode'],
  [/\b(?:standard deviation|std ?dev|stdev|deviation)\b/, 'stdev'],
  [/\bvariance\b/, 'variance'],
  [/\b(?:minimum|min|smallest|lowest|least)\b/, 'min'],
  [/\b(?:maximum|max|largest|biggest|highest|greatest)\b/, 'max'],
  [/\brange\b/, 'range'],
  [/\b(?:sum|total)\b/, 'sum'],
];
const ALL_STATISTICS = /\b(?:statistics|stats)\b/;

function statistics(calculator: Calculator): Tool {
  return defineOutsideTool({
    name: 'statistics',
    description:
      'Describes a list of numbers: mean, median, mode, stdev and variance (of a sample), min, max, range, sum, count, or all.',
    parameters: statisticsParameters,
    result: statisticsResult,
    effect: 'read',
    permission: 'allow',
    continues: true,
    timeoutMs: CALCULATION_TIMEOUT_MS,
    doing: ({ data }) => `describing ${data.length} numbers`,
    run({ data, operations }, { signal }) {
      const wanted = operations.includes('all') ? statisticNames : operations.filter((name) => name !== 'all');
      return calculator.evaluate({ name: 'statistics', data, operations: wanted }, signal);
    },
    builtin: {
      recognizes({ text }) {
        const reading = readStatistics(text);
        // A sum of numbers is a calculation like any other.
        if (reading.kind === 'question') return /\d/.test(text);
        return reading.kind === 'arguments' && reading.arguments.operations[0] !== 'sum';
      },
      read({ text }) {
        const reading = readStatistics(text);
        return reading.kind === 'unfit' ? readLoosely(text) : reading;
      },
      say(value, { data, operations }) {
        const of = data.length <= 12 ? listed(data.map(formatNumber)) : `these ${formatNumber(data.length)} numbers`;
        const parts = statisticNames.flatMap((name) => {
          const found = value[name];
          return found === undefined || (typeof found !== 'number' && found.length === 0)
            ? []
            : [`${STATISTIC_NAMES[name]} ${typeof found === 'number' ? formatNumber(found) : listed(found.map(formatNumber))}`];
        });
        const [only] = operations;
        if (operations.length === 1 && only === 'mode' && value.mode?.length === 0)
          return `There is no mode: each of ${of} occurs once.`;
        if (operations.length === 1 && only !== undefined && only !== 'all')
          return `The ${(parts[0] ?? '').replace(STATISTIC_NAMES[only], `${STATISTIC_NAMES[only]} of ${of} is`)}.`;
        return `Of ${of}: ${parts.join(', ')}.`;
      },
    },
  });
}

const STATISTIC_NAMES: Readonly<Record<StatisticName, string>> = {
  mean: 'average',
  median: 'median',
  mode: 'mode',
  stdev: 'standard deviation',
  variance: 'variance',
  min: 'smallest',
  max: 'largest',
  range: 'range',
  sum: 'sum',
  count: 'count',
};

function readStatistics(text: string): BuiltinReading<z.output<typeof statisticsParameters>> {
  const request = bareRequest(text);
  const head = /^(.*?)(?: of| for| from|:|,)? ((?:the )?(?:numbers |values |data )?[-\d.[(].*)$/.exec(request);
  const words = head?.[1] ?? request;
  const named = STATISTIC_WORDS.filter(([pattern]) => pattern.test(words)).map(([, name]) => name);
  const operations = named.length > 0 ? named : ALL_STATISTICS.test(words) ? (['all'] as const) : [];
  if (operations.length === 0) return UNFIT;
  // Other words beside the statistic mean something else: “the highest temperature in Oslo”.
  const rest = [
    ...STATISTIC_WORDS.map(([pattern]) => pattern),
    ALL_STATISTICS,
    /\b(?:the|of|and|for|from|these|this|list|set|numbers?|values?|data|in|number|descriptive)\b/,
    /[\s,:]+/,
  ].reduce((left, pattern) => left.replace(new RegExp(pattern.source, 'g'), ''), words);
  if (rest !== '') return UNFIT;
  const list = head?.[2] ?? '';
  const data = readNumbers(list) ?? readWholeSeries(list);
  const tight = data?.length === 1 ? /\d{1,3}(?:,\d{3})+/.exec(text)?.[0] : undefined;
  if (tight !== undefined) return { kind: 'question', text: explainDoubt(tight) };
  if (data === undefined) return /\d/.test(request) ? UNFIT : { kind: 'question', text: 'Of which numbers?' };
  return { kind: 'arguments', arguments: { data, operations: [...operations] } };
}

/** “my grades are 7, 8 and 6.5, what is my average”: the numbers stand anywhere. */
function readLoosely(text: string): BuiltinReading<z.output<typeof statisticsParameters>> {
  const request = bareRequest(text);
  const operations = STATISTIC_WORDS.filter(([pattern]) => pattern.test(request)).map(([, name]) => name);
  const isWanted = operations.length > 0 || /\bdescribe\b/.test(request) || ALL_STATISTICS.test(request);
  if (!isWanted || /\d (?:to|through|until|-) \d/.test(request)) return UNFIT;
  const data = (request.match(/(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])/g) ?? []).map(Number);
  if (data.length < 2) return UNFIT;
  return { kind: 'arguments', arguments: { data, operations: operations.length === 0 ? ['all'] : operations } };
}

/** Every whole number of “1 to 10”; undefined if it is none, or one too long to list. */
function readWholeSeries(list: string): number[] | undefined {
  const [first, last] = readSeries(list) ?? [0, SERIES_LIMIT];
  const length = last - first + 1;
  return length > SERIES_LIMIT ? undefined : Array.from({ length }, (_, index) => first + index);
}

const SERIES_LIMIT = 1_000;

const theoryNames = ['gcd', 'lcm', 'is_prime', 'prime_factors', 'divisors'] as const;
const theoryParameters = z.object({
  operation: z.enum(theoryNames),
  numbers: z.array(z.number().int().safe()).min(1).max(1_000).describe('gcd and lcm take two or more, the others one.'),
});
const theoryResult = z.object({
  operation: z.enum(theoryNames),
  numbers: z.array(z.number()),
  result: z.union([z.boolean(), z.number(), z.array(z.number()).readonly()]),
});

function numberTheory(calculator: Calculator): Tool {
  return defineOutsideTool({
    name: 'number_theory',
    description:
      'Whole numbers: greatest common divisor, least common multiple, whether a number is prime, its prime factors, its divisors.',
    parameters: theoryParameters,
    result: theoryResult,
    effect: 'read',
    permission: 'allow',
    continues: true,
    timeoutMs: CALCULATION_TIMEOUT_MS,
    async run({ operation, numbers }, { signal }) {
      const answer = await calculator.evaluate({ name: 'number_theory', operation, numbers }, signal);
      return answer.ok ? ok({ operation, numbers, result: answer.value }) : answer;
    },
    builtin: {
      recognizes: ({ text }) => readNumberTheory(text).kind === 'arguments',
      read: ({ text }) => readNumberTheory(text),
      say: ({ operation, numbers, result }) => {
        const of = listed(numbers.map(formatNumber));
        if (operation === 'is_prime')
          return result === true ? `Yes, ${of} is a prime number.` : `No, ${of} is not a prime number.`;
        if (operation === 'gcd') return `The greatest common divisor of ${of} is ${formatNumber(Number(result))}.`;
        if (operation === 'lcm') return `The least common multiple of ${of} is ${formatNumber(Number(result))}.`;
        const found = typeof result === 'object' ? result : [];
        if (operation === 'divisors') return `The factors of ${of} are ${listed(found.map(formatNumber))}.`;
        if (found.length === 0) return `${of} has no prime factors.`;
        return found.length === 1
          ? `${of} is prime, so it is its only prime factor.`
          : `${of} = ${found.map(formatNumber).join(' × ')}.`;
      },
    },
  });
}

const THEORY_WORDS: readonly (readonly [RegExp, (typeof theoryNames)[number]])[] = [
  [/\b(?:gcd|gcf|hcf|(?:greatest|highest|largest) common (?:divisor|factor|denominator))\b/, 'gcd'],
  [/\b(?:lcm|(?:least|lowest|smallest) common (?:multiple|denominator))\b/, 'lcm'],
  [/\b(?:prime factor(?:s|i[sz]ation)?|factori[sz]e|factori[sz]ation|^factor)\b/, 'prime_factors'],
  [/\b(?:factors?|divisors?)\b|\b(?:which|what)? ?numbers divide\b/, 'divisors'],
  [/\bprime\b/, 'is_prime'],
];

function readNumberTheory(text: string): BuiltinReading<z.output<typeof theoryParameters>> {
  const request = bareRequest(text);
  const operation = THEORY_WORDS.find(([pattern]) => pattern.test(request))?.[1];
  if (operation === undefined) return UNFIT;
  const numbers = (request.match(/(?<![\w.])-?\d[\d,]*(?![\w.])/g) ?? []).map((found) => Number(found.replace(/,/g, '')));
  if (numbers.length === 0)
    return { kind: 'question', text: operation === 'gcd' || operation === 'lcm' ? 'Of which numbers?' : 'Which number?' };
  if (!numbers.every(Number.isSafeInteger)) return UNFIT;
  if ((operation === 'gcd' || operation === 'lcm') === numbers.length < 2) return UNFIT;
  return { kind: 'arguments', arguments: { operation, numbers } };
}
