/** Makes a value at the first call; after a failure, the next call tries again. */
export function createLazy<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  const makeOnce = (): Promise<Value> =>
    make().catch((error: unknown) => {
      made = null;
      throw error;
    });
  return () => (made ??= makeOnce());
}
