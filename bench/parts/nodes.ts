import { PATHS } from '#shared/wire.ts';
import { measureInTurn, MILLIS, rowsOf, type Row, type Section } from '#bench/figures.ts';
import { signInPeople } from '#bench/product/fill-board.ts';
import { startBoard, startProduct, openReaders, withSides, type Side } from '#bench/servers.ts';
import { startPostgres, type PostgresServer } from '#tests/postgres/postgres-server.ts';

const NODES = [1, 2, 4] as const;
/** The writers of a board, divided among its servers. */
const WRITERS = 32;
const READERS = 200;

/** What a board, all its servers together, does in a second, by name. */
type Rates = Readonly<Record<string, number>>;

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
      const quiet = await measureInTurn(boards, async (board) => {
        const pages = await measureRequests(board, PATHS.thoughts);
        const posts = await measureRequests(board, null);
        return { 'newest pages': pages.answers, posts: posts.answers };
      });
      for (const board of boards) await openReaders(board, READERS / board.length);
      const read = await measureInTurn(boards, async (board) => {
        const { answers, deliveries } = await measureRequests(board, null);
        return { [`posts to ${READERS} readers`]: answers, deliveries };
      });
      const rows = [...rowsFor(quiet), ...rowsFor(read)];
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

/** Measures pages of a path, or posts when there is none, and what they deliver. */
async function measureRequests(board: readonly Side[], path: string | null) {
  const options = { path, connections: WRITERS / board.length, millis: MILLIS };
  const all = await Promise.all(board.map(({ run }) => run('requests', options)));
  const total = (key: 'requests' | 'deliveries') => all.reduce((sum, each) => sum + each[key], 0);
  return { answers: total('requests'), deliveries: total('deliveries') };
}

function rowsFor([alone = [], ...several]: readonly (readonly Rates[])[]): Row[] {
  return several.flatMap((product, index) => {
    const servers = NODES[index] === 1 ? '1 server' : `${NODES[index]} servers`;
    const readings = Object.keys(product[0] ?? {}).map((name) => ({
      name: `${servers}: ${name}`,
      unit: '/s' as const,
      of: (rates: Rates) => rates[name] ?? 0,
    }));
    return rowsOf([alone, product], ...readings);
  });
}
