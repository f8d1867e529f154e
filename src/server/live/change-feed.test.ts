import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import type { DatabaseSettings } from '#server/database/open-database.ts';
import { createGate, delayed, type Gate } from '#tests/server/gate.ts';
import { insertThought } from '#tests/setup/samples.ts';
import { openTestDatabase, temporaryBoard, writeElsewhere } from '#tests/server/test-board.ts';
import { readChangeLog } from '#server/thoughts/change-log.ts';
import { createThoughtStore } from '#server/thoughts/thought-store.ts';
import { createChangeFeed } from './change-feed.ts';

const ADA = { uid: 'ada', displayName: 'Ada', photoURL: null };

test('the changes after a position are known, also from before a restart', async () => {
  const board = await temporaryBoard();
  const first = await setUp(board);
  const start = first.feed.position();
  await first.add('a');
  const { position: middle } = await readChangeLog(first.database);
  await first.add('b');
  await first.close();
  const second = await setUp(board);
  expect(await second.replay(middle)).toEqual(['b']);
  expect(await second.replay(start)).toEqual(['a', 'b']);
  expect(await second.replay(start.replace(/\d+$/u, '9'))).toBeNull();
  expect(await second.replay(second.feed.position())).toEqual([]);
  // Many who return together share the bytes.
  expect(second.feed.replay(start)).toBe(second.feed.replay(start));
  await second.add('c');
  await vi.waitFor(async () => expect(await second.replay(start)).toEqual(['a', 'b', 'c']));
});

test('a change that is committed while the feed begins is not missed, and no earlier one is lost', async () => {
  const { database, store } = await setUp();
  await database.write(...Array.from({ length: 2_000 }, () => insertThought({ text: 'x' })));
  const previous = (await readChangeLog(database)).position.replace(/\d+$/u, '1');
  let reads = 0;
  const read = delayed(database.read, async () => {
    reads += 1;
    if (reads === 1) await store.add({ textID: newId(), text: 'a' }, ADA);
  });
  const feed = await createChangeFeed({
    database: { read, events: new EventEmitter() },
    onError,
  });
  onTestFinished(feed.close);
  expect(feed.position()).toMatch(/\.2001$/u);
  expect(textsIn(feed.replay(previous) ?? Buffer.of())).toHaveLength(2_000);
  expect((await readChangeLog(database)).start).toBe(1);
});

test('a reader who comes while replaced content is read has to come again', async () => {
  const { database } = await setUp();
  let gate: Gate | undefined;
  const read = delayed(database.read, async () => gate?.pass());
  const feed = await createChangeFeed({ database: { ...database, read }, onError });
  onTestFinished(feed.close);
  const before = feed.position();
  gate = createGate();
  await database.write({ sql: `update meta set value = 'another' where key = 'epoch'` });
  await gate.reached;
  const onReset = vi.fn<() => void>();
  feed.subscribe({ onEvents: () => {}, onReset, onPeople: async () => {} });
  expect(feed.replay(before)).not.toBeNull();
  gate.open();
  await vi.waitFor(() => expect(onReset).toHaveBeenCalledOnce());
  expect(feed.replay(before)).toBeNull();
});

test('whose sessions ended, or whose names changed, is known, whichever process did it', async () => {
  const board = await temporaryBoard();
  const { database, received } = await setUp(board);
  await addPeople(board, ['ada', 'bob', 'eve']);
  await database.write({ sql: `delete from "sessions" where "uid" = 'ada'` });
  await writeElsewhere(board, `delete from "sessions" where "uid" = 'bob'`);
  await writeElsewhere(board, `update "users" set "displayName" = 'E' where "uid" = 'eve'`);
  await vi.waitFor(() => expect(received).toEqual(['ada', 'bob', 'eve']));
});

test('after more of them than are kept, anybody’s session may have ended', async () => {
  const board = await temporaryBoard();
  const { received } = await setUp(board);
  await addPeople(
    board,
    Array.from({ length: 2_600 }, (_, index) => `p${index}`),
  );
  await writeElsewhere(board, 'delete from "sessions"');
  await vi.waitFor(() => expect(received).toEqual(['everybody']));
});

test('after the content was replaced, anybody’s session may have ended, and later ends are known', async () => {
  const board = await temporaryBoard();
  const { database, received } = await setUp(board);
  await addPeople(board, ['ada', 'bob']);
  await database.write({ sql: `delete from "sessions" where "uid" = 'ada'` });
  await vi.waitFor(() => expect(received).toEqual(['ada']));
  await database.write(
    { sql: `update meta set value = 'another' where key = 'epoch'` },
    { sql: 'delete from "people-changes"' },
  );
  await vi.waitFor(() => expect(received).toEqual(['ada', 'everybody']));
  await database.write({ sql: `delete from "sessions" where "uid" = 'bob'` });
  // Whose it was is unknown where the numbers go on.
  await vi.waitFor(() => expect(received).toHaveLength(3));
});

/** Adds people with a session each. */
async function addPeople(board: DatabaseSettings, uids: readonly string[]): Promise<void> {
  const rows = (columns: string): string => uids.map((uid) => `('${uid}'${columns})`).join();
  await writeElsewhere(
    board,
    `insert into "users" ("uid", "creationTime", "lastSignInTime") values ${rows(', 1, 1')}`,
  );
  await writeElsewhere(
    board,
    `insert into "sessions" ("uid", "tokenHash", "issuer", "createdAt", "lastSeenAt")
      select "uid", "uid", 'local-accounts', 1, 1 from "users"`,
  );
}

async function setUp(board?: DatabaseSettings) {
  const database = await openTestDatabase(board);
  const received: string[] = [];
  database.events.on('people', (uids) => received.push(...(uids ?? ['everybody'])));
  const feed = await createChangeFeed({ database, onError });
  onTestFinished(feed.close);
  const store = createThoughtStore(database);
  return {
    database,
    feed,
    store,
    received,
    close: async () => {
      feed.close();
      await database.close();
    },
    add: async (text: string): Promise<string> => {
      const textID = newId();
      await store.add({ textID, text }, ADA);
      return textID;
    },
    replay: async (position: string) => {
      await feed.reach(position);
      const bytes = feed.replay(position);
      return bytes === null ? null : textsIn(bytes);
    },
  };
}

/** The text of each event's thought; undefined where one was removed. */
function textsIn(bytes: Buffer): unknown[] {
  return [...String(bytes).matchAll(/^event: change\nid: .*\ndata: (.*)\n\n/gmu)].map(
    ([, data = '']) => JSON.parse(data).thought?.text,
  );
}

function onError(error: unknown): never {
  throw error;
}
