import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import { PAGE_SIZE } from '#shared/limits.ts';
import { PATHS } from '#shared/wire.ts';
import { temporaryFolder, openTestServer } from '#tests/server/test-board.ts';
import { startFaultProxy } from '#tests/faults/support/fault-proxy.ts';
import { openReader, readRows } from '#tests/faults/support/stored.ts';
import { runSql } from '#tests/server/run-sql.ts';
import { startPostgres, startStandby, type PostgresServer } from './postgres-server.ts';

const postgres = await startPostgres();
afterAll(postgres.remove);

test('every list ends equal to a standby that takes over without the last writes', async () => {
  const { primary, visitor, lists, takeOver } = await serveBoard();
  const write = async (method: string, textID: string, body: object): Promise<void> => {
    const answer = await visitor.sendJSON(method, `${PATHS.thoughts}/${textID}`, body);
    expect(answer.status).toBe(200);
  };
  const [kept, edited, deleted] = [newId(), newId(), newId()];
  for (const textID of [kept, edited, deleted]) await write('PUT', textID, { text: 'first' });

  const standby = await openStandby(primary);
  await standby.stop('SIGINT');
  await write('PATCH', edited, { text: 'lost', baseText: 'first', baseVersion: 1 });
  await write('DELETE', deleted, {});
  await write('PUT', newId(), { text: 'lost' });
  const last = ['lost', 'lost', 'first'];
  await vi.waitFor(() => expect(lists()).toEqual([last, last]));

  await postgres.stop('SIGKILL');
  await standby.start();
  const promoted = standby.urlOf(primary);
  await runSql(promoted, 'select pg_promote()');
  // The update reuses the numbers of the changes that were lost.
  await runSql(promoted, `update "Thoughts-Data" set "text" = 'second', "version" = "version" + 1`);
  const stored = (await readRows(promoted)).map(({ text }) => text);
  expect(stored).toEqual(['second', 'second', 'second']);
  takeOver(promoted);
  await vi.waitFor(() => expect(lists()).toEqual([stored, stored]), { timeout: 5_000 });
});

test('a synchronous standby that takes over lacks nothing that was acknowledged', async () => {
  const { primary, visitor, lists, takeOver } = await serveBoard();
  const standby = await openStandby(primary);
  // Set only now, so that the copy waits for no standby of its own.
  await runSql(primary, `alter system set synchronous_standby_names = '*'`);
  await runSql(primary, 'select pg_reload_conf()');
  const state = `select 1 from pg_stat_replication where "sync_state" = 'sync'`;
  await vi.waitUntil(async () => (await runSql(primary, state)).length > 0);

  const acknowledged: string[] = [];
  const done = new AbortController();
  const writers = Array.from({ length: 4 }, async () => {
    while (!done.signal.aborted) {
      const textID = newId();
      const body = { text: textID };
      const answer = await visitor.sendJSON('PUT', `${PATHS.thoughts}/${textID}`, body);
      if (answer.status === 200) acknowledged.push(textID);
    }
  });
  const moreThan = (count: number) =>
    vi.waitUntil(() => acknowledged.length > count, { timeout: 10_000 });
  await moreThan(PAGE_SIZE);
  await postgres.stop('SIGKILL');
  const promoted = standby.urlOf(primary);
  await runSql(promoted, 'select pg_promote()');
  takeOver(promoted);
  await moreThan(acknowledged.length);
  done.abort();
  await Promise.all(writers);

  const stored = (await readRows(promoted)).map(({ text }) => text);
  expect(acknowledged.filter((textID) => !stored.includes(textID))).toEqual([]);
  const newest = stored.slice(0, PAGE_SIZE);
  await vi.waitFor(() => expect(lists()).toEqual([newest, newest]), { timeout: 5_000 });
});

/** A board whose database is behind a proxy, and two readers of its newest page. */
async function serveBoard() {
  const primary = await postgres.createDatabase();
  onTestFinished(async () => {
    await postgres.stop();
    await postgres.start();
  });
  const proxy = await startFaultProxy();
  onTestFinished(proxy.close);
  const takeOver = (url: string): void => proxy.leadTo(Number(new URL(url).port));
  takeOver(primary);
  const databaseURL = Object.assign(new URL(primary), { port: proxy.port }).href;
  const server = await openTestServer({}, { databaseURL, dataFolder: temporaryFolder() });
  const visitor = await server.person('ada');
  const open = () => openReader(visitor, server.origin, PAGE_SIZE);
  const readers = [await open(), await open()];
  onTestFinished(() => readers.forEach((reader) => reader.close()));
  const lists = () =>
    readers.map((reader) =>
      reader
        .thoughts()
        .slice(0, PAGE_SIZE)
        .map(({ text }) => text),
    );
  return { primary, visitor, lists, takeOver };
}

async function openStandby(primary: string): Promise<PostgresServer> {
  const standby = await startStandby(primary);
  onTestFinished(standby.remove);
  return standby;
}
