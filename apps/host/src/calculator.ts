// The calculator for the whole host: sums run in a worker thread that starts with the first one and is ended when a sum takes too long.
import type { CalculationAnswer, CalculationName, CalculationRequest, Calculator, ToolFailure } from '@vos/agents';
import { CodedError, err, type Clock, type Result } from '@vos/base';
import { Worker } from 'node:worker_threads';
import { createWorkerClient } from './workers/worker-client.ts';
import { workerFile } from './workers/worker-file.ts';

export interface CalculatorOptions {
  /** Milliseconds a sum may take. Ordinary ones take under 1; it must stay below the tools' own limit, which has no sentence of its own. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

export interface WorkerCalculator extends Calculator {
  /** Starts the thread ahead of the first sum. */
  warm(): void;
  dispose(): Promise<void>;
}

/** The thread holds 50 MB once it has done some sums; unlimited it let its garbage grow to 70. A sum that wants more ends only the thread. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

type Answer = Result<CalculationAnswer<CalculationName>, ToolFailure>;

export function createCalculator({ timeoutMs = 4_000, clock }: CalculatorOptions = {}): WorkerCalculator {
  const client = createWorkerClient<CalculationRequest, Answer>({
    canBeCutOff: true,
    start: () => new Worker(workerFile('calculator'), { resourceLimits: RESOURCE_LIMITS }),
    lost: (reason) =>
      new CodedError('calculator-unavailable', `The calculator stopped (${reason}). Asking once more starts it again.`, {
        retryable: true,
      }),
    timedOut: () =>
      new CodedError(
        'calculation-timeout',
        `This sum was stopped after ${timeoutMs / 1_000} seconds without a result. Try it with smaller numbers.`,
      ),
    ...(clock === undefined ? {} : { clock }),
  });
  return {
    async evaluate<Name extends CalculationName>(
      request: Extract<CalculationRequest, { readonly name: Name }>,
      signal: AbortSignal,
    ) {
      try {
        // The worker answers each request with the answer of its name.
        return (await client.ask(request, { timeoutMs, signal })) as Result<CalculationAnswer<Name>, ToolFailure>;
      } catch (error) {
        if (!(error instanceof CodedError) || signal.aborted) throw error;
        return err({ code: error.code, message: error.message, retryable: error.retryable });
      }
    },
    warm: () => client.warm(),
    dispose: () => client.dispose(),
  };
}
