/** A bound on the ratio product : floor, or on the product's own value. */
export interface Wanted {
  of: 'ratio' | 'value';
  bound: 'at least' | 'at most';
  limit: number;
}

/** One figure: its value in each round, on the floor and on the product. */
export interface Row {
  name: string;
  unit: 'ms' | 's' | 'µs' | '/s' | 'kB' | 'KiB' | '%' | '';
  /** The values of the floor; empty where there is nothing to compare with. */
  floor: readonly number[];
  product: readonly number[];
  wanted?: Wanted | undefined;
}

export interface Section {
  title: string;
  floor: string;
  rows: readonly Row[];
}

export function ratioAtLeast(limit: number): Wanted {
  return { of: 'ratio', bound: 'at least', limit };
}

export function ratioAtMost(limit: number): Wanted {
  return { of: 'ratio', bound: 'at most', limit };
}

export function valueAtMost(limit: number): Wanted {
  return { of: 'value', bound: 'at most', limit };
}

/** The medians' ratio product : floor; null without a floor. */
export function ratioOf({ floor, product }: Row): number | null {
  return floor.length === 0 ? null : median(product) / median(floor);
}

export function isMet(row: Row): boolean | null {
  if (row.wanted === undefined) return null;
  const { of, bound, limit } = row.wanted;
  const value = of === 'value' ? median(row.product) : ratioOf(row);
  if (value === null) throw new Error(`${row.name}: a ratio is wanted, but there is no floor.`);
  return bound === 'at least' ? value >= limit : value <= limit;
}

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
