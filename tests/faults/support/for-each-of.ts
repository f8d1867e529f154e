/** Runs a task for each item, that many at a time. */
export async function forEachOf<Item>(
  items: Iterable<Item>,
  width: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) await task(next.value);
  };
  await Promise.all(Array.from({ length: width }, work));
}
