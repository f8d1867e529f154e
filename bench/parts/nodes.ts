import { PATHS } from '#shared/wire.ts';
import type { Row, Section } from '#bench/figures.ts';
import { cpuMillisOf } from '#bench/process-usage.ts';
import { signInPeople } from '#bench/product/sign-in-people.ts';
import { measureInTurn, MILLIS } from '#bench/rounds.ts';
import { startBoard, startProduct } from '#bench/servers.ts';
import { openReaders, withSides, type Side } from '#bench/sides.ts';
import { startPostgres, type PostgresServer } from '#tests/postgres/postgres-server.ts';

const NODES = [1, 2, 4] as const;
/** The writers of a board, divided among its servers. */
const WRITERS = 32;
const READERS = 200;

type Figures = Readonly<Record<string, number>>;

/** Measures several servers over one PostgreSQL against one server on SQLite. */
export async function measureNodes(): Promise<Section> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    const startsOfNodes = await Promise.all(NODES.map((count) => startsOf(postgres, count)));
    const starts = [() => startProduct({ people: READERS }), ...startsOfNodes.flat()];
    return await withSides(starts, async (sides) => {
      let next = 1;
      const shared = NODES.map((count) => sides.slice(next, (next += count)));
      const boards = [sides.slice(0, 1), ...shared];
      const quiet = await measureInTurn(boards, measureQuiet);
      for (const board of boards) await openReaders(board, READERS / board.length);
      const read = await measureInTurn(boards, measureRead);
      const rows = [quiet, read].flatMap(([alone = [], ...several]) =>
        several.flatMap((product, index) => rowsOf(NODES[index] ?? 0, alone, product)),
      );
      return { title: 'Servers over one PostgreSQL', floor: 'one server on SQLite', rows };
    });
  } finally {
    await postgres.remove();
  }
}

async function startsOf(postgres: PostgresServer, count: number) {
  const place = await postgres.createDatabase();
  const sessions = await signInPeople(place, READERS);
  return Array.from({ length: count }, () => () => startBoard({ place, sessions }));
}

/** Reads and posts while nobody has a stream. */
async function measureQuiet(board: readonly Side[]): Promise<Figures> {
  const pages = await measureRequests(board, 'newest pages', PATHS.thoughts);
  return { ...pages, ...(await measureRequests(board, 'posts', null)) };
}

async function measureRead(board: readonly Side[]): Promise<Figures> {
  const delivered = async (): Promise<number> =>
    sum(await Promise.all(board.map(({ run }) => run('delivered'))));
  const [began, before] = [performance.now(), await delivered()];
  const posts = await measureRequests(board, `posts to ${READERS} readers`, null);
  const seconds = (performance.now() - began) / 1_000;
  return { ...posts, deliveries: ((await delivered()) - before) / seconds };
}

/** How many requests a board answers, and the processor time of all its processes in % of a core. */
async function measureRequests(
  board: readonly Side[],
  name: string,
  path: string | null,
): Promise<Figures> {
  const [began, before] = [performance.now(), cpuMillisOf('postgres')];
  const options = { path, connections: WRITERS / board.length, millis: MILLIS };
  const all = await Promise.all(board.map(({ run }) => run('requests', options)));
  const ofPostgres = (cpuMillisOf('postgres') - before) / (performance.now() - began);
  return {
    [name]: sum(all.map(({ perSecond }) => perSecond)),
    [`${name}, servers`]: sum(all.map(({ perSecond, cpuEach }) => perSecond * cpuEach)) / 10_000,
    [`${name}, PostgreSQL`]: 100 * ofPostgres,
    [`${name}, load`]: 100 * sum(all.map(({ loadBusy }) => loadBusy)),
  };
}

/** A row for each figure; those of a processor are shares of one core. */
function rowsOf(count: number, alone: readonly Figures[], product: readonly Figures[]): Row[] {
  return Object.keys(product[0] ?? {}).map((name) => ({
    name: `${count} ${count === 1 ? 'server' : 'servers'}: ${name}`,
    unit: name.includes(', ') ? '%' : '/s',
    floor: name.endsWith('PostgreSQL') ? [] : alone.map((figures) => figures[name] ?? 0),
    product: product.map((figures) => figures[name] ?? 0),
  }));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
