/** Whether two lists hold the same objects in the same order. */
export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** The previous list if the next one holds the same, so that nothing derived from it changes. */
export function keepList<T>(before: readonly T[], next: readonly T[]): readonly T[] {
  return isSameList(before, next) ? before : next;
}
