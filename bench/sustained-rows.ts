import { median, rowsOf, type Reading, type Row } from './figures.ts';
import type { Sustained } from './load/load.ts';

/** How busy a load generator may be: above this, it limits the rate, and not the server. */
const LOAD_LIMIT = 0.9;

export function rate(name: string): Reading<Sustained> {
  return { name, unit: '/s', of: ({ perSecond }) => perSecond };
}

/** The server's processor time for each item. */
export function cpu(name: string): Reading<Sustained> {
  return { name, unit: 'µs', of: ({ cpuEach }) => cpuEach };
}

/**
 * The rows of a rate and of the processor time for each item. If the load generator was too busy to
 * measure the rate on either side, the ratio that is wanted applies to the processor time instead.
 */
export function sustainedRows(
  sides: readonly (readonly Sustained[])[],
  { many, one, wanted }: { many: string; one: string; wanted?: number },
): Row[] {
  const isLoadLimited = sides.some(
    (side) => median(side.map(({ loadBusy }) => loadBusy)) >= LOAD_LIMIT,
  );
  const name = isLoadLimited ? `${many} (the load's limit)` : many;
  const [rateRow, cpuRow] = [rate(name), cpu(`${one}: server CPU`)];
  if (wanted !== undefined && isLoadLimited) cpuRow.wanted = ['ratio', '<=', 1 / wanted];
  else if (wanted !== undefined) rateRow.wanted = ['ratio', '>=', wanted];
  return rowsOf(sides, [rateRow, cpuRow]);
}
