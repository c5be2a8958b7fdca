// Loads what the first requests need ahead of them, but only once a desk is there and has been drawn: at the start of VOS every
// thread that loads takes its processor from the page that somebody is waiting for.
import type { Clock } from '@vos/base';

export interface WarmUpStep {
  /** Counted from the first desk on. */
  readonly afterMs: number;
  /** Begins to load; what is loaded already stays as it is. */
  readonly warm: () => void;
}

export interface WarmUp {
  /** A desk is there. Only the first call counts. */
  begin(): void;
  /** Nothing begins any more. */
  dispose(): void;
}

export function createWarmUp({ clock, steps }: { readonly clock: Clock; readonly steps: readonly WarmUpStep[] }): WarmUp {
  let cancels: readonly (() => void)[] = [];
  let isOver = false;
  return {
    begin() {
      if (isOver) return;
      isOver = true;
      cancels = steps.map(({ afterMs, warm }) => clock.schedule(afterMs, warm));
    },
    dispose() {
      isOver = true;
      for (const cancel of cancels) cancel();
    },
  };
}
