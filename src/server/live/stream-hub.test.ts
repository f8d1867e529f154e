import { expect, test, vi } from 'vitest';
import { createChangeFeed } from './change-feed.ts';
import { createStreamHub } from './stream-hub.ts';
import type { Connection } from './stream.ts';

const REMOVAL = { type: 'removed', textID: 'A'.repeat(20) } as const;
const LONG_CHANGE = {
  type: 'changed',
  thought: {
    textID: 'A'.repeat(20),
    uID: 'ada',
    uName: 'Ada',
    text: 'x'.repeat(150),
    createdAt: { seconds: 1, nanoseconds: 0 },
    uProfile: 'https://pictures.example/'.padEnd(800, 'x'),
    version: 1,
  },
} as const;

test('a new stream starts with ready, not resumed, at the current position', () => {
  const { feed, open } = setUp();
  feed.publish(REMOVAL);
  expect(open().events).toEqual([`ready ${feed.position()} {"resumed":false}`]);
});

test('a stream that comes back is told what it missed, after a ready that promises so', async () => {
  const { feed, open } = setUp();
  const before = feed.position();
  feed.publish(REMOVAL);
  const { events } = open({ after: before });
  feed.publish(REMOVAL);
  await turn();
  expect(events[0]).toBe(`ready ${before} {"resumed":true}`);
  expect(events.slice(1).map((event) => event.split(' ')[0])).toEqual(['change', 'change']);
  expect(events.at(-1)).toContain(feed.position());
});

test('a stream opened between a change and its telling is told it once', async () => {
  const { feed, open } = setUp();
  const former = open();
  feed.publish(REMOVAL);
  const { events } = open();
  await turn();
  expect(events).toEqual([`ready ${feed.position()} {"resumed":false}`]);
  expect(former.events).toHaveLength(2);
});

test('changes of one turn are told in one write', async () => {
  const { feed, open } = setUp();
  const { connection, events } = open();
  feed.publish(REMOVAL);
  feed.publish(REMOVAL);
  await turn();
  expect(events).toHaveLength(3);
  expect(connection.write).toHaveBeenCalledTimes(2);
});

test('the longest replay there can be does not drop the reader that takes it', async () => {
  const { feed, open } = setUp();
  const before = feed.position();
  for (let n = 0; n < 1_000; n += 1) feed.publish(LONG_CHANGE);
  const { connection, events, read } = open({ after: before, stuck: true });
  expect(connection.backlog()).toBeGreaterThan(256 * 1024);
  read();
  feed.publish(REMOVAL);
  await turn();
  expect(connection.destroy).not.toHaveBeenCalled();
  expect(events).toHaveLength(1_002);
});

test('a stream from before a restart is told to read anew', () => {
  const { open } = setUp();
  expect(open({ after: 'formerepoch.7' }).events[0]).toMatch(/^ready .*\{"resumed":false\}$/u);
});

test('a reader that takes nothing is dropped, and the others are served', async () => {
  const { feed, open } = setUp();
  const slow = open({ stuck: true });
  const quick = open();
  for (let n = 0; n < 500; n += 1) {
    feed.publish(LONG_CHANGE);
    await turn();
  }
  expect(slow.connection.destroy).toHaveBeenCalledOnce();
  expect(slow.connection.backlog()).toBeLessThan(258 * 1024);
  expect(quick.events).toHaveLength(501);
});

test('the eleventh stream of a person ends the first, and nobody else’s', () => {
  const { open } = setUp();
  const other = open({ uid: 'eve' });
  const own = Array.from({ length: 11 }, () => open({ uid: 'ada' }));
  expect(own.map(({ connection }) => connection.end.mock.calls.length)).toEqual([
    1,
    ...Array.from({ length: 10 }, () => 0),
  ]);
  expect(other.connection.end).not.toHaveBeenCalled();
});

test('the end of a session is told to its streams only, and ends them', () => {
  const { hub, open } = setUp();
  const mine = open({ sessionID: 'mine' });
  const yours = open({ sessionID: 'yours' });
  hub.endSession('mine');
  expect(mine.events.at(-1)).toBe('signed-out {}');
  expect(mine.connection.end).toHaveBeenCalledOnce();
  expect(yours.events).toHaveLength(1);
});

test('nothing is written to a stream whose connection has closed', async () => {
  const { feed, open } = setUp();
  const stream = open();
  stream.close();
  feed.publish(REMOVAL);
  await turn();
  expect(stream.events).toHaveLength(1);
});

test('a heartbeat comes while the session lives', async () => {
  const { open } = setUp({ heartbeatInterval: 5 });
  const { events } = open();
  await vi.waitUntil(() => events.length > 2);
  expect(events.slice(1, 3)).toEqual(['heartbeat {}', 'heartbeat {}']);
});

test('a session found dead at a heartbeat ends the stream', async () => {
  const { open } = setUp({ heartbeatInterval: 5, isLive: () => Promise.resolve(false) });
  const { events, connection } = open();
  await vi.waitUntil(() => connection.end.mock.calls.length > 0);
  expect(events.slice(1)).toEqual(['signed-out {}']);
});

test('a database that does not answer ends no stream', async () => {
  const { open } = setUp({
    heartbeatInterval: 5,
    isLive: () => Promise.reject(new Error('no answer')),
  });
  const { events } = open();
  await vi.waitUntil(() => events.length > 1);
  expect(events[1]).toBe('heartbeat {}');
});

test('closing ends every stream', async () => {
  const { feed, hub, open } = setUp();
  const streams = [open(), open()];
  hub.close();
  feed.publish(REMOVAL);
  await turn();
  for (const { connection, events } of streams) {
    expect(connection.end).toHaveBeenCalledOnce();
    expect(events).toHaveLength(1);
  }
});

test('a stream asked for after closing ends at once', () => {
  const { hub, open } = setUp();
  hub.close();
  const { connection, events } = open();
  expect(connection.end).toHaveBeenCalledOnce();
  expect(events).toEqual([]);
});

function setUp({ heartbeatInterval = 60_000, isLive = () => Promise.resolve(true) } = {}) {
  const feed = createChangeFeed();
  const hub = createStreamHub({ feed, isLive, heartbeatInterval });
  return {
    feed,
    hub,
    open: ({
      uid = 'ada',
      sessionID = 'session',
      after,
      stuck = false,
    }: { uid?: string; sessionID?: string; after?: string; stuck?: boolean } = {}) => {
      const events: string[] = [];
      let backlog = 0;
      const connection = {
        write: vi.fn<(text: string) => void>((text) => {
          for (const event of text.split('\n\n').slice(0, -1)) {
            events.push(event.replaceAll(/\n?(?:event|id|data): /gu, ' ').trim());
          }
          if (stuck) backlog += text.length;
        }),
        backlog: () => backlog,
        end: vi.fn<() => void>(),
        destroy: vi.fn<() => void>(),
      } satisfies Connection;
      const close = hub.open({ uid, sessionID }, connection, after);
      const read = (): void => {
        backlog = 0;
      };
      return { events, connection, close, read };
    },
  };
}

/** Lets everything that is due happen. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
