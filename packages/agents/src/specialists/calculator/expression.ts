// Works out a written expression. mathjs parses it; only numbers, the listed operators, functions and constants are carried out,
// so that no text can reach anything else.
import type { ConstantNode, FunctionNode, MathNode, OperatorNode, ParenthesisNode, SymbolNode } from 'mathjs';
import { applyUnary, logarithm, type UnaryFunctionName, unaryFunctions } from './functions.ts';
import {
  CalculationError,
  type Decimal,
  decimal,
  divide,
  divisionByZero,
  E,
  factorial,
  math,
  PI,
  power,
  settled,
} from './numbers.ts';

const EXPRESSION_LIMIT = 1_000;
/** Parentheses within parentheses; the parser calls itself for each. */
const NESTING_LIMIT = 50;

const CONSTANTS: Readonly<Record<string, Decimal>> = {
  pi: PI,
  π: PI,
  tau: PI.mul(2),
  e: E,
  phi: decimal(5).sqrt().add(1).div(2),
};

const VARIADIC: Readonly<Record<string, (values: readonly Decimal[]) => Decimal>> = {
  min: (values) => values.reduce((least, value) => (value.lt(least) ? value : least)),
  max: (values) => values.reduce((most, value) => (value.gt(most) ? value : most)),
  sum: (values) => values.reduce((total, value) => total.add(value)),
};

/** The value of an expression. Throws CalculationError: `expression-invalid`, `expression-too-long`, `division-by-zero`, `no-result`, `number-too-large`. */
export function evaluateExpression(expression: string): Decimal {
  if (expression.length > EXPRESSION_LIMIT) {
    throw new CalculationError(
      'expression-too-long',
      `A calculation has at most ${EXPRESSION_LIMIT.toLocaleString('en')} characters.`,
    );
  }
  const written = normalizeExpression(expression);
  if (written === '') throw new CalculationError('expression-invalid', 'There is nothing to calculate.');
  if (nesting(written) > NESTING_LIMIT) {
    throw new CalculationError(
      'expression-too-long',
      `A calculation has at most ${NESTING_LIMIT} parentheses within each other.`,
    );
  }
  let root: MathNode;
  try {
    root = math.parse(written);
  } catch {
    throw unreadable(expression);
  }
  const valueOf = (node: MathNode): Decimal => settled(work(node, valueOf, expression));
  return valueOf(root);
}

/** Signs and habits of writing, in the form the parser reads. */
function normalizeExpression(expression: string): string {
  const signs = withoutThousandsCommas(
    expression
      .replace(/[×·✕]/g, '*')
      .replace(/[÷∕]/g, '/')
      .replace(/[−–—]/g, '-')
      .replace(/\*\*/g, '^')
      .replace(/²/g, '^2')
      .replace(/³/g, '^3')
      .replace(/√\s*(\d+(?:\.\d+)?)/g, 'sqrt($1)')
      .replace(/√/g, 'sqrt')
      .replace(/[$€£¥]/g, '')
      .replace(/\bper ?cent\b/gi, '%')
      .replace(/(?<=[%)\d])\s*of\b/gi, ' *')
      .replace(/(?<=\d\s*)x(?=\s*[\d(])/gi, '*'),
  );
  return withPercentages(signs.replace(/=\s*\??\s*$/, '').trim());
}

/**
 * `20%` as `percent(20)`, where no number follows that would make it a remainder. The parser's own reading of the sign takes
 * `50% + 10` for a remainder.
 */
function withPercentages(text: string): string {
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    const start =
      text.charAt(index) === '%' && !/^\s*[\d.(a-zπ√]/i.test(text.slice(index + 1)) ? operandStart(result) : undefined;
    result = start === undefined ? result + text.charAt(index) : `${result.slice(0, start)}percent(${result.slice(start)})`;
  }
  return result;
}

/** Where the number, or the group in parentheses with the name before it, begins that a text ends with. */
function operandStart(text: string): number | undefined {
  const end = text.trimEnd().length;
  if (text.charAt(end - 1) !== ')') {
    const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.exec(text.slice(0, end));
    return number?.index;
  }
  let depth = 0;
  for (let index = end - 1; index >= 0; index -= 1) {
    if (text.charAt(index) === ')') depth += 1;
    if (text.charAt(index) === '(') depth -= 1;
    if (depth === 0) return index - (/[a-z]\w*$/i.exec(text.slice(0, index))?.[0].length ?? 0);
  }
  return undefined;
}

/** `1,234.5` is one number, but in `max(1,234)` the comma stands between two. */
function withoutThousandsCommas(text: string): string {
  const inFunction: boolean[] = [];
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '(') inFunction.push(/[a-z]\w*\s*$/i.test(text.slice(0, index)));
    if (character === ')') inFunction.pop();
    const isThousands =
      character === ',' && !inFunction.includes(true) && /\d$/.test(result) && /^\d{3}(?!\d)/.test(text.slice(index + 1));
    if (!isThousands) result += character;
  }
  return result;
}

function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if ('([{'.includes(character)) deepest = Math.max(deepest, (depth += 1));
    else if (')]}'.includes(character)) depth -= 1;
  }
  return deepest;
}

function work(node: MathNode, valueOf: (node: MathNode) => Decimal, expression: string): Decimal {
  switch (node.type) {
    case 'ConstantNode': {
      const { value } = node as ConstantNode;
      if (math.isBigNumber(value)) return value;
      throw unreadable(expression);
    }
    case 'ParenthesisNode':
      return valueOf((node as ParenthesisNode).content);
    case 'SymbolNode': {
      const { name } = node as SymbolNode;
      const constant = Object.hasOwn(CONSTANTS, name.toLowerCase()) ? CONSTANTS[name.toLowerCase()] : undefined;
      if (constant === undefined) throw unknownName(name);
      return constant;
    }
    case 'OperatorNode': {
      const { op, args } = node as OperatorNode;
      const [base, share] = args;
      // 50 + 20% adds a fifth of the 50.
      if ((op === '+' || op === '-') && base !== undefined && share !== undefined && isPercentage(share)) {
        const whole = valueOf(base);
        const part = whole.mul(valueOf(share));
        return op === '+' ? whole.add(part) : whole.sub(part);
      }
      return operate(op, args.map(valueOf), expression);
    }
    case 'FunctionNode': {
      const { fn, args } = node as FunctionNode;
      return call((fn as SymbolNode).name ?? '', args.map(valueOf));
    }
    default:
      throw unreadable(expression);
  }
}

function operate(operator: string, [left, right]: readonly Decimal[], expression: string): Decimal {
  if (left === undefined) throw unreadable(expression);
  if (right === undefined) {
    if (operator === '-') return left.neg();
    if (operator === '+') return left;
    if (operator === '!') return factorial(left);
    throw unreadable(expression);
  }
  switch (operator) {
    case '+':
      return left.add(right);
    case '-':
      return left.sub(right);
    case '*':
      return left.mul(right);
    case '/':
      return divide(left, right);
    case '^':
      return power(left, right);
    case '%':
    case 'mod':
      return remainder(left, right);
    default:
      throw unreadable(expression);
  }
}

function isPercentage(node: MathNode): boolean {
  return node.type === 'FunctionNode' && ((node as FunctionNode).fn as SymbolNode).name === 'percent';
}

function call(name: string, values: readonly Decimal[]): Decimal {
  const lower = name.toLowerCase();
  const [first, second] = values;
  if (first === undefined) throw new CalculationError('expression-invalid', `“${name}” needs a number in its parentheses.`);
  const variadic = Object.hasOwn(VARIADIC, lower) ? VARIADIC[lower] : undefined;
  if (variadic !== undefined) return variadic(values);
  if (lower === 'percent') return first.div(100);
  if (lower === 'log') return logarithm(first, second);
  if (lower === 'round' && second !== undefined) return roundedTo(first, second);
  if (lower === 'pow' && second !== undefined) return power(first, second);
  if (lower === 'mod' && second !== undefined) return remainder(first, second);
  if (!Object.hasOwn(unaryFunctions, lower)) throw unknownName(name);
  if (values.length > 1) throw new CalculationError('expression-invalid', `“${name}” takes one number.`);
  return applyUnary(lower as UnaryFunctionName, first);
}

/** With the sign of the divisor, so that -1 mod 7 is 6. */
function remainder(left: Decimal, right: Decimal): Decimal {
  if (right.isZero()) throw divisionByZero();
  if (left.abs().gt('1e60')) throw new CalculationError('number-too-large', 'The number is too large for a remainder.');
  return left.sub(right.mul(left.div(right).floor()));
}

function roundedTo(value: Decimal, places: Decimal): Decimal {
  if (!places.isInteger() || places.lt(0) || places.gt(50)) {
    throw new CalculationError('expression-invalid', 'Rounding needs a whole number of places from 0 to 50.');
  }
  return value.toDecimalPlaces(places.toNumber(), 4);
}

function unreadable(expression: string): CalculationError {
  const short = expression.length > 60 ? `${expression.slice(0, 60)}…` : expression;
  return new CalculationError('expression-invalid', `I could not read “${short}” as a calculation.`);
}

function unknownName(name: string): CalculationError {
  return new CalculationError('expression-invalid', `I do not know “${name.slice(0, 40)}” in a calculation.`);
}
