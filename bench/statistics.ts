/** The value at a share (0 to 1) of all values, by nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  const value = sorted[rank - 1];
  if (value === undefined) throw new Error('There is nothing to take a quantile of.');
  return value;
}

/** The middle value: one slow moment of a busy machine does not move it. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
