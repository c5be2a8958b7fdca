// Choices that come out the same again for the same seed, whichever of them are made: each has a number of its own.

/** A whole number from 0 up to, not including, `below`. */
export type Choose = (below: number) => number;

/** Mulberry32 by Tommy Ettinger (public domain): 32 bits of state, enough to pick places to end a process. */
export function seededChoice(seed: number, stream: number): Choose {
  let state = (seed ^ Math.imul(stream + 1, 0x9e3779b1)) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The same things in another order. */
export function shuffled<Value>(values: readonly Value[], choose: Choose): readonly Value[] {
  const rest = [...values];
  const order: Value[] = [];
  while (rest.length > 0) order.push(...rest.splice(choose(rest.length), 1));
  return order;
}
