/** Makes a value when it is first asked for; when that fails, whoever asks next tries again. */
export function createLazy<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  const makeOnce = (): Promise<Value> =>
    make().catch((error: unknown) => {
      made = null;
      throw error;
    });
  return () => (made ??= makeOnce());
}
