import { ratioAtLeast, ratioAtMost, type Row, median } from './figures.ts';
import type { Sustained } from './load/requests.ts';

/** How busy a load generator may be: above this, it limits the rate, and not the server. */
const LOAD_LIMIT = 0.9;

/** What each side did in each round. */
export interface SustainedSides {
  floor: readonly Sustained[];
  product: readonly Sustained[];
}

interface SustainedOptions extends SustainedSides {
  /** The name of the items, such as `deliveries`, and its singular. */
  many: string;
  one: string;
  /** The least ratio of rates that is wanted. */
  wanted?: number | undefined;
}

/**
 * The rows of a rate and of the processor time for each item. If the load generator was too busy to
 * measure the rate on either side, the wanted ratio applies to the processor time instead.
 */
export function sustainedRows(options: SustainedOptions): [rate: Row, cpu: Row] {
  const { many, one, floor, product, wanted } = options;
  const isLoadLimited = [floor, product].some(
    (side) => median(side.map(({ loadBusy }) => loadBusy)) >= LOAD_LIMIT,
  );
  const [rate, cpu] = wanted === undefined ? [] : [ratioAtLeast(wanted), ratioAtMost(1 / wanted)];
  return [
    {
      name: isLoadLimited ? `${many} (the load's limit)` : many,
      unit: '/s',
      floor: floor.map(({ perSecond }) => perSecond),
      product: product.map(({ perSecond }) => perSecond),
      wanted: isLoadLimited ? undefined : rate,
    },
    {
      ...cpuRow({ name: `${one}: server CPU`, floor, product }),
      wanted: isLoadLimited ? cpu : undefined,
    },
  ];
}

/** The row of the processor time for each item. */
export function cpuRow({ name, floor, product }: Pick<Row, 'name'> & SustainedSides): Row {
  return { name, unit: 'µs', floor: floor.map(cpuMicros), product: product.map(cpuMicros) };
}

/** Processor time (µs) of the server for each item. */
export function cpuMicros({ cpuEach }: Sustained): number {
  return cpuEach * 1_000;
}
