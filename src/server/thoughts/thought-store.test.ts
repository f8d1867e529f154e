import { expect, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import type { Change } from '#shared/wire.ts';
import type { Database } from '#server/database/schema.ts';
import { createChangeFeed } from '#server/live/change-feed.ts';
import { serveTests } from '#server/testing/serve-tests.ts';
import { createThoughtStore } from './thought-store.ts';

const { server } = serveTests();

test('the feed tells the edits of one thought in the order they are kept', async () => {
  const { store, told } = setUp(withSlowAnswers(server().database));
  const textID = newTextID();
  const edits = Array.from({ length: 20 }, (_, n) => `edit ${n}`);
  await Promise.all([
    store.add({ textID, ...ADA, text: 'added' }),
    ...edits.map((text) => store.edit({ textID, uID: ADA.uID, text })),
    store.remove({ textID, uID: ADA.uID }),
  ]);
  expect(
    told.map((change) => (change.type === 'changed' ? change.thought.text : 'removed')),
  ).toEqual(['added', ...edits, 'removed']);
});

test('the feed is told nothing when nothing is written', async () => {
  const { store, told } = setUp();
  const textID = newTextID();
  await store.add({ textID, ...ADA, text: 'same' });
  await store.add({ textID, ...ADA, text: 'same' });
  await store.edit({ textID, uID: ADA.uID, text: 'same' });
  await expect(store.edit({ textID, uID: 'eve', text: 'hers' })).rejects.toThrow('not-found');
  await expect(store.remove({ textID, uID: 'eve' })).rejects.toThrow('not-found');
  await store.remove({ textID: newTextID(), uID: ADA.uID });
  expect(told).toHaveLength(1);
});

const ADA = { uID: 'ada', uName: 'Ada', uProfile: '' };

function setUp(database = server().database) {
  const feed = createChangeFeed();
  const told: Change[] = [];
  feed.subscribe(({ change }) => told.push(change));
  return { told, store: createThoughtStore(database, feed, Date.now) };
}

/** A database whose answers take the longer, the earlier the question. */
function withSlowAnswers(database: Database): Database {
  let delay = 90;
  return database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      delay = Math.max(0, delay - 3);
      await new Promise((resolve) => setTimeout(resolve, delay));
      return result;
    },
  });
}
