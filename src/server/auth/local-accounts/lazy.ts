/** Returns the function that makes a value when it is first asked for, and then always gives that one. */
export function createLazy<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => (made ??= make());
}
