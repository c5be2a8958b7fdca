// A calculator on the calling thread: for tests, and wherever no worker thread can be had. It cannot cut off a sum once begun;
// the limits on expressions keep every sum short.
import type { Result } from '@vos/base';
import type { ToolFailure } from '../../sdk/tool.ts';
import type { CalculationAnswer, CalculationName, Calculator } from './calculator.ts';

export function createInlineCalculator(): Calculator {
  return {
    async evaluate<Name extends CalculationName>(
      request: Parameters<Calculator['evaluate']>[0],
      signal: AbortSignal,
    ): Promise<Result<CalculationAnswer<Name>, ToolFailure>> {
      const { evaluateRequest } = await import('./evaluate.ts');
      signal.throwIfAborted();
      return evaluateRequest(request) as Result<CalculationAnswer<Name>, ToolFailure>;
    },
  };
}
