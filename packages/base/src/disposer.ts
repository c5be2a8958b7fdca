// Whoever starts something registers its end on the same line.

export type Dispose = () => void | Promise<void>;

export interface Disposer {
  /** Registers an end; it runs at once if disposal has already happened. */
  add(dispose: Dispose): void;
  /** Runs every end once, last registered first, and waits for each. Later calls wait for the first. All ends run even if one fails; the first failure is thrown. */
  dispose(): Promise<void>;
}

export function createDisposer(): Disposer {
  const ends: Dispose[] = [];
  let disposal: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    let failure: { error: unknown } | undefined;
    for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
      try {
        await end();
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure !== undefined) throw failure.error;
  }

  return {
    add(dispose) {
      if (disposal === undefined) ends.push(dispose);
      else disposal = disposal.then(dispose);
    },
    dispose() {
      disposal ??= runAll();
      return disposal;
    },
  };
}
