import { PATHS } from '#shared/wire.ts';
import { measureInTurn, MILLIS, rowsOf } from '#bench/figures.ts';
import type { Reading, Row, Section, Wanted } from '#bench/figures.ts';
import type { Sustained } from '#bench/load/main.ts';
import { seededCursor } from '#bench/product/fill-board.ts';
import { makeBoard, startFloor, startProduct, withSides } from '#bench/servers.ts';

const WRITERS = 32;

/** Measures acknowledged posts a second, against a floor that may lose the last ones and one that may not. */
export function measureWrites(): Promise<Section> {
  const starts = [
    () => startFloor('normal'),
    () => startFloor('full'),
    () => startProduct({ people: WRITERS }),
  ];
  return withSides(starts, async (sides) => {
    const [normal = [], full = [], product = []] = await measureInTurn(sides, ({ run }) =>
      run('requests', { path: null, connections: WRITERS, millis: MILLIS }),
    );
    const posts = 'acknowledged posts, floor';
    return {
      title: `Writes, ${WRITERS} writers`,
      floor: 'bare node:http',
      rows: [
        ...rowsOf([normal, product], rate(`${posts} NORMAL`, '>= 0.8 x')),
        ...rowsOf([full, product], rate(`${posts} FULL`)),
        // The limit was 0.15 ms where the floor took 0.12.
        ...rowsOf([normal, product], cpu('server CPU for one post, floor NORMAL', '<= 1.25 x')),
      ],
    };
  });
}

const FEW = 1_000;
const MANY = 100_000;
const CONNECTIONS = 16;

/** Measures the newest page and an older one, by the number of stored thoughts. */
export async function measurePages(): Promise<Section[]> {
  const [few, many] = [await measureStored(FEW), await measureStored(MANY)];
  const newest: Row = {
    name: `server CPU for one newest page, ${MANY} stored`,
    unit: 'µs',
    floor: few[1]?.product ?? [],
    product: many[1]?.product ?? [],
    wanted: '<= 1.2 x',
  };
  return [
    { title: 'Pages', floor: 'bare node:http', rows: [...few, ...many] },
    { title: 'Newest page', floor: `${FEW} stored`, rows: [newest] },
  ];
}

function measureStored(stored: number): Promise<Row[]> {
  const starts = [
    async () => startFloor('normal', (await makeBoard({ thoughts: stored })).place),
    () => startProduct({ thoughts: stored }),
  ];
  const middle = seededCursor(Math.floor(stored / 2));
  const pages = [
    // The limit was 0.1 ms where the floor took 0.33.
    { page: 'newest page', path: PATHS.thoughts, wanted: '<= 0.3 x' },
    { page: 'older page', path: `${PATHS.thoughts}?before=${middle}`, wanted: '<= 1.2 x' },
  ] as const;
  return withSides(starts, async (sides) => {
    const rows: Row[] = [];
    for (const { page, path, wanted } of pages) {
      const measured = await measureInTurn(sides, ({ run }) =>
        run('requests', { path, connections: CONNECTIONS, millis: MILLIS }),
      );
      const each = cpu(`${stored} stored: one ${page}: server CPU`, wanted);
      rows.push(...rowsOf(measured, rate(`${stored} stored: ${page}s`), each));
    }
    return rows;
  });
}

function rate(name: string, wanted?: Wanted): Reading<Sustained> {
  return { name, unit: '/s', of: ({ requests }) => requests, wanted };
}

/** The server's processor time for each request. */
function cpu(name: string, wanted?: Wanted): Reading<Sustained> {
  return { name, unit: 'µs', of: (sustained) => sustained.cpu / sustained.requests, wanted };
}
