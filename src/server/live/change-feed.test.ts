import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { databaseFileIn } from '#server/database/data-folder.ts';
import { openTestDatabase, temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createChangeLog } from '#server/thoughts/change-log.ts';
import { createThoughtStore } from '#server/thoughts/thought-store.ts';
import { createChangeFeed } from './change-feed.ts';

const ADA = { uID: 'ada', uName: 'Ada', uProfile: '' };

test('a listener gets every change after it subscribed, in order', async () => {
  const { feed, add, listen } = setUp();
  await add('a');
  await vi.waitFor(() => expect(feed.position()).toMatch(/\.1$/u));
  const { texts, unsubscribe } = listen();
  await add('b');
  await add('c');
  await vi.waitFor(() => expect(texts()).toEqual(['b', 'c']));
  unsubscribe();
  await add('d');
  await vi.waitFor(() => expect(feed.position()).toMatch(/\.4$/u));
  expect(texts()).toEqual(['b', 'c']);
});

test('an edit is its latest text and version, a deletion the id alone', async () => {
  const { store, add, listen } = setUp();
  const { events } = listen();
  const textID = await add('a');
  await store.edit({ textID, uID: 'ada', text: 'b', replaces: 1 });
  await vi.waitFor(() =>
    expect(events.at(-1)?.data).toMatchObject({ thought: { text: 'b', version: 2 } }),
  );
  await store.remove({ textID, uID: 'ada' });
  await vi.waitFor(() => expect(events.at(-1)?.data).toEqual({ type: 'removed', textID }));
});

test('a change carries the position that it leads to', async () => {
  const { feed, add, listen } = setUp();
  const { events } = listen();
  await add('a');
  await vi.waitFor(() => expect(events).toHaveLength(1));
  expect(events[0]?.id).toBe(feed.position());
});

test('nothing is published when nothing is written', async () => {
  const { store, add, listen } = setUp();
  const { texts } = listen();
  const textID = await add('same');
  await store.add({ ...ADA, textID, text: 'same' });
  await store.edit({ textID, uID: 'ada', text: 'same', replaces: 1 });
  await expect(store.edit({ textID, uID: 'eve', text: 'hers', replaces: 1 })).rejects.toThrow(
    'not-found',
  );
  await expect(store.remove({ textID, uID: 'eve' })).rejects.toThrow('not-found');
  await store.remove({ textID: newTextID(), uID: 'ada' });
  await add('last');
  await vi.waitFor(() => expect(texts()).toEqual(['same', 'last']));
});

test('what followed a position is known', async () => {
  const { feed, add, replay } = setUp();
  const start = feed.position();
  await add('a');
  await vi.waitFor(() => expect(replay(start)).toEqual(['a']));
  const middle = feed.position();
  await add('b');
  await vi.waitFor(() => expect(replay(middle)).toEqual(['b']));
  expect(replay(start)).toEqual(['a', 'b']);
  expect(replay(feed.position())).toEqual([]);
});

test('a position from before a restart is known', async () => {
  const folder = temporaryFolder();
  const first = setUp(folder);
  const start = first.feed.position();
  await first.add('a');
  const middle = first.log.position();
  await first.add('b');
  await first.close();
  const second = setUp(folder);
  expect(second.replay(middle)).toEqual(['b']);
  expect(second.replay(start)).toEqual(['a', 'b']);
  await second.add('c');
  await vi.waitFor(() => expect(second.replay(start)).toEqual(['a', 'b', 'c']));
});

test('a position newer than the feed’s own is known when it is the log’s', async () => {
  const { feed, log, add, replay, listen } = setUp();
  const { texts } = listen();
  const former = feed.position();
  await add('a');
  expect(replay(log.position())).toEqual([]);
  expect(texts()).toEqual(['a']);
  expect(replay(former)).toEqual(['a']);
});

test('changes beyond the bound are forgotten, and then not even partly replayed', async () => {
  const { database, feed, log, replay } = setUp();
  const start = feed.position();
  await database.write(
    ...Array.from({ length: 2_000 }, () => ({
      sql: `insert into "Thoughts-Data" values (?, 'ada', 'Ada', 'x', 1, '', 1)`,
      parameters: [newTextID()],
    })),
  );
  await vi.waitFor(() => expect(feed.position()).toBe(log.position()));
  expect(replay(start)).toHaveLength(2_000);
  await database.write({ sql: `delete from "Thoughts-Data" where rowid = 1` });
  await vi.waitFor(() => expect(feed.position()).toBe(log.position()));
  expect(replay(start)).toBeNull();
  const logged = database.read<{ count: number }>('select count(*) as count from changes');
  expect(logged[0]?.count).toBeLessThan(2_500);
});

test.for(['other.0', 'x', '.1', 'EPOCH.1', 'EPOCH.01', 'EPOCH.-1'])(
  'the position "%s" is not known',
  async (template) => {
    const { feed, replay } = setUp();
    const [epoch = ''] = feed.position().split('.');
    expect(replay(template.replace('EPOCH', epoch))).toBeNull();
  },
);

test('a change made by hand in the database is published', async () => {
  const folder = temporaryFolder();
  const { add, listen } = setUp(folder);
  const { texts } = listen();
  const textID = await add('before');
  const byHand = new DatabaseSync(databaseFileIn(folder));
  byHand.prepare('update "Thoughts-Data" set text = ? where textID = ?').run('by hand', textID);
  byHand.close();
  await vi.waitFor(() => expect(texts().at(-1)).toBe('by hand'), { timeout: 5_000 });
});

test('a log that could not be read is read again without another commit', async () => {
  const database = openTestDatabase();
  const log = createChangeLog(database);
  const since = vi.spyOn(log, 'since').mockImplementationOnce(() => {
    throw new Error('disk I/O error');
  });
  const failed = vi.fn<(error: unknown) => void>();
  const feed = createChangeFeed({ log, onCommit: database.onCommit, onError: failed });
  onTestFinished(feed.close);
  const store = createThoughtStore(database, { position: log.position, now: Date.now });
  await store.add({ ...ADA, textID: newTextID(), text: 'a' });
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(feed.position()).toMatch(/\.1$/u), { timeout: 3_000 });
  expect(since).toHaveBeenCalledTimes(2);
});

test('other content under the server is a reset, and positions before it are not known', async () => {
  const { database, feed, replay, add, listen } = setUp();
  const { resets } = listen();
  await add('a');
  const before = feed.position();
  await database.write({ sql: `update meta set value = 'another' where key = 'epoch'` });
  await vi.waitFor(() => expect(resets()).toBe(1));
  expect(feed.position()).toBe('another.1');
  expect(replay(before)).toBeNull();
});

test('changes that come quickly one after another are all published, in order', async () => {
  const { add, listen } = setUp();
  const { texts } = listen();
  for (let n = 0; n < 100; n += 1) await add(`text ${n}`);
  await vi.waitFor(() => expect(texts()).toHaveLength(100));
  expect(texts()).toEqual(Array.from({ length: 100 }, (_, n) => `text ${n}`));
});

test('twenty changes of one moment are a few writes to each reader', async () => {
  const { feed, add } = setUp();
  const writes: Buffer[] = [];
  feed.subscribe({ onEvents: (bytes) => void writes.push(bytes), onReset: () => {} });
  await Promise.all(Array.from({ length: 20 }, (_, n) => add(`text ${n}`)));
  await vi.waitFor(() => expect(eventsIn(Buffer.concat(writes))).toHaveLength(20));
  expect(writes.length).toBeLessThanOrEqual(4);
});

function setUp(folder?: string) {
  const database = openTestDatabase(folder);
  const log = createChangeLog(database);
  const feed = createChangeFeed({ log, onCommit: database.onCommit, onError });
  onTestFinished(feed.close);
  const store = createThoughtStore(database, { position: log.position, now: Date.now });
  return {
    database,
    log,
    feed,
    store,
    close: async () => {
      feed.close();
      await database.close();
    },
    add: async (text: string): Promise<string> => {
      const textID = newTextID();
      await store.add({ ...ADA, textID, text });
      return textID;
    },
    replay: (position: string) => {
      const bytes = feed.replay(position);
      return bytes === null ? null : eventsIn(bytes).map(textOf);
    },
    listen: () => {
      const events: ReturnType<typeof eventsIn> = [];
      let resets = 0;
      const unsubscribe = feed.subscribe({
        onEvents: (bytes) => {
          events.push(...eventsIn(bytes));
        },
        onReset: () => {
          resets += 1;
        },
      });
      return {
        events,
        texts: () => events.map(textOf),
        resets: () => resets,
        unsubscribe,
      };
    },
  };
}

function eventsIn(bytes: Buffer) {
  return [...String(bytes).matchAll(/^event: change\nid: (.*)\ndata: (.*)\n\n/gmu)].map(
    ([, id, data]) => ({ id, data: JSON.parse(data ?? '') }),
  );
}

function onError(error: unknown): never {
  throw error;
}

function textOf({ data }: { data: { thought?: { text: string } } }): string | undefined {
  return data.thought?.text;
}
