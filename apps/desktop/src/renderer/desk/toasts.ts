// The one message at the lower right that says what just happened and, where it can be taken back, how.
import type { Clock } from '@vos/base';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** Long enough to read a sentence and reach the button; a pointer or the focus on it stops the time. */
const SHOWN_MS = 8_000;

export interface Toast {
  /** Name of its icon. */
  readonly icon: string;
  readonly title: string;
  readonly line?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface ShownToast extends Toast {
  /** Differs for every showing. */
  readonly number: number;
}

export interface Toasts {
  readonly view: Pick<StoreApi<{ readonly toast: ShownToast | null }>, 'getState' | 'subscribe' | 'getInitialState'>;
  /** Takes the place of the one before. The returned function takes it away, if it is still there. */
  show(toast: Toast): () => void;
  dismiss(): void;
  /** Stops the time while a person is at it, and starts it anew. */
  hold(): void;
  release(): void;
}

export function createToasts(clock: Clock): Toasts {
  const view = createStore<{ readonly toast: ShownToast | null }>(() => ({ toast: null }));
  let number = 0;
  let cancel = (): void => {};

  function dismiss(): void {
    cancel();
    view.setState({ toast: null });
  }
  function release(): void {
    cancel();
    cancel = clock.schedule(SHOWN_MS, dismiss);
  }

  return {
    view,
    show(toast) {
      number += 1;
      const shown = { ...toast, number };
      view.setState({ toast: shown });
      release();
      return () => {
        if (view.getState().toast === shown) dismiss();
      };
    },
    dismiss,
    hold: () => cancel(),
    release,
  };
}
