import { PATHS } from '#shared/wire.ts';
import type { Row, Section } from '#bench/figures.ts';
import type { Sustained } from '#bench/load/requests.ts';
import { cpuMillisOf } from '#bench/process-usage.ts';
import { originOf } from '#bench/start-process.ts';
import { startProduct, serveBoard } from '#bench/product/product.ts';
import { signInPeople } from '#bench/product/sign-in-people.ts';
import { measureInTurn, SECONDS } from '#bench/rounds.ts';
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
  const url = await postgres.createDatabase();
  const sessions = await signInPeople(url, READERS);
  return Array.from({ length: count }, () => async (): Promise<Side['server']> => {
    const server = await serveBoard(url);
    return { ...server, cookies: sessions.map(({ cookieAt }) => cookieAt(originOf(server))) };
  });
}

function request(board: readonly Side[], path: string | null): Promise<Sustained[]> {
  const options = { path, connections: WRITERS / board.length, millis: SECONDS * 1_000 };
  return Promise.all(board.map(({ load }) => load.run('requests', options)));
}

/** Reads and posts while nobody has a stream. */
async function measureQuiet(board: readonly Side[]): Promise<Figures> {
  const pages = await measureRequests(board, { name: 'newest pages', path: PATHS.thoughts });
  return { ...pages, ...(await measureRequests(board, { name: 'posts', path: null })) };
}

async function measureRead(board: readonly Side[]): Promise<Figures> {
  const delivered = async (): Promise<number> =>
    sum(await Promise.all(board.map(({ load }) => load.run('delivered', null))));
  const [began, before] = [performance.now(), await delivered()];
  const posts = await measureRequests(board, { name: `posts to ${READERS} readers`, path: null });
  const seconds = (performance.now() - began) / 1_000;
  return { ...posts, deliveries: ((await delivered()) - before) / seconds };
}

/** How many requests a board answers, and the processor time of all its processes. */
async function measureRequests(
  board: readonly Side[],
  { name, path }: { name: string; path: string | null },
): Promise<Figures> {
  const [began, before] = [performance.now(), cpuMillisOf('postgres')];
  const all = await request(board, path);
  const ofPostgres = (cpuMillisOf('postgres') - before) / (performance.now() - began);
  return {
    [name]: rateOf(all),
    [`${name}, servers`]:
      (100 * sum(all.map(({ perSecond, cpuEach }) => perSecond * cpuEach))) / 1_000,
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

function rateOf(all: readonly Sustained[]): number {
  return sum(all.map(({ perSecond }) => perSecond));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
