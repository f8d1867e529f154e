import { PATHS } from '#shared/wire.ts';
import { ratioAtMost, type Row, type Section } from '#bench/figures.ts';
import { startFloor } from '#bench/floor/floor.ts';
import { copyDataFolder, startProduct } from '#bench/product/product.ts';
import { seededCursor } from '#bench/product/seed-thoughts.ts';
import { measureInTurn, SECONDS } from '#bench/rounds.ts';
import { withSides, type Side } from '#bench/sides.ts';
import { cpuMicros, sustainedRows, type SustainedSides } from '#bench/sustained-rows.ts';

const STORED = [1_000, 100_000] as const;
const CONNECTIONS = 16;
/** The limit was 0.1 ms where the floor took 0.33. */
const NEWEST_LIMIT = 0.3;
const OLDER_LIMIT = 1.2;
/** How much more a page may cost among the most thoughts than among the fewest. */
const FLATNESS = 1.2;

/** Measures the newest page and an older one, by the number of stored thoughts. */
export async function measurePages(): Promise<Section[]> {
  const rows: Row[] = [];
  const newest: Row['product'][] = [];
  for (const stored of STORED) {
    const pages = await measureStored(stored);
    for (const { name, limit, ...sides } of pages) {
      const many = `${stored} stored: ${name}s`;
      const [rate, cpu] = sustainedRows({ many, one: `${stored} stored: one ${name}`, ...sides });
      rows.push(rate, { ...cpu, wanted: ratioAtMost(limit) });
    }
    newest.push(pages[0].product.map(cpuMicros));
  }
  const [floor = [], product = []] = newest;
  const flat = {
    name: `server CPU for one newest page, ${STORED[1]} stored`,
    unit: 'µs' as const,
    floor,
    product,
    wanted: ratioAtMost(FLATNESS),
  };
  return [
    { title: 'Pages', floor: 'bare node:http', rows },
    { title: 'Newest page', floor: `${STORED[0]} stored`, rows: [flat] },
  ];
}

function measureStored(stored: number) {
  const starts = [
    async (): Promise<Side['server']> => {
      const { folder } = await copyDataFolder(1, stored);
      return startFloor('normal', folder);
    },
    (): Promise<Side['server']> => startProduct({ thoughts: stored }),
  ];
  return withSides(starts, async (sides) => {
    const measure = async (path: string): Promise<SustainedSides> => {
      const [floor = [], product = []] = await measureInTurn(sides, ({ load }) =>
        load.run('requests', { path, connections: CONNECTIONS, millis: SECONDS * 1_000 }),
      );
      return { floor, product };
    };
    const before = seededCursor(Math.floor(stored / 2));
    const older = `${PATHS.thoughts}?before=${before}`;
    return [
      { name: 'newest page', limit: NEWEST_LIMIT, ...(await measure(PATHS.thoughts)) },
      { name: 'older page', limit: OLDER_LIMIT, ...(await measure(older)) },
    ] as const;
  });
}
