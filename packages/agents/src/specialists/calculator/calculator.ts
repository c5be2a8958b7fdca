// The calculator as the tools see it: one request, one answer, somewhere else. The host runs it in a worker thread, so that a sum
// can be cut off; requests and answers are plain data for that reason.
import type { Result } from '@vos/base';
import type { Calculation, UnitConversion } from '@vos/protocol/entities';
import type { ToolFailure } from '../../sdk/tool.ts';
import type { LinearAlgebraAnswer, LinearAlgebraInput, LinearAlgebraName } from './linear-algebra.ts';
import type { NumberTheoryAnswer, NumberTheoryName } from './number-theory.ts';
import type { StatisticName, Statistics } from './statistics.ts';

export const advancedOperations = [
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'sinh',
  'cosh',
  'tanh',
  'log',
  'log10',
  'log2',
  'exp',
  'factorial',
  'degrees',
  'radians',
] as const;
export type AdvancedOperation = (typeof advancedOperations)[number];

/** What can be asked, and what comes back for it. */
export interface Calculations {
  readonly basic_calculation: { readonly request: { readonly expression: string }; readonly answer: Calculation };
  readonly advanced_math: {
    readonly request: { readonly operation: AdvancedOperation; readonly value: number; readonly base?: number | undefined };
    readonly answer: Calculation;
  };
  readonly statistics: {
    readonly request: { readonly data: readonly number[]; readonly operations: readonly StatisticName[] };
    readonly answer: Statistics;
  };
  readonly number_theory: {
    readonly request: { readonly operation: NumberTheoryName; readonly numbers: readonly number[] };
    readonly answer: NumberTheoryAnswer;
  };
  readonly linear_algebra: {
    readonly request: LinearAlgebraInput & { readonly operation: LinearAlgebraName };
    readonly answer: LinearAlgebraAnswer;
  };
  readonly unit_conversion: {
    readonly request: { readonly value: number; readonly fromUnit: string; readonly toUnit: string };
    readonly answer: UnitConversion;
  };
}

export type CalculationName = keyof Calculations;

export type CalculationRequest = {
  [Name in CalculationName]: { readonly name: Name } & Calculations[Name]['request'];
}[CalculationName];

export type CalculationAnswer<Name extends CalculationName> = Calculations[Name]['answer'];

export interface Calculator {
  /**
   * The answer, or why there is none: a sentence for the person. Codes besides those of the evaluation: `calculation-timeout`
   * when it was cut off, `calculator-unavailable` when it cannot run. Rejects with the signal's reason after an abort.
   */
  evaluate<Name extends CalculationName>(
    request: Extract<CalculationRequest, { readonly name: Name }>,
    signal: AbortSignal,
  ): Promise<Result<CalculationAnswer<Name>, ToolFailure>>;
}
