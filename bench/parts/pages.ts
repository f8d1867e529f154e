import { PATHS } from '#shared/wire.ts';
import { rowsOf, type Row, type Section } from '#bench/figures.ts';
import type { Sustained } from '#bench/load/load.ts';
import { seededCursor } from '#bench/product/seed-thoughts.ts';
import { measureInTurn, MILLIS } from '#bench/rounds.ts';
import { copyDataFolder, startFloor, startProduct } from '#bench/servers.ts';
import { withSides } from '#bench/sides.ts';
import { cpu, rate } from '#bench/sustained-rows.ts';

const FEW = 1_000;
const MANY = 100_000;
const CONNECTIONS = 16;
/** The limit of processor time was 0.1 ms where the floor took 0.33. */
const NEWEST_LIMIT = 0.3;
const OLDER_LIMIT = 1.2;
/** How much more a page may cost among the most thoughts than among the fewest. */
const FLATNESS = 1.2;

/** Measures the newest page and an older one, by the number of stored thoughts. */
export async function measurePages(): Promise<Section[]> {
  const [few, many] = [await measureStored(FEW), await measureStored(MANY)];
  const flat = cpu(`server CPU for one newest page, ${MANY} stored`);
  const rows = rowsOf([few.newest, many.newest], [{ ...flat, wanted: ['ratio', '<=', FLATNESS] }]);
  return [
    { title: 'Pages', floor: 'bare node:http', rows: [...few.rows, ...many.rows] },
    { title: 'Newest page', floor: `${FEW} stored`, rows },
  ];
}

function measureStored(stored: number): Promise<{ rows: Row[]; newest: readonly Sustained[] }> {
  const starts = [
    async () => startFloor('normal', (await copyDataFolder(1, stored)).place),
    () => startProduct({ thoughts: stored }),
  ];
  return withSides(starts, async (sides) => {
    const measure = (path: string): Promise<Sustained[][]> =>
      measureInTurn(sides, ({ run }) =>
        run('requests', { path, connections: CONNECTIONS, millis: MILLIS }),
      );
    const rowsFor = (page: string, measured: Sustained[][], limit: number): Row[] =>
      rowsOf(measured, [
        rate(`${stored} stored: ${page}s`),
        { ...cpu(`${stored} stored: one ${page}: server CPU`), wanted: ['ratio', '<=', limit] },
      ]);
    const newest = await measure(PATHS.thoughts);
    const middle = seededCursor(Math.floor(stored / 2));
    const older = await measure(`${PATHS.thoughts}?before=${middle}`);
    const rows = [
      ...rowsFor('newest page', newest, NEWEST_LIMIT),
      ...rowsFor('older page', older, OLDER_LIMIT),
    ];
    return { rows, newest: newest[1] ?? [] };
  });
}
