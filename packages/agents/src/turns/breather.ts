// Many pieces of work that become ready at the same moment would run one after the other in a single turn of the event loop, and nothing else
// would be heard meanwhile.
import { setImmediate } from 'node:timers';
import type { Clock } from '@vos/base';

/** Begins the work at once while this turn of the event loop is young, and in a later one when it is not. */
export type Breather = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** `budgetMs`: how long work may go on in one turn of the event loop before the next piece waits for another, which begins with what was put off by `later`. */
export function createBreather(
  clock: Pick<Clock, 'monotonicMs'>,
  budgetMs: number,
  later: (callback: () => void) => unknown = setImmediate,
): Breather {
  let startMs: number | undefined;
  return async (work) => {
    while (startMs !== undefined && clock.monotonicMs() - startMs >= budgetMs) {
      await new Promise<void>((resolve) => void later(resolve));
    }
    if (startMs === undefined) {
      startMs = clock.monotonicMs();
      later(() => void (startMs = undefined));
    }
    // Begun before anything else can ask, so that whoever asks next sees the time it took.
    return await work();
  };
}
