// What the calculator's worker thread runs: a pure function of plain data. Loading it loads mathjs, so import it lazily.
import { err, ok, type Result } from '@vos/base';
import type { Calculation } from '@vos/protocol/entities';
import { type ToolFailure, toolFailure } from '../../sdk/tool.ts';
import type { AdvancedOperation, CalculationAnswer, CalculationName, CalculationRequest } from './calculator.ts';
import { convertUnits } from './convert.ts';
import { evaluateExpression } from './expression.ts';
import { applyUnary, logarithm } from './functions.ts';
import { answerLinearAlgebra } from './linear-algebra.ts';
import { answerNumberTheory } from './number-theory.ts';
import { CalculationError, type Decimal, decimal, nearest, shown } from './numbers.ts';
import { describeData } from './statistics.ts';

/** The answer to a request, or a failure with a sentence for the person. Never throws for anything a person can ask. */
export function evaluateRequest(request: CalculationRequest): Result<CalculationAnswer<CalculationName>, ToolFailure> {
  try {
    return ok(answer(request));
  } catch (error) {
    if (error instanceof CalculationError) return err(toolFailure(error.code, error.message));
    throw error;
  }
}

function answer(request: CalculationRequest): CalculationAnswer<CalculationName> {
  switch (request.name) {
    case 'basic_calculation':
      return calculation(request.expression, evaluateExpression(request.expression));
    case 'advanced_math':
      return calculation(advancedExpression(request), advanced(request.operation, decimal(request.value), request.base));
    case 'statistics':
      return describeData(request.data, request.operations);
    case 'number_theory':
      return answerNumberTheory(request.operation, request.numbers);
    case 'linear_algebra':
      return answerLinearAlgebra(request.operation, request);
    case 'unit_conversion':
      return convertUnits(request.value, request.fromUnit, request.toUnit);
  }
}

function advanced(operation: AdvancedOperation, value: Decimal, base: number | undefined): Decimal {
  if (operation === 'log') return logarithm(value, base === undefined ? undefined : decimal(base));
  return applyUnary(operation, value);
}

function advancedExpression({ operation, value, base }: { operation: string; value: number; base?: number | undefined }): string {
  if (operation === 'factorial') return `${value}!`;
  return base === undefined || operation !== 'log' ? `${operation}(${value})` : `log(${value}, ${base})`;
}

function calculation(expression: string, value: Decimal): Calculation {
  const { text, isExact } = shown(value);
  return { expression, result: nearest(value), formattedResult: text, isExact };
}
