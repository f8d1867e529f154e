import { expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { millisFromTimestamp } from '#shared/thought.ts';
import type { Page } from '#shared/wire.ts';
import { openTestDatabase } from '#server/testing/test-board.ts';
import { createChangeLog } from './change-log.ts';
import { createThoughtStore } from './thought-store.ts';

const ADA = { uid: 'ada', displayName: 'Ada', photoURL: null };

test('edits of one thought at the same time are logged in the order they were stored', async () => {
  const { store, log } = await setUp();
  const textID = newId();
  const edits = Array.from({ length: 20 }, (_, n) => `edit ${n}`);
  const { position } = await log.latest();
  await Promise.all([
    store.add({ textID, text: 'added' }, ADA),
    ...edits.map((text, n) => store.edit({ textID, uID: 'ada', text, baseVersion: n + 1 })),
  ]);
  expect((await log.since(position, 0))?.changes).toMatchObject([
    { number: 21, change: { thought: { text: 'edit 19', version: 21 } } },
  ]);
  await store.remove({ textID, uID: 'ada' });
  expect((await log.since(position, 0))?.changes).toEqual([
    { number: 22, change: { type: 'removed', textID } },
  ]);
});

test('of edits at the same time that replace the same version, one is stored', async () => {
  const { store } = await setUp();
  const textID = newId();
  await store.add({ textID, text: 'added' }, ADA);
  const settled = await Promise.allSettled(
    ['one', 'two', 'three'].map((text) => store.edit({ textID, uID: 'ada', text, baseVersion: 1 })),
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
  const { store, log } = await setUp();
  const textID = newId();
  await store.add({ textID, text: 'version 1' }, ADA);
  const editing = (async () => {
    for (let version = 1; version < 60; version += 1) {
      await store.edit({
        textID,
        uID: 'ada',
        text: `version ${version + 1}`,
        baseVersion: version,
      });
    }
  })();
  const pages: Page[] = [];
  const done = new AbortController();
  void editing.then(() => done.abort());
  while (!done.signal.aborted) {
    pages.push(await store.list({ limit: 1 }));
    await new Promise(setImmediate);
  }
  // Each change makes one version, so that a version is its position's number.
  const [epoch] = (await log.latest()).position.split('.');
  expect(pages.map(({ position }) => position)).toEqual(
    pages.map(({ thoughts }) => `${epoch}.${thoughts[0]?.version}`),
  );
  expect(new Set(pages.map(({ position }) => position)).size).toBeGreaterThan(1);
});

test('a clock that is set back by less than a minute puts no new thought below existing ones', async () => {
  let now = 1_700_000_000_000;
  const { store } = await setUp(() => now);
  const ids = [newId(), newId(), newId()];
  await store.add({ textID: ids[0] ?? '', text: 'first' }, ADA);
  now -= 59_000;
  await store.add({ textID: ids[1] ?? '', text: 'second' }, ADA);
  now += 120_000;
  await store.add({ textID: ids[2] ?? '', text: 'third' }, ADA);
  const { thoughts } = await store.list({ limit: 10 });
  expect(thoughts.map(({ text }) => text)).toEqual(['third', 'second', 'first']);
  expect(thoughts.map(({ createdAt }) => millisFromTimestamp(createdAt))).toEqual([
    1_700_000_061_000, 1_700_000_000_001, 1_700_000_000_000,
  ]);
});

test('a date from further ahead, from a clock that was wrong for one add, does not move later thoughts', async () => {
  let now = 1_700_000_000_000 + 3_600_000;
  const { store } = await setUp(() => now);
  const times = [];
  for (const text of ['from the future', 'first', 'second']) {
    await store.add({ textID: newId(), text }, ADA);
    now = 1_700_000_000_000;
    const { thoughts } = await store.list({ limit: 10 });
    times.push(
      millisFromTimestamp(
        thoughts.find((one) => one.text === text)?.createdAt ?? { seconds: 0, nanoseconds: 0 },
      ),
    );
  }
  expect(times).toEqual([1_700_003_600_000, 1_700_000_000_000, 1_700_000_000_001]);
});

test('thoughts added at the same time keep the order they were sent in', async () => {
  const { store } = await setUp(() => 1_700_000_000_000);
  const texts = Array.from({ length: 30 }, (_, n) => `thought ${n}`);
  await Promise.all(texts.map((text) => store.add({ textID: newId(), text }, ADA)));
  const { thoughts } = await store.list({ limit: 50 });
  expect(thoughts.map(({ text }) => text)).toEqual(texts.toReversed());
});

async function setUp(now: () => number = Date.now) {
  const database = await openTestDatabase();
  const log = createChangeLog(database);
  return { log, store: createThoughtStore(database, now) };
}
