// A desk that lives: its state in a store, the one way to change it, and who hears what it asks for. Not tied to any element.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskAction, DeskEffect } from '../action.ts';
import type { Desk } from '../desk.ts';
import { next } from '../next.ts';
import { type DeskRules, deskRules } from '../rules.ts';
import { type StickyView, stickyViewsOf, viewsOf, type WindowView } from '../view.ts';

export interface DeskState {
  readonly desk: Desk;
  /** As drawn, in the order the windows were opened. The list and its entries keep their identity while they do not change. */
  readonly windows: readonly WindowView[];
  /** The notes on the desk as drawn, in the order they were put there; the same holds. */
  readonly stickies: readonly StickyView[];
}

export interface DeskStore {
  readonly view: Pick<StoreApi<DeskState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Takes effect before it returns. */
  dispatch(action: DeskAction): void;
  /** Hears every effect after the state it belongs to. The returned function ends it and may be called any number of times. */
  onEffect(listener: (effect: DeskEffect) => void): () => void;
}

export function createDeskStore(desk: Desk, rules: DeskRules = deskRules): DeskStore {
  const view = createStore<DeskState>(() => ({ desk, windows: viewsOf(desk, rules), stickies: stickyViewsOf(desk, rules) }));
  const listeners = new Set<(effect: DeskEffect) => void>();
  return {
    view,
    dispatch(action) {
      const before = view.getState();
      const step = next(before.desk, action, rules);
      if (step.desk !== before.desk) view.setState(stateAfter(before, step.desk, rules), true);
      for (const effect of step.effects) for (const listener of listeners) listener(effect);
    },
    onEffect(listener) {
      // Wrapped, so that one function can listen twice and each end on its own.
      const own = (effect: DeskEffect) => listener(effect);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** The pointer moves many times a second and changes nothing but the gesture. */
function stateAfter({ desk, windows, stickies }: DeskState, after: Desk, rules: DeskRules): DeskState {
  const isSameDisplay = after.display === desk.display && after.pillRisePx === desk.pillRisePx;
  const areSameWindows = isSameDisplay && after.windows === desk.windows && after.stack === desk.stack;
  const areSameStickies = isSameDisplay && after.stickies === desk.stickies;
  return {
    desk: after,
    windows: areSameWindows ? windows : viewsOf(after, rules, windows),
    stickies: areSameStickies ? stickies : stickyViewsOf(after, rules, stickies),
  };
}
