import { expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { millisFromTimestamp } from '#shared/thought.ts';
import type { Page } from '#shared/wire.ts';
import { openTestDatabase } from '#tests/server/test-board.ts';
import { readChangeLog } from './change-log.ts';
import { createThoughtStore, type ThoughtStore } from './thought-store.ts';

const ADA = { uid: 'ada', displayName: 'Ada', photoURL: null };

test('edits of one thought at the same time are logged in the order they were stored', async () => {
  const { store, database } = await setUp();
  const textID = newId();
  const edits = Array.from({ length: 20 }, (_, n) => `edit ${n}`);
  const { position } = await readChangeLog(database);
  await Promise.all([
    store.add({ textID, text: 'added' }, ADA),
    ...edits.map((text, n) =>
      store.edit({
        textID,
        uID: 'ada',
        text,
        baseText: edits[n - 1] ?? 'added',
        baseVersion: n + 1,
      }),
    ),
  ]);
  expect((await readChangeLog(database, position)).changes).toMatchObject([
    { number: 21, change: { thought: { text: 'edit 19', version: 21 } } },
  ]);
  await store.remove({ textID, uID: 'ada' });
  expect((await readChangeLog(database, position)).changes).toEqual([
    { number: 22, change: { type: 'removed', textID } },
  ]);
});

test('a write resolves with a position behind its change, and a repeat with one as late', async () => {
  const { store, database } = await setUp();
  const textID = newId();
  const ended = async () => (await readChangeLog(database)).position;
  for (const write of [
    () => store.add({ textID, text: 'added' }, ADA),
    () => store.edit({ textID, uID: 'ada', text: 'edited', baseText: 'added', baseVersion: 1 }),
    () => store.remove({ textID, uID: 'ada' }),
  ]) {
    const before = await ended();
    const { position } = await write();
    expect([position, position === before]).toEqual([await ended(), false]);
  }
  expect(await store.remove({ textID, uID: 'ada' })).toEqual({ position: await ended() });
});

test('of edits at the same time that replace the same version, one is stored', async () => {
  const { store } = await setUp();
  const textID = newId();
  await store.add({ textID, text: 'added' }, ADA);
  const settled = await Promise.allSettled(
    ['one', 'two', 'three'].map((text) =>
      store.edit({ textID, uID: 'ada', text, baseText: 'added', baseVersion: 1 }),
    ),
  );
  expect(settled).toMatchObject([
    { status: 'fulfilled' },
    { reason: { code: 'conflict' } },
    { reason: { code: 'conflict' } },
  ]);
  const { thoughts } = await store.list({ limit: 1 });
  expect(thoughts).toMatchObject([{ text: 'one', version: 2 }]);
});

test('a page holds every change up to its position and none after it, while edits go on', async () => {
  const { store, database } = await setUp();
  const textID = newId();
  await store.add({ textID, text: 'version 1' }, ADA);
  const pages: Page[] = [];
  const positions = (): number => new Set(pages.map(({ position }) => position)).size;
  // On a busy machine many edits may come between two pages.
  const editing = (async () => {
    for (let baseVersion = 1; positions() < 10; baseVersion += 1) {
      const baseText = baseVersion === 1 ? 'version 1' : `after ${baseVersion - 1}`;
      await store.edit({
        textID,
        uID: 'ada',
        text: `after ${baseVersion}`,
        baseText,
        baseVersion,
      });
    }
  })();
  while (positions() < 10) {
    pages.push(await store.list({ limit: 1 }));
    await new Promise(setImmediate);
  }
  await editing;
  // Each change makes one version, so that a version is its position's number.
  const [epoch] = (await readChangeLog(database)).position.split('.');
  expect(pages.map(({ position }) => position)).toEqual(
    pages.map(({ thoughts }) => `${epoch}.${thoughts[0]?.version}`),
  );
});

test('a clock that is set back by less than a minute puts no new thought below existing ones', async () => {
  let now = 1_700_000_000_000;
  const { store } = await setUp(() => now);
  for (const text of ['first', 'second', 'third']) {
    await store.add({ textID: newId(), text }, ADA);
    now += text === 'first' ? -59_000 : 120_000;
  }
  expect(Object.entries(await timesIn(store))).toEqual([
    ['third', 1_700_000_061_000],
    ['second', 1_700_000_000_001],
    ['first', 1_700_000_000_000],
  ]);
});

test('a date from further ahead, from a clock that was wrong for one add, does not move later thoughts', async () => {
  let now = 1_700_000_000_000 + 3_600_000;
  const { store } = await setUp(() => now);
  for (const text of ['from the future', 'first', 'second']) {
    await store.add({ textID: newId(), text }, ADA);
    now = 1_700_000_000_000;
  }
  expect(await timesIn(store)).toEqual({
    'from the future': 1_700_003_600_000,
    second: 1_700_000_000_001,
    first: 1_700_000_000_000,
  });
});

test('thoughts added at the same time keep the order they were sent in', async () => {
  const { store } = await setUp(() => 1_700_000_000_000);
  const texts = Array.from({ length: 30 }, (_, n) => `thought ${n}`);
  await Promise.all(texts.map((text) => store.add({ textID: newId(), text }, ADA)));
  const { thoughts } = await store.list({ limit: 50 });
  expect(thoughts.map(({ text }) => text)).toEqual(texts.toReversed());
});

/** The times of all thoughts by their texts, in the list's order. */
async function timesIn(store: ThoughtStore): Promise<Record<string, number>> {
  const { thoughts } = await store.list({ limit: 10 });
  return Object.fromEntries(
    thoughts.map(({ text, createdAt }) => [text, millisFromTimestamp(createdAt)]),
  );
}

async function setUp(now: () => number = Date.now) {
  const database = await openTestDatabase();
  return { database, store: createThoughtStore(database, now) };
}
