import { expect, test, vi } from 'vitest';
import { createGate } from '#tests/server/gate.ts';
import { createDatabase, type Driver } from './create-database.ts';

const HEAD = { epoch: 'e', last: 0, first: null };
const STATEMENT = { sql: 'select 1' };

/** A disk or a connection that does what a test wants. */
const DRIVER: Driver = {
  query: async () => [[]],
  snapshot: (task) => task(async () => [[]]),
  commit: async (writes) => writes.map(() => [[HEAD]]),
  takesWritesEarly: false,
  isTransient: () => true,
  close: async () => {},
};

test('writes that failed make room for others', async () => {
  let isFull = true;
  const database = createDatabase({
    ...DRIVER,
    commit: async (writes) => {
      if (isFull) throw new Error('The disk is full.');
      return writes.map(() => [[HEAD]]);
    },
  });
  await Promise.allSettled(Array.from({ length: 5_000 }, () => database.write(STATEMENT)));
  isFull = false;
  await expect(database.write(STATEMENT)).resolves.toEqual([[HEAD]]);
});

test('a commit that has not ended after two seconds hangs', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const gate = createGate();
  const database = createDatabase({
    ...DRIVER,
    commit: async (writes) => {
      await gate.pass();
      return writes.map(() => [[HEAD]]);
    },
  });
  const written = database.write(STATEMENT);
  await gate.reached;
  expect(database.isHanging()).toBe(false);
  vi.advanceTimersByTime(2_001);
  expect(database.isHanging()).toBe(true);
  gate.open();
  await written;
  expect(database.isHanging()).toBe(false);
});

test('a disk that is slow holds up at most 5,000 writes, also when it takes them one by one', async () => {
  const database = createDatabase({
    ...DRIVER,
    takesWritesEarly: true,
    commit: () => new Promise(() => {}),
  });
  for (let count = 0; count < 5_000; count += 1) {
    void database.write(STATEMENT);
    if (count % 1_000 === 0) await new Promise(setImmediate);
  }
  await expect(database.write(STATEMENT)).rejects.toMatchObject({ code: 'unavailable' });
});

test('of the writes that wait, at most 500 are one commit, so that other servers get their turn', async () => {
  const commits: number[] = [];
  const database = createDatabase({
    ...DRIVER,
    commit: async (writes) => {
      // The last reads how far the log has come.
      commits.push(writes.length - 1);
      return writes.map(() => [[HEAD]]);
    },
  });
  await Promise.all(Array.from({ length: 1_200 }, () => database.write(STATEMENT)));
  expect(commits).toEqual([500, 500, 200]);
});

test('an outage begins once and ends once, however many reads fail in it', async () => {
  let isGone = true;
  const database = createDatabase({
    ...DRIVER,
    query: async () => {
      if (isGone) throw new Error('The connection is lost.');
      return [[]];
    },
  });
  const said: string[] = [];
  for (const name of ['failure', 'recovery'] as const)
    database.events.on(name, () => void said.push(name));
  for (const _ of [1, 2, 3]) {
    await expect(database.read(STATEMENT)).rejects.toMatchObject({ code: 'unavailable' });
  }
  isGone = false;
  await database.read(STATEMENT);
  expect(said).toEqual(['failure', 'recovery']);
});
