import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase } from '#server/database/create-database.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { startWorker } from './worker-client.ts';

const CREATE_NUMBERS = {
  sql: `create table numbers
    (n integer unique, previous integer references numbers (n) deferrable initially deferred)`,
};
const SELECT_NUMBERS = { sql: 'select n from numbers order by n' };

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
    expect(failures).toEqual([null, null, expect.stringMatching(why)]);
    await expect(client.write(insert(1))).rejects.toThrow('The database refused: UNIQUE');
    expect(await numbers()).toEqual([1]);
  },
);

test('the end of a worker by itself is reported, fails what is not committed, and can be followed by a close', async () => {
  const onLost = vi.fn<(error: Error) => void>();
  const file = join(temporaryFolder(), 'missing folder', 'numbers.sqlite');
  const worker = startWorker(file, onLost);
  const failed = 'The database worker failed.';
  await expect(worker.commit([[insert(1)]])).rejects.toThrow(failed);
  expect(onLost).toHaveBeenCalledExactlyOnceWith(new Error(failed));
  await expect(worker.commit([[insert(1)]])).rejects.toThrow(failed);
  await worker.close();
});

/** Starts a worker on a new file with a table of unique numbers, each after another one or after none. */
async function startWithNumbers() {
  const failures: (string | null)[] = [];
  const worker = startWorker(join(temporaryFolder(), 'numbers.sqlite'), (error) => {
    throw error;
  });
  const client = createDatabase({
    query: () => [],
    takesWritesEarly: true,
    snapshot: () => Promise.reject(new Error('Nothing is read.')),
    ...worker,
    isTransient: () => true,
  });
  client.events.on('commit', () => void failures.push(null));
  client.events.on('failure', ({ reason }) => void failures.push(reason));
  onTestFinished(client.close);
  await client.write(CREATE_NUMBERS);
  const numbers = async (): Promise<unknown[]> => {
    const [rows] = await client.write(SELECT_NUMBERS);
    return rows?.map(({ n }) => n) ?? [];
  };
  return { client, failures, numbers };
}

function insert(n: number) {
  return { sql: 'insert into numbers values (:n, null)', parameters: { n } };
}
