// What a person asks of the calculator, read without a language model. Nothing here calculates; a text that is not wholly
// understood is not understood at all.
import { digitsForWords } from './number-words.ts';
import { withoutGrouping } from './number-writing.ts';

const NUMBER = String.raw`-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|-?\.\d+`;
const AMOUNT = String.raw`(?:${NUMBER})\s*%?`;

/** The request without the words around it, in lower case, number words as digits: “what's 15 % of eighty?” is `15% of 80`. */
export function bareRequest(text: string): string {
  return digitsForWords(
    withoutGrouping(text)
      .toLowerCase()
      .replace(/[‘’]/g, "'")
      .replace(/[“”]/g, '"')
      .replace(/[?!.\s]+$/, (end) => (/^!+$/.test(end.trim()) && /\d\s*!+$/.test(text) ? '!' : ''))
      .replace(/^(?:(?:hey|hi|ok|okay|so|now|and|please|vos|v)[,\s]+)+/, '')
      .replace(/^(?:can|could|would|will) (?:you|u) (?:please )?/, '')
      .replace(
        /^(?:i (?:need|want) (?:to know|you to)|i'd like (?:to know|you to)|let me know|do you know|help me|i need|i want) /,
        '',
      )
      .replace(/^(?:please )?(?:tell|give|show) me /, '')
      .replace(
        /^(?:please )?(?:calculate|compute|work out|figure out|evaluate|solve|find|do (?:the|this|a) (?:math|maths|sum|quick sum|calculation)[:,]?|do) /,
        '',
      )
      .replace(/^(?:what(?:'s| is| are| was|s| would be|'re| does| do)?|how much (?:is|are|does|would be)|how much|whats)\s+/, '')
      .replace(/^(?:do )?(?:i|you|we) get (?:when|if) (?:i|you|we) /, '')
      .replace(/^(?:how (?:far|long|heavy|tall|big|hot|cold|warm|fast|high|wide|large)) (?:is|are) /, '')
      .replace(/^(?:the )?(?:result|answer|value) (?:of|to|for) /, '')
      .replace(/^(?:the )?price (?:after|with|of) /, '')
      .replace(/^(?:calculate|would) /, '')
      .replace(/[,\s]+(?:please|for me|thanks|thank you|equal(?:s)?(?: to)?|make|come(?:s)? to|amount to|exactly|is|=)+$/, '')
      .replace(/[,\s]+(?:please|for me|equals?)$/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
    .replace(/(?<![\d.,])(\d+(?:\.\d+)?) (thousand|million|billion|trillion)\b/g, (_, digits: string, scale: string) =>
      String(Number(digits) * (SCALES[scale] ?? 1)),
    )
    .replace(/(?<![\d.,])(\d+) and (?:(?:an?|1) )?(half|quarter|3 quarters)(?! of\b)\b/g, (_, whole: string, part: string) =>
      String(Number(whole) + (PARTS[part] ?? 0)),
    )
    .replace(
      /(?<![\d.,])(\d+) and \((\d+)\/(\d+)\) of\b/g,
      (_, whole: string, above: string, below: string) => `(${Number(whole) * Number(below) + Number(above)}/${below}) of`,
    )
    .trim();
}

const PARTS: Readonly<Record<string, number>> = { half: 0.5, quarter: 0.25, '3 quarters': 0.75 };
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 };

/** Wordings with an order of their own, each rewritten into signs; the first that fits is taken. */
const WORDINGS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `^(?:an? )?(?:tip(?: of)? (${NUMBER}) ?%|(${NUMBER}) ?% tip) (?:on|for|of) (${NUMBER})(?: bill)?,? (?:and )?(?:split|divided|shared) (?:between |by |among |into )?(${NUMBER})(?: (?:ways|people|persons|friends|of us))?$`,
    ),
    '($3 + $1$2%) / $4',
  ],
  [new RegExp(`^(?:an? )?tip (${NUMBER}) ?% (?:on|for|of) (.+)$`), '$1% of $2'],
  [
    new RegExp(
      `^(${NUMBER}) [a-z]+ costs? (${NUMBER}),? (?:and |so )?(?:how much|what) (?:do|does|would|will|are|is) (${NUMBER})(?: [a-z]+)?(?: cost)?$`,
    ),
    '$2 / $1 * $3',
  ],
  [new RegExp(`^(${NUMBER}) dozen(?: [a-z]+)?$`), '$1 * 12'],
  [new RegExp(`^(${NUMBER}) (?:\\/|divided by|over) (${NUMBER}),?(?: with| and)?(?: (?:a|the))? remainder$`), '$1 mod $2'],
  [
    new RegExp(
      `^round (?:off )?(${NUMBER}) (?:off )?to (${NUMBER}) (?:decimals?|decimal places?|places?|digits? after the point)$`,
    ),
    'round($1, $2)',
  ],
  [
    new RegExp(`^round (?:off )?(${NUMBER})(?: (?:off )?to (?:the |a )?(?:nearest )?(?:whole(?: number)?|integer))?$`),
    'round($1)',
  ],
  [new RegExp(`^(?:an? )?(${NUMBER}) ?% tip (?:on|for|of) (.+)$`), '$1% of $2'],
  [new RegExp(`^(?:the )?tip (?:on|for|of) (.+?) at (${NUMBER}) ?%$`), '$2% of $1'],
  [new RegExp(`^(?:the )?tip of (${NUMBER}) ?% (?:on|for) (.+)$`), '$1% of $2'],
  [new RegExp(`^(.+?) (?:plus|with|and) (?:an? )?(${NUMBER}) ?% (?:tip|tax|vat)$`), '$1 + $2%'],
  [new RegExp(`^(?:an? )?(${NUMBER}) ?% (?:off|discount on|less than|discount (?:off|of)) (.+)$`), '$2 - $1%'],
  [new RegExp(`^(.+?) (?:with (?:an? )?|minus (?:an? )?|after (?:an? )?)(${NUMBER}) ?% (?:off|discount)$`), '$1 - $2%'],
  [new RegExp(`^(?:an? )?(${NUMBER}) ?% (?:more than|on top of|added to|extra on) (.+)$`), '$2 + $1%'],
  [new RegExp(`^take (${NUMBER}) ?% off (?:of )?(.+)$`), '$2 - $1%'],
  [new RegExp(`^add (?:an? )?(${NUMBER}) ?% (?:tax|vat|tip) (?:to|on) (.+)$`), '$2 + $1%'],
  [new RegExp(`^(${NUMBER}) [a-z]+(?: [a-z]+)? at (${NUMBER}) each(?: be| cost)?$`), '$1 * $2'],
  [/^(?:increase|raise) (.+?) by (.+)$/, '$1 + $2'],
  [/^(?:decrease|reduce|lower) (.+?) by (.+)$/, '$1 - $2'],
  [new RegExp(`^add (${AMOUNT}) (?:to|onto|with) (.+)$`), '$2 + $1'],
  [/^add (?:up )?(.+ and .+)$/, 'sum of $1'],
  [new RegExp(`^(?:subtract|take|deduct) (${AMOUNT}) (?:away )?from (.+)$`), '$2 - $1'],
  [/^multiply (.+?) (?:by|and|with) (.+)$/, '$1 * $2'],
  [
    /^(?:divide|split|share) (?:(?:an? |the )?(?:bill|check|total|amount) of )?(.+?) (?:by|between|among|amongst|into|over|with) (.+?)(?: (?:people|persons|ways|friends|parts|of us|guests|equal parts))*$/,
    '$1 / $2',
  ],
  [new RegExp(`^(.+?) split (?:between|by|among|into)? ?(${NUMBER})(?: (?:people|ways|friends|parts))?$`), '$1 / $2'],
  [/^(?:the )?difference (?:between|of) (.+?) and (.+)$/, '$1 - $2'],
  [/^(?:the )?product of (.+?) and (.+)$/, '$1 * $2'],
  [/^(?:the )?quotient of (.+?) and (.+)$/, '$1 / $2'],
  [/^(?:the )?remainder (?:of|when|for) (.+?) (?:is )?(?:divided by|\/|over) (.+)$/, '$1 mod $2'],
  [new RegExp(`^(${NUMBER}) is what (?:%|percent|percentage) of (${NUMBER})$`), '$1 / $2 * 100'],
  [new RegExp(`^(?:%|percent|percentage) of (${NUMBER}) is (${NUMBER})$`), '$2 / $1 * 100'],
  [new RegExp(`^(?:%|percent|percentage) is (${NUMBER}) (?:of|out of) (${NUMBER})$`), '$1 / $2 * 100'],
  [new RegExp(`^(?:how many )?times (?:can|does|do|will) (${NUMBER}) (?:go|goes|fit|fits) into (${NUMBER})$`), '$2 / $1'],
  [new RegExp(`^(?:the )?area of (?:a |an )?(${NUMBER}) ?(?:x|by) ?(${NUMBER})(?: [a-z]+){0,2}$`), '$1 * $2'],
  [
    new RegExp(`^how many square [a-z]+ (?:is|are in|does) (?:a |an )?(${NUMBER}) ?(?:x|by) ?(${NUMBER})(?: [a-z]+){0,2}$`),
    '$1 * $2',
  ],
  [/^(?:double|twice) (.+)$/, '2 * $1'],
  [/^(?:triple|3 times) (.+)$/, '3 * $1'],
  [/^halve (.+)$/, '$1 / 2'],
];

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bper ?cent\b|\bpct\b/g, '%'],
  [/(?<=\d)\s+%/g, '%'],
  [/[$€£¥]|\b(?:dollars?|euros?|pounds? sterling|bucks|usd|eur|gbp)\b/g, ''],
  [/\*\*/g, '^'],
  [/\bnegative (?=\d)|^minus (?=\d)/g, '-'],
  [/(?<![\d.,])(\d+(?:\.\d+)?) dozen\b/g, '($1 * 12)'],
  [/\b(?:the )?square of (\d+(?:\.\d+)?)/g, '$1^2'],
  [/\b(?:the )?cube of (\d+(?:\.\d+)?)/g, '$1^3'],
  [/\b(?:the )?square root of ?/g, 'sqrt '],
  [/\b(?:the )?(?:cube|cubic|3rd|third) root of ?/g, 'cbrt '],
  [/\broot of ?/g, 'sqrt '],
  [/\b(?:the )?absolute value of ?/g, 'abs '],
  [/\b(?:the )?factorial of (\d+)/g, '$1!'],
  [/(\d|\)) ?factorial\b/g, '$1!'],
  [/ ?\b(?:raised )?to the power(?: of)? ?/g, ' ^ '],
  [/ ?\braised to(?: the)? (\d+)(?:st|nd|rd|th)?(?: power)?/g, ' ^ $1'],
  [/ ?\bto the (\d+)(?:st|nd|rd|th)?(?: power)?\b/g, ' ^ $1'],
  [/ ?\bto the (?:second power)\b/g, ' ^ 2'],
  [/ ?\bsquared\b/g, '^2'],
  [/ ?\bcubed\b/g, '^3'],
  [/\b(?:multiplied by|multiplied with|times)\b/g, '*'],
  [/\b(?:divided by|over)\b/g, '/'],
  [/\b(?:plus|added to)\b/g, '+'],
  [/\b(?:minus|less|take away)\b/g, '-'],
  [/\b(?:modulo|modulus)\b/g, 'mod'],
  [/(?<=\d) ?x ?(?=[\d(])/g, ' * '],
  [/\b(sqrt|cbrt|abs) ?(-?\d+(?:\.\d+)?)/g, '$1($2)'],
  [/\bopen parenthes[ie]s\b/g, '('],
  [/\bclosed? parenthes[ie]s\b/g, ')'],
];

/** The first of them only clean up, and go before the wordings. */
const CLEANING = 3;

/** Nothing but numbers, signs and the words an expression may hold. */
const WHOLLY_ARITHMETIC =
  /^(?:\d|[\s.,+\-*/^()%!×÷−·²³√]|π|(?:of|mod|sqrt|cbrt|abs|min|max|round|floor|ceil|sin|cos|tan|exp|ln|log|log2|log10|pi|e)(?![a-z]))+$/;
const HAS_WORK =
  /\d\s*(?:[+\-*/^×÷−·²³!]|%|mod\b)|(?:sqrt|cbrt|abs|min|max|round|floor|ceil|sin|cos|tan|exp|ln|log|log2|log10)\s*\(|√|\)\s*[+\-*/^×÷−%]|[%)]\s*of\b|\bpi\b/;
/** 12/05/2026, 2026-05-12, 555-1234, 24/7, 10.30-11.30, 1-2: written like sums, meant otherwise. */
const NOT_A_SUM = /^(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}|\+?\d[\d ]*(?:-\d+){1,}|24\/7|\+\d[\d ]+)$/;

/** The expression a text asks for, or undefined. Words that make it pleasant to read, such as `15% of 80`, stay. */
export function readExpression(text: string): string | undefined {
  let expression = bareRequest(text);
  if (expression === '' || expression.length > 1_000) return undefined;
  expression = rewrite(expression, PHRASES.slice(0, CLEANING));
  for (const [pattern, replacement] of WORDINGS) {
    if (!pattern.test(expression)) continue;
    expression = expression.replace(pattern, replacement);
    break;
  }
  const summed = /^(?:the )?(?:sum|total) of (.+)$/.exec(expression);
  if (summed !== null) expression = seriesSum(summed[1] ?? '') ?? (readNumbers(summed[1] ?? '') ?? []).join(' + ');
  expression = rewrite(expression, PHRASES)
    .replace(/(?<=[%)]) of (?:the |an? )/g, ' of ')
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, '')
    .replace(/(\d%?|\)) and (?=\d)/g, '$1 + ')
    .replace(/\s+/g, ' ')
    .replace(/\s*=\s*$/, '')
    .trim();
  if (NOT_A_SUM.test(expression) || !WHOLLY_ARITHMETIC.test(expression) || !HAS_WORK.test(expression)) return undefined;
  if (/^-?\d[\d.,]*\s*%?$|[+\-*/^×÷−,(]$|^[*/^×÷,]/.test(expression)) return undefined;
  return expression;
}

/** `sqrt(144)` as people read it: “the square root of 144”; signs as they are printed. */
export function describeExpression(expression: string): string {
  const root = /^(sqrt|cbrt) ?\(([^()]+)\)$/.exec(expression.trim());
  if (root !== null) return `The ${root[1] === 'sqrt' ? 'square' : 'cube'} root of ${(root[2] ?? '').trim()}`;
  const rounded = /^round\((-?[\d.]+)(?:, (\d+))?\)$/.exec(expression.trim());
  if (rounded !== null) return `${rounded[1]} rounded${rounded[2] === undefined ? '' : ` to ${rounded[2]} decimals`}`;
  return expression
    .replace(/\((\d+)\/(\d+)\) of\b/g, '$1/$2 of')
    .replace(/sqrt\(([\d.]+)\)/g, '√$1')
    .replace(/\bpi\b/g, 'π')
    .replace(/\s*\*\s*/g, ' × ')
    .replace(/\s*\/\s*(?!\d+ of\b)/g, ' ÷ ')
    .replace(/(?<=[\d)%!π])\s*([+-])\s*(?=[\d(√π.a-z])/g, ' $1 ')
    .replace(/(?<=[\d)])\s*\^\s*2(?!\d|\.)/g, '²')
    .replace(/(?<=[\d)])\s*\^\s*3(?!\d|\.)/g, '³')
    .replace(/\s*\^\s*/g, '^')
    .replace(/^- (?=\d)/, '-')
    .replace(/(?<![\d.,])\d{5,}(?![\d,])/g, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ','))
    .trim();
}

const SERIES =
  /^(?:all )?(?:the )?(?:(?:whole |natural )?(?:numbers|integers) )?(?:from )?(\d{1,9}) (?:to|through|up to) (\d{1,9})$/;

/** The bounds of “1 to 100”, the smaller first. */
export function readSeries(list: string): readonly [first: number, last: number] | undefined {
  const found = SERIES.exec(list.trim());
  const [first, last] = [Number(found?.[1]), Number(found?.[2])];
  return found !== null && first < last ? [first, last] : undefined;
}

function seriesSum(list: string): string | undefined {
  const series = readSeries(list);
  return series === undefined ? undefined : `(${series[0]} + ${series[1]}) * ${series[1] - series[0] + 1} / 2`;
}

/** The numbers of a list: `3, 4 and 8`. Undefined if anything else stands between them, or there are none. */
export function readNumbers(list: string): number[] | undefined {
  const separated = digitsForWords(list)
    .replace(/[[\](){}]/g, ' ')
    .replace(/(?:^|\s)(?:the )?(?:numbers|values|data)(?::|\s)/g, ' ')
    .replace(/\band\b|&|;/g, ' , ')
    .trim();
  const parts = separated.split(/\s*,\s*|\s+/).filter((part) => part !== '');
  if (parts.length === 0 || parts.some((part) => !/^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(part))) return undefined;
  return parts.map(Number);
}

/** The first number of a text in digits or words. */
export function readNumber(text: string): number | undefined {
  const found = new RegExp(NUMBER).exec(digitsForWords(text.toLowerCase()))?.[0];
  return found === undefined ? undefined : Number(found.replace(/,/g, ''));
}

function rewrite(text: string, phrases: readonly (readonly [RegExp, string])[]): string {
  return phrases.reduce((current, [pattern, replacement]) => current.replace(pattern, replacement), text);
}
