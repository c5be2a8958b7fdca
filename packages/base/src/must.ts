// Assertions for what can only be wrong if the code is wrong.

/** Returns `value`, or throws when it is null or undefined. `why` says why it is always there. */
export function must<Value>(value: Value | null | undefined, why: string): Value {
  if (value === null || value === undefined) throw new Error(`Broken assumption: ${why}`);
  return value;
}

/** Makes the compiler prove that a union was handled completely. */
export function assertNever(value: never): never {
  throw new Error(`Broken assumption: unhandled variant ${JSON.stringify(value)}`);
}
