import { expect, onTestFinished, test, vi } from 'vitest';
import type { Change } from '#shared/wire.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import type { ChangeFeed, FeedListener } from './change-feed.ts';
import { encodeEvent } from './recent-changes.ts';
import type { StreamConnection } from './stream-connection.ts';
import { createStreamHub } from './stream-hub.ts';

const REMOVAL = { type: 'removed', textID: 'A'.repeat(20) } as const;
const LONG_CHANGE = {
  type: 'changed',
  thought: sampleThought(1, {
    text: 'x'.repeat(150),
    uProfile: 'https://pictures.example/'.padEnd(800, 'x'),
  }),
} as const;

test('a reader that takes nothing is dropped, and the others are served', () => {
  const { feed, open } = setUp();
  const slow = open({ stuck: true });
  const quick = open();
  for (let n = 0; n < 500; n += 1) feed.publish(LONG_CHANGE);
  expect(slow.connection.destroy).toHaveBeenCalledOnce();
  expect(slow.connection.bufferedBytes()).toBeLessThan(258 * 1024);
  expect(quick.events).toHaveLength(501);
});

test('the unsent bytes of all readers are bounded, fast readers are served, and nothing is replayed meanwhile', () => {
  const { feed, open } = setUp();
  const slow = Array.from({ length: 1_500 }, (_, index) =>
    open({ uid: `person ${index}`, extra: 200 * 1024 }),
  );
  const quick = open();
  expect(open({ after: feed.position() }).events[0]).toContain('"resumed":false');
  feed.publish(REMOVAL);
  const remaining = slow.filter(({ connection }) => connection.destroy.mock.calls.length === 0);
  expect(remaining.length * 200 * 1024).toBeLessThanOrEqual(257 * 1024 * 1024);
  expect(remaining.length).toBeGreaterThan(1_000);
  expect(quick.events).toHaveLength(2);
});

test('a stream ends with the third heartbeat after its session has expired, and at once when any may be over', async () => {
  vi.useFakeTimers();
  const { feed, open } = setUp(async (ids) => [...ids]);
  for (const passed of [() => vi.advanceTimersByTimeAsync(180_000), feed.changePeople]) {
    const { events } = open();
    await passed();
    expect(events.at(-1)).toBe('signed-out {}');
  }
});

test('the server’s streams are bounded, and a tab’s next one has the place of the last', () => {
  const { hub } = setUp();
  const connection = { write: ignore, bufferedBytes: () => 0, end: ignore, destroy: ignore };
  for (let n = 0; n < 20_000; n += 1) {
    hub.open({ uid: `person${n}`, sessionID: `session${n}`, tab: 'tab', connection });
  }
  expect(() => hub.requireRoom('ada', 'tab')).toThrow('unavailable');
  expect(() => hub.requireRoom('person7', 'tab')).not.toThrow();
});

test('closing ends all streams, tells them to come back at different times, and opens no more', () => {
  const { feed, hub, open } = setUp();
  const streams = Array.from({ length: 101 }, (_, index) => open({ uid: `person ${index}` }));
  hub.close();
  expect(() => hub.requireRoom('ada')).toThrow('unavailable');
  feed.publish(REMOVAL);
  const told = streams.map(({ events }) => events.slice(1));
  for (const events of told) expect(events).toEqual([expect.stringMatching(/^closing /u)]);
  expect(new Set(told.flat()).size).toBeGreaterThan(50);
});

function setUp(findEnded: Parameters<typeof createStreamHub>[1] = async () => []) {
  const feed = createFeed();
  const hub = createStreamHub(feed, findEnded, 60_000);
  onTestFinished(hub.close);
  return {
    feed,
    hub,
    open: ({ uid = 'ada', after, stuck = false, extra = 0 }: Opening = {}) => {
      const events: string[] = [];
      let backlog = extra;
      const take = (bytes: Buffer): void => {
        for (const event of String(bytes).split('\n\n').slice(0, -1)) {
          events.push(event.replaceAll(/\n?(?:event|id|data): /gu, ' ').trim());
        }
      };
      const connection = {
        write: vi.fn<(bytes: Buffer) => void>((bytes) => {
          take(bytes);
          if (stuck) backlog += bytes.length;
        }),
        bufferedBytes: vi.fn<() => number>(() => backlog),
        end: vi.fn<(last?: Buffer) => void>((last) => last && take(last)),
        destroy: vi.fn<() => void>(),
      } satisfies StreamConnection;
      hub.open({ uid, sessionID: 'session', connection }, after);
      return { events, connection };
    },
  };
}

function ignore(): void {}

interface Opening {
  uid?: string;
  after?: string;
  /** Whether the reader takes nothing of what is written. */
  stuck?: boolean;
  /** Bytes that are unsent from the start. */
  extra?: number;
}

/** A feed without a log, whose changes come from the test. */
function createFeed() {
  const events: Buffer[] = [];
  const listeners: FeedListener[] = [];
  const feed: ChangeFeed = {
    position: () => `epoch.${events.length}`,
    isCutOff: () => false,
    reach: async () => {},
    poll: async () => '',
    replay: (position) => {
      const [epoch, number] = position.split('.');
      return epoch === 'epoch' ? Buffer.concat(events.slice(Number(number))) : null;
    },
    subscribe: (listener) => void listeners.push(listener),
    close: () => {},
  };
  return {
    ...feed,
    publish: (change: Change): void => {
      const bytes = encodeEvent('change', JSON.stringify(change), `epoch.${events.length + 1}`);
      events.push(bytes);
      listeners.forEach((listener) => listener.onEvents(bytes));
    },
    /** So many people change that nobody knows who. */
    changePeople: async (): Promise<void> => {
      for (const listener of listeners) await listener.onPeople(null);
    },
  };
}
