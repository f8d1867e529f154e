export type Unit = 'ms' | 's' | 'µs' | '/s' | 'kB' | 'KiB' | '%' | '';

/** A bound, as it is printed: on the ratio product : floor with an x, else on the product's own value. */
export type Wanted = `${'<=' | '>='} ${number}${' x' | ` ${Exclude<Unit, ''>}` | ''}`;

/** One figure: its value in each round, on the floor and on the product. */
export interface Row {
  name: string;
  unit: Unit;
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
  ...readings: readonly Reading<Outcome>[]
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
  const [sign, limit, of] = row.wanted.split(' ');
  const value = of === 'x' ? ratioOf(row) : median(row.product);
  if (value === null) throw new Error(`${row.name}: a ratio is wanted, but there is no floor.`);
  return sign === '>=' ? value >= Number(limit) : value <= Number(limit);
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

const { BENCH_ROUNDS = '5', BENCH_SECONDS = '3' } = process.env;

/** Rounds of each measurement: floor and product in turn, this many times. */
export const ROUNDS = Number(BENCH_ROUNDS);

/** Seconds of each measurement in a round, beside its warm-up. */
export const SECONDS = Number(BENCH_SECONDS);
export const MILLIS = SECONDS * 1_000;

/** Measures things in turn, in rounds (A B A B), so that a slow minute of the machine affects all. */
export async function measureInTurn<Thing, Value>(
  things: readonly Thing[],
  measure: (thing: Thing) => Promise<Value>,
): Promise<Value[][]> {
  const values: Value[][] = things.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, thing] of things.entries()) values[index]?.push(await measure(thing));
  }
  return values;
}
