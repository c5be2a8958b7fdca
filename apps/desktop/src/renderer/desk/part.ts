// A part of the desk whose program is loaded when it is first shown, or before that when the page has nothing else to do.
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';

export interface Part<Props = object> {
  /** What to draw; null until it is loaded. */
  component(): ComponentType<Props> | null;
  /** Resolves when it is loaded. Rejects as its loader does; the next call tries again. */
  load(): Promise<void>;
  /** Hears when it is loaded. */
  onLoaded(listener: () => void): () => void;
}

export function createPart<Props = object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let component: ComponentType<Props> | null = null;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  async function loadNow(): Promise<void> {
    try {
      component = await load();
    } catch (error) {
      loading = undefined;
      throw error;
    }
    for (const listener of listeners) listener();
  }

  return {
    component: () => component,
    load: () => (loading ??= loadNow()),
    onLoaded(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What to draw of a part, null while it loads. Throws when it cannot be loaded, for the boundary around it; drawn again, it tries again. */
export function usePart<Props>(part: Part<Props>): ComponentType<Props> | null {
  const component = useSyncExternalStore(part.onLoaded, part.component);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    part.load().catch((error: unknown) => setFailure({ error }));
  }, [part]);
  if (component === null && failure !== null) throw failure.error;
  return component;
}

/** Loads parts one after the other, each when `idle` resolves. One that cannot be had is left to whoever wants to see it. */
export async function loadWhenIdle(parts: readonly Pick<Part, 'load'>[], idle: () => Promise<void>): Promise<void> {
  for (const part of parts) {
    await idle();
    await part.load().catch(() => undefined);
  }
}
