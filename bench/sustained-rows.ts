import { type Row, median } from './figures.ts';
import type { Sustained } from './load/requests.ts';

/** Above this, the load generator limits the rate, and not the server. */
const LOAD_LIMIT = 0.9;

/** What each side did in each round. */
export interface SustainedSides {
  floor: readonly Sustained[];
  product: readonly Sustained[];
}

/**
 * The rows of a rate, of what `many` names, and of the processor time for each. If the load generator was
 * too busy to measure the rate on either side, the wanted ratio applies to the processor time instead.
 */
export function sustainedRows(
  { floor, product }: SustainedSides,
  many: string,
  wanted?: number,
): [rate: Row, cpu: Row] {
  const isLoadLimited = [floor, product].some(
    (side) => median(side.map(({ loadBusy }) => loadBusy)) >= LOAD_LIMIT,
  );
  return [
    {
      name: isLoadLimited ? `${many} (the load's limit)` : many,
      unit: '/s',
      floor: floor.map(({ perSecond }) => perSecond),
      product: product.map(({ perSecond }) => perSecond),
      wanted: isLoadLimited || wanted === undefined ? undefined : ['ratio', '>=', wanted],
    },
    {
      ...cpuRow({ name: `${many}: server CPU for each`, floor, product }),
      wanted: isLoadLimited && wanted !== undefined ? ['ratio', '<=', 1 / wanted] : undefined,
    },
  ];
}

/** The row of the processor time for each item. */
export function cpuRow({ name, floor, product }: Pick<Row, 'name'> & SustainedSides): Row {
  return { name, unit: 'µs', floor: floor.map(cpuMicros), product: product.map(cpuMicros) };
}

function cpuMicros({ cpuEach }: Sustained): number {
  return cpuEach * 1_000;
}
