import { expect, onTestFinished, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { startFaultProxy } from '#tests/faults/support/fault-proxy.ts';
import { openReader } from '#tests/faults/support/reader.ts';
import { readRows } from '#tests/faults/support/stored-in-postgres.ts';
import { byHand } from './by-hand.ts';
import { startStandby } from './postgres-server.ts';
import { servePostgres } from './serve-postgres.ts';

const postgres = servePostgres();

test('every list ends equal to a standby that takes over without the last writes', async () => {
  const primary = await postgres().createDatabase();
  const proxy = await startFaultProxy();
  onTestFinished(proxy.close);
  proxy.leadTo(portOf(primary));
  const databaseURL = Object.assign(new URL(primary), { port: proxy.port }).href;
  const server = await startTestServer({}, { databaseURL, dataFolder: temporaryFolder() });
  onTestFinished(server.close);
  const ada = await signIn(server.origin, { name: 'Ada', email: 'ada@example.com' });
  const readers = await Promise.all([1, 2].map(() => openReader(ada, server.origin, 50)));
  onTestFinished(() => readers.forEach((reader) => reader.close()));
  const lists = () => readers.map((reader) => reader.thoughts().map(({ text }) => text));
  const write = async (method: string, textID: string, body: object): Promise<void> => {
    const answer = await ada.sendJSON(method, `${PATHS.thoughts}/${textID}`, body);
    expect(answer.status).toBe(204);
  };
  const [kept, edited, deleted] = [newTextID(), newTextID(), newTextID()];
  for (const textID of [kept, edited, deleted]) await write('PUT', textID, { text: 'first' });

  const standby = await startStandby(primary);
  onTestFinished(standby.remove);
  await standby.stop('SIGINT');
  await write('PATCH', edited, { text: 'lost', replaces: 1 });
  await write('DELETE', deleted, {});
  await write('PUT', newTextID(), { text: 'lost' });
  const last = ['lost', 'lost', 'first'];
  await vi.waitFor(() => expect(lists()).toEqual([last, last]));

  await postgres().stop('SIGKILL');
  await standby.start();
  const promoted = standby.urlOf(primary);
  await byHand(promoted, 'select pg_promote()');
  // As many changes as were lost take their numbers.
  await byHand(promoted, `update "Thoughts-Data" set "text" = 'second', "version" = "version" + 1`);
  const stored = (await readRows(promoted)).map(({ text }) => text);
  expect(stored).toEqual(['second', 'second', 'second']);
  proxy.leadTo(portOf(promoted));
  await vi.waitFor(() => expect(lists()).toEqual([stored, stored]), { timeout: 5_000 });
});

function portOf(url: string): number {
  return Number(new URL(url).port);
}
