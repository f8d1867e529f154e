/** Returns the function that runs tasks with one key one after another, in the order given. */
export function createKeyedQueue(): <Result>(
  key: string,
  task: () => Promise<Result>,
) => Promise<Result> {
  const tails = new Map<string, Promise<unknown>>();

  return async (key, task) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(task);
    const tail = result.catch(() => undefined);
    tails.set(key, tail);
    await tail;
    if (tails.get(key) === tail) tails.delete(key);
    return result;
  };
}
