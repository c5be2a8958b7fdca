// One thing a person asked for: whether it is under way, and how it went wrong.
import { useCallback, useRef, useState } from 'react';

export interface Problem {
  readonly code: string;
  readonly sentence: string;
}

export interface Action {
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  /** True once it holds; false when it failed, and then `problem` says why. One at a time: a second call while busy does nothing. */
  run(work: () => Promise<void>): Promise<boolean>;
  forget(): void;
}

export function useAction(): Action {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isRunning = useRef(false);
  const run = useCallback(async (work: () => Promise<void>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setIsBusy(true);
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(problemOf(error));
      return false;
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  }, []);
  const forget = useCallback(() => setProblem(null), []);
  return { isBusy, problem, run, forget };
}

function problemOf(error: unknown): Problem {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'internal';
  return { code, sentence: error instanceof Error ? error.message : 'That did not work. Please try again.' };
}
