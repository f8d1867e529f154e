import { PATHS } from '#shared/wire.ts';
import type { Row, Section } from '#bench/figures.ts';
import { startFloor } from '#bench/floor/floor.ts';
import { copyDataFolder, startProduct } from '#bench/product/product.ts';
import { seededCursor } from '#bench/product/seed-thoughts.ts';
import { measureInTurn, SECONDS } from '#bench/rounds.ts';
import { withSides, type Side } from '#bench/sides.ts';
import { sustainedRows } from '#bench/sustained-rows.ts';

const STORED = [1_000, 100_000] as const;
const CONNECTIONS = 16;
/** 0.1 ms where the floor took 0.33. */
const NEWEST_LIMIT = 0.3;
const OLDER_LIMIT = 1.2;

/** Measures the newest page and an older one, by the number of stored thoughts. */
export async function measurePages(): Promise<Section> {
  const rows: Row[] = [];
  for (const stored of STORED) rows.push(...(await measureStored(stored)));
  return { title: 'Pages', floor: 'bare node:http', rows };
}

function measureStored(stored: number): Promise<Row[]> {
  const starts = [
    async (): Promise<Side['server']> => {
      const { folder } = await copyDataFolder(1, stored);
      return startFloor('normal', folder);
    },
    (): Promise<Side['server']> => startProduct({ thoughts: stored }),
  ];
  const older = `${PATHS.thoughts}?before=${seededCursor(Math.floor(stored / 2))}`;
  return withSides(starts, async (sides) => {
    const rows: Row[] = [];
    for (const [name, path, limit] of [
      ['newest pages', PATHS.thoughts, NEWEST_LIMIT],
      ['older pages', older, OLDER_LIMIT],
    ] as const) {
      const [floor = [], product = []] = await measureInTurn(sides, ({ load }) =>
        load.run('requests', { path, connections: CONNECTIONS, millis: SECONDS * 1_000 }),
      );
      const [rate, cpu] = sustainedRows({ floor, product }, `${stored} stored: ${name}`);
      rows.push(rate, { ...cpu, wanted: ['ratio', '<=', limit] });
    }
    return rows;
  });
}
