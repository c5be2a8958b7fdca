// Schemas that are built when they are first used. A desk that opens knows all commands and events and uses a dozen of them; building every
// schema took half of the time in which its program was loaded.
import { z } from 'zod';

/**
 * For a page whose policy forbids code made from text: schemas are read instead of compiled. Otherwise the library tries, and the browser
 * reports a breach of the policy with every start.
 */
export function neverCompileSchemas(): void {
  z.config({ jitless: true });
}

/**
 * Stands for what `build` returns, which is called at the first use of any of its members and never again. It has the members, the type
 * and the prototype of that value, so that a schema may be extended, nested and parsed with like any other.
 */
export function lazily<const Value extends object>(build: () => Value): Value {
  let built: Value | undefined;
  const value = (): Value => (built ??= build());
  return new Proxy<Value>({} as Value, {
    get: (_, name) => Reflect.get(value(), name) as unknown,
    has: (_, name) => Reflect.has(value(), name),
    getPrototypeOf: () => Reflect.getPrototypeOf(value()),
    ownKeys: () => Reflect.ownKeys(value()),
    getOwnPropertyDescriptor(_, name) {
      const property = Reflect.getOwnPropertyDescriptor(value(), name);
      // A stand-in may only tell of members that its own object could lose again.
      return property && { ...property, configurable: true };
    },
  });
}
