// Reads a desk from a component: it renders again only when what it selected has changed.
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { DeskState, DeskStore } from './desk-store.ts';

/** What `select` takes from the desk. A list or a record of the same entries counts as the same. */
export function useDesk<Selected>(store: DeskStore, select: (state: DeskState) => Selected): Selected {
  return useStore(store.view, useShallow(select));
}
