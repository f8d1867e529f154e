import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase, createMonitor } from '#server/database/create-database.ts';
import type { Database } from '#server/database/database.ts';
import { temporaryFolder } from '#server/testing/test-board.ts';
import { openForWriting } from './connection.ts';
import { startWorker } from './worker-client.ts';

const CREATE_NUMBERS = {
  sql: `create table numbers
    (n integer unique, previous integer references numbers (n) deferrable initially deferred)`,
};
const SELECT_NUMBERS = { sql: 'select n from numbers order by n' };

test('what was written before closing is on disk, and nothing after it', async () => {
  const file = join(temporaryFolder(), 'closing.sqlite');
  const { client } = start(file);
  const created = client.write(CREATE_NUMBERS);
  const inserted = client.write(insert(7));
  const closing = client.close();
  const late = client.write(insert(8));
  await expect(late).rejects.toThrow('closed');
  await Promise.all([created, inserted, closing]);
  const database = openForWriting(file);
  expect(database.prepare('select n from numbers').all()).toMatchObject([{ n: 7 }]);
  // 2 is FULL: every commit waits for the disk.
  expect(database.prepare('pragma synchronous').get()).toMatchObject({ synchronous: 2 });
  expect(database.prepare('pragma fullfsync').get()).toMatchObject({ fullfsync: 1 });
  expect(database.prepare('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
  database.close();
});

test.for([
  ['one of them', /^UNIQUE/u, 'insert or rollback into numbers values (1, null)'],
  ['its end', /^FOREIGN KEY/u, 'insert into numbers values (3, 9)'],
] as const)(
  'the writes of a commit that failed at %s are unavailable for now',
  async ([, why, sql]) => {
    const { client, failures, numbers } = await startWithNumbers();
    await client.write(insert(1));
    const writes = [insert(2), { sql }];
    const settled = await Promise.allSettled(writes.map((statement) => client.write(statement)));
    const cause = { message: expect.stringMatching(why) };
    const refused = { status: 'rejected', reason: { code: 'unavailable', cause } };
    expect(settled).toMatchObject([refused, refused]);
    // One commit is reported as the worker starts.
    expect(failures).toEqual([null, null, null, expect.stringMatching(why)]);
    await expect(client.write(insert(1))).rejects.toThrow('The database refused: UNIQUE');
    expect(await numbers()).toEqual([1]);
  },
);

function start(
  file: string,
  onLost = (error: Error): void => {
    throw error;
  },
): { client: Database; failures: (string | null)[] } {
  const failures: (string | null)[] = [];
  const monitor = createMonitor();
  monitor.events.on('commit', () => void failures.push(null));
  monitor.events.on('failure', ({ reason }) => void failures.push(reason));
  const worker = startWorker(file, monitor, onLost);
  const reading = {
    query: () => [],
    takesWritesEarly: true,
    snapshot: () => Promise.reject(new Error('Nothing is read.')),
  };
  return {
    failures,
    client: createDatabase(monitor, { ...reading, ...worker, isTransient: () => true }),
  };
}

/** Starts a worker on a new file with a table of unique numbers, each after another one or after none. */
async function startWithNumbers() {
  const started = start(join(temporaryFolder(), 'numbers.sqlite'));
  await started.client.write(CREATE_NUMBERS);
  onTestFinished(started.client.close);
  const numbers = async (): Promise<unknown[]> => {
    const [rows] = await started.client.write(SELECT_NUMBERS);
    return rows?.map(({ n }) => n) ?? [];
  };
  return { ...started, numbers };
}

function insert(n: number) {
  return { sql: 'insert into numbers values (:n, null)', parameters: { n } };
}
