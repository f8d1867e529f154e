import { PATHS } from '#shared/wire.ts';
import { ratioAtMost, type Row, type Section } from '#bench/figures.ts';
import { startFloor } from '#bench/floor/floor.ts';
import type { Sustained } from '#bench/load/sustained.ts';
import { copyDataFolder } from '#bench/product/copy-data-folder.ts';
import { startProduct } from '#bench/product/product.ts';
import { seededCursor } from '#bench/product/seed-thoughts.ts';
import { measureInTurn } from '#bench/rounds.ts';
import { SECONDS } from '#bench/settings.ts';
import { withSides, type Side } from '#bench/sides.ts';
import { cpuMicros, sustainedRows, type SustainedSides } from '#bench/sustained-rows.ts';

const STORED = [1_000, 100_000];
const CONNECTIONS = 16;
/** 0.1 ms where the floor took 0.33. */
const NEWEST_LIMIT = 0.3;
const OLDER_LIMIT = 1.2;
/** How much more a page may cost among the most thoughts than among the fewest. */
const FLATNESS = 1.2;

type Measured = Record<'newest' | 'older', SustainedSides>;

/** Measures the newest page and an older one, by the number of stored thoughts. */
export async function measurePages(): Promise<Section[]> {
  const rows: Row[] = [];
  const newest: (readonly Sustained[])[] = [];
  for (const stored of STORED) {
    const measured = await measureStored(stored);
    rows.push(...rowsOf(stored, measured));
    newest.push(measured.newest.product);
  }
  const flat = {
    name: `server CPU for one newest page, ${STORED.at(-1)} stored`,
    unit: 'µs' as const,
    floor: (newest.at(0) ?? []).map(cpuMicros),
    product: (newest.at(-1) ?? []).map(cpuMicros),
    wanted: ratioAtMost(FLATNESS),
  };
  return [
    { title: 'Pages', floor: 'bare node:http', rows },
    { title: 'Newest page', floor: `${STORED[0]} stored`, rows: [flat] },
  ];
}

function measureStored(stored: number): Promise<Measured> {
  const starts = [
    async (): Promise<Side['server']> => {
      const { folder } = await copyDataFolder(1, stored);
      return startFloor('normal', folder);
    },
    (): Promise<Side['server']> => startProduct({ thoughts: stored }),
  ];
  return withSides(starts, async (sides) => {
    const measure = async (path: string): Promise<Measured['newest']> => {
      const [floor = [], product = []] = await measureInTurn(sides, ({ load }) =>
        load.run('requests', { path, connections: CONNECTIONS, millis: SECONDS * 1_000 }),
      );
      return { floor, product };
    };
    const before = seededCursor(Math.floor(stored / 2));
    return {
      newest: await measure(PATHS.thoughts),
      older: await measure(`${PATHS.thoughts}?before=${before}`),
    };
  });
}

function rowsOf(stored: number, { newest, older }: Measured): Row[] {
  return [
    ...pageRows({ name: 'newest page', stored, ...newest, limit: NEWEST_LIMIT }),
    ...pageRows({ name: 'older page', stored, ...older, limit: OLDER_LIMIT }),
  ];
}

interface PageRows extends SustainedSides {
  name: string;
  stored: number;
  limit: number;
}

function pageRows({ name, stored, floor, product, limit }: PageRows): Row[] {
  const [rate, cpu] = sustainedRows({
    many: `${stored} stored: ${name}s`,
    one: `${stored} stored: one ${name}`,
    floor,
    product,
  });
  return [rate, { ...cpu, wanted: ratioAtMost(limit) }];
}
