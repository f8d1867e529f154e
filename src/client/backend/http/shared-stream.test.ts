import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HEARTBEAT_INTERVAL, PATHS } from '#shared/wire.ts';
import type { Browser, LiveSource } from './browser.ts';
import type { StreamMessage } from './event-connection.ts';
import { joinStream } from './shared-stream.ts';

describe('the live stream of one tab', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('reconnects after a failure, from the last position', async () => {
    const { connections, join } = openBrowser({ hasLocks: false });
    const tab = join();
    connections[0]?.ready('e.5');
    connections[0]?.fail();
    expect(tab.types()).toEqual(['ready', 'down']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connections.map(({ url }) => url)).toEqual([PATHS.live, `${PATHS.live}?after=e.5`]);
    expect(connections[0]?.isClosed()).toBe(true);
  });

  test('reconnects when the connection has died without a word', async () => {
    const { connections, join } = openBrowser({ hasLocks: false });
    const tab = join();
    connections[0]?.ready('e.1');
    await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL * 2);
    connections[0]?.beat();
    await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL * 2);
    expect(tab.types()).toEqual(['ready', 'heartbeat']);
    await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL * 2);
    expect(tab.types()).toContain('down');
    expect(connections.length).toBeGreaterThan(1);
  });

  test('reconnects at once when the network is back', () => {
    const { connections, join, wake } = openBrowser({ hasLocks: false });
    join();
    connections[0]?.fail();
    wake();
    expect(connections).toHaveLength(2);
  });

  test('is refused when the session ends, and tries again in case there is a new one', async () => {
    const { connections, join } = openBrowser({ hasLocks: false });
    const tab = join();
    connections[0]?.ready('e.1');
    connections[0]?.signOut();
    expect(tab.types()).toEqual(['ready', 'down']);
    expect(connections[0]?.isClosed()).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connections.map(({ url }) => url)).toEqual([PATHS.live, `${PATHS.live}?after=e.1`]);
  });
});

describe('the live stream of several tabs', () => {
  test('is one connection, and every tab hears it', async () => {
    const { connections, join } = openBrowser({ hasLocks: true });
    const [first, second] = [join(), join()];
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.ready('e.1');
    await vi.waitFor(() => expect([first.types(), second.types()]).toEqual([['ready'], ['ready']]));
    connections[0]?.remove('e.2', 'A'.repeat(20));
    await vi.waitFor(() => expect(second.types()).toEqual(['ready', 'change']));
    expect(connections).toHaveLength(1);
  });

  test('tells a tab that comes later that it is ready', async () => {
    const { connections, join } = openBrowser({ hasLocks: true });
    join();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.ready('e.1');
    const late = join();
    await vi.waitFor(() => expect(late.types()).toEqual(['ready']));
  });

  test('goes on in another tab from where it stood when the leading tab goes', async () => {
    const { connections, join } = openBrowser({ hasLocks: true });
    const [first, second] = [join(), join()];
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.ready('e.7');
    await vi.waitFor(() => expect(second.types()).toEqual(['ready']));
    first.leave();
    await vi.waitFor(() => expect(connections).toHaveLength(2));
    expect(connections[0]?.isClosed()).toBe(true);
    expect(connections[1]?.url).toBe(`${PATHS.live}?after=e.7`);
  });

  test('is taken over from a tab that has fallen silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { connections, join } = openBrowser({ hasLocks: true });
    join();
    await untilTrue(() => connections.length === 1);
    const second = join();
    connections[0]?.ready('e.1');
    await untilTrue(() => second.types().length > 0);
    connections[0]?.freeze();
    await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL * 5);
    await untilTrue(() => connections.length === 2);
    expect(connections[1]?.url).toBe(`${PATHS.live}?after=e.1`);
  });
});

/** A browser whose tabs share locks and a channel, and whose event sources the test plays. */
function openBrowser({ hasLocks }: { hasLocks: boolean }) {
  const connections: ReturnType<typeof createConnection>[] = [];
  const wakeListeners = new Set<() => void>();
  const uid = crypto.randomUUID();
  const browser: Browser = {
    fetch: () => Promise.reject(new Error('nothing is fetched here')),
    openEventSource: (url) => {
      const connection = createConnection(url);
      connections.push(connection);
      return connection.source;
    },
    openChannel: (name) => new BroadcastChannel(name),
    locks: hasLocks ? navigator.locks : undefined,
    navigate: () => {},
    onWake: (listener) => {
      wakeListeners.add(listener);
      return () => wakeListeners.delete(listener);
    },
    onAccountChange: () => () => {},
  };
  const join = () => {
    const heard: StreamMessage[] = [];
    const leave = joinStream(browser, uid, (message) => heard.push(message));
    onTestFinished(leave);
    return { leave, types: () => heard.map(({ type }) => type) };
  };
  return { connections, join, wake: () => wakeListeners.forEach((listener) => listener()) };
}

function createConnection(url: string) {
  let isClosed = false;
  let isFrozen = false;
  const listeners = new Map<string, (event: MessageEvent<string>) => void>();
  const source: LiveSource = {
    readyState: 0,
    OPEN: 1,
    CLOSED: 2,
    addEventListener: (type, listener) => void listeners.set(type, listener),
    close: () => {
      isClosed = true;
    },
  };
  const tell = (type: string, data: unknown, lastEventId = ''): void => {
    if (isFrozen) return;
    listeners.get(type)?.(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  };
  return {
    url,
    source,
    isClosed: () => isClosed,
    freeze: () => {
      isFrozen = true;
    },
    ready: (position: string) => tell('ready', { resumed: false }, position),
    remove: (position: string, textID: string) =>
      tell('change', { type: 'removed', textID }, position),
    beat: () => tell('heartbeat', {}),
    signOut: () => tell('signed-out', {}),
    fail: () => tell('error', null),
  };
}

/** Waits without a clock, for tests whose clock is not the real one. */
async function untilTrue(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000 && !isTrue(); turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(isTrue()).toBe(true);
}
