import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import type { DatabaseSettings } from '#server/database/open-database.ts';
import type { Database } from '#server/database/database.ts';
import { createGate, delayed, type Gate } from '#server/testing/gate.ts';
import { insertThought } from '#tests/setup/samples.ts';
import { openTestDatabase, temporaryBoard } from '#server/testing/test-board.ts';
import { createChangeLog } from '#server/thoughts/change-log.ts';
import { createThoughtStore } from '#server/thoughts/thought-store.ts';
import { createChangeFeed, type ChangeFeed } from './change-feed.ts';

const ADA = { uid: 'ada', displayName: 'Ada', photoURL: null };

test('the changes after a position are known', async () => {
  const { feed, add, replay } = await setUp();
  const start = feed.position();
  await add('a');
  await vi.waitFor(async () => expect(await replay(start)).toEqual(['a']));
  const middle = feed.position();
  await add('b');
  await vi.waitFor(async () => expect(await replay(middle)).toEqual(['b']));
  expect(await replay(start)).toEqual(['a', 'b']);
  expect(await replay(feed.position())).toEqual([]);
});

test('a position from before a restart is known', async () => {
  const board = await temporaryBoard();
  const first = await setUp(board);
  const start = first.feed.position();
  await first.add('a');
  const middle = await first.log.position();
  await first.add('b');
  await first.close();
  const second = await setUp(board);
  expect(await second.replay(middle)).toEqual(['b']);
  expect(await second.replay(start)).toEqual(['a', 'b']);
  await second.add('c');
  await vi.waitFor(async () => expect(await second.replay(start)).toEqual(['a', 'b', 'c']));
});

test('replaced content is a reset, and positions before it are not known', async () => {
  const { database, feed, replay, add, listen } = await setUp();
  const { onReset } = listen();
  await add('a');
  const before = feed.position();
  await database.write({ sql: `update meta set value = 'another' where key = 'epoch'` });
  await vi.waitFor(() => expect(onReset).toHaveBeenCalledOnce());
  expect(feed.position()).toMatch(/^another.*\.1$/u);
  expect(await replay(before)).toBeNull();
});

test('a change that is committed while the feed begins is not missed, and no earlier one is lost', async () => {
  const { database, store, log } = await setUp();
  await addMany(database, 2_000);
  const previous = positionAt(await log.position(), 1);
  let reads = 0;
  const read = delayed(database.read, async () => {
    reads += 1;
    if (reads === 1) await store.add({ textID: newId(), text: 'a' }, ADA);
  });
  const feed = await createChangeFeed({
    log: createChangeLog({ read }),
    events: new EventEmitter(),
    onError,
  });
  onTestFinished(feed.close);
  expect(feed.position()).toMatch(/\.2001$/u);
  expect(textsIn(feed.replay(previous) ?? Buffer.of())).toHaveLength(2_000);
});

test('a reader who comes while replaced content is read has to come again', async () => {
  const { feed, database, hold } = await setUpHeld();
  const before = feed.position();
  const gate = hold('latest');
  await database.write({ sql: `update meta set value = 'another' where key = 'epoch'` });
  await gate.reached;
  const { onReset } = listenTo(feed);
  expect(feed.replay(before)).not.toBeNull();
  gate.open();
  await vi.waitFor(() => expect(onReset).toHaveBeenCalledOnce());
  expect(feed.replay(before)).toBeNull();
});

test('a read that answers after the feed was cut off makes it whole again', async () => {
  const { feed, store, hold } = await setUpHeld();
  const before = feed.position();
  const gate = hold('since');
  const { onReset, texts } = listenTo(feed);
  await gate.reached;
  await store.add({ textID: newId(), text: 'a' }, ADA);
  await vi.waitFor(() => expect(onReset).toHaveBeenCalledOnce());
  await expect(feed.poll(before)).rejects.toThrow('unavailable');
  gate.open();
  await vi.waitFor(() => expect(texts).toEqual(['a']));
  expect(textsIn(feed.replay(before) ?? Buffer.of())).toEqual(['a']);
  expect([feed.isCutOff(), onReset.mock.calls.length]).toEqual([false, 1]);
});

/** A feed whose reads of the log can be held back by the test. */
async function setUpHeld() {
  const { database, log, store } = await setUp();
  const gates: { since?: Gate; latest?: Gate } = {};
  const feed = await createChangeFeed({
    log: {
      ...log,
      since: (position) => log.since(position).finally(() => gates.since?.pass()),
      latest: () => log.latest().finally(() => gates.latest?.pass()),
    },
    events: database.events,
    onError,
  });
  onTestFinished(feed.close);
  const hold = (name: keyof typeof gates): Gate => (gates[name] = createGate());
  return { database, store, feed, hold };
}

function listenTo(feed: ChangeFeed) {
  const texts: unknown[] = [];
  const onReset = vi.fn<() => void>();
  const onEvents = (bytes: Buffer): void => void texts.push(...textsIn(bytes));
  feed.subscribe({ onEvents, onReset });
  return { texts, onReset };
}

async function setUp(board?: DatabaseSettings) {
  const database = await openTestDatabase(board);
  const log = createChangeLog(database);
  const feed = await createChangeFeed({ log, events: database.events, onError });
  onTestFinished(feed.close);
  const store = createThoughtStore(database, Date.now);
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
      const textID = newId();
      await store.add({ textID, text }, ADA);
      return textID;
    },
    replay: async (position: string) => {
      await feed.reach(position);
      const bytes = feed.replay(position);
      return bytes === null ? null : textsIn(bytes);
    },
    listen: () => listenTo(feed),
  };
}

function positionAt(position: string, number: number): string {
  return position.replace(/\d+$/u, `${number}`);
}

async function addMany(database: Database, count: number): Promise<void> {
  await database.write(...Array.from({ length: count }, () => insertThought({ text: 'x' })));
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
