/** Cuts a list into parts of at most a size, in order. */
export function* inParts<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
