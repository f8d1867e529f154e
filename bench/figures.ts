/** A bound on the ratio product : floor, or on the product's own value. */
export type Wanted = readonly [of: 'ratio' | 'value', sign: '<=' | '>=', limit: number];

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

/** A row before its values are known: `of` reads them from what a side did in a round. */
export interface Reading<Outcome> extends Pick<Row, 'name' | 'unit' | 'wanted'> {
  of: (outcome: Outcome) => number;
  /** Whether there is nothing on the floor to compare with. */
  isAlone?: boolean;
}

/** Reads rows from what floor and product did in each round. */
export function rowsOf<Outcome>(
  [floor = [], product = []]: readonly (readonly Outcome[])[],
  readings: readonly Reading<Outcome>[],
): Row[] {
  return readings.map(({ of, isAlone, ...row }) => ({
    ...row,
    floor: isAlone ? [] : floor.map(of),
    product: product.map(of),
  }));
}

/** The medians' ratio product : floor; null without a floor. */
export function ratioOf({ floor, product }: Row): number | null {
  return floor.length === 0 ? null : median(product) / median(floor);
}

export function isMet(row: Row): boolean | null {
  if (row.wanted === undefined) return null;
  const [of, sign, limit] = row.wanted;
  const value = of === 'value' ? median(row.product) : ratioOf(row);
  if (value === null) throw new Error(`${row.name}: a ratio is wanted, but there is no floor.`);
  return sign === '>=' ? value >= limit : value <= limit;
}

/** The value at a share (0 to 1) of all values, by nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1];
  if (value === undefined) throw new Error('There is nothing to take a quantile of.');
  return value;
}

/** The middle value: one slow moment of a busy machine does not move it. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
