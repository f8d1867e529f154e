import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import { HEARTBEAT_INTERVAL_MS, PATHS, STREAM_EVENTS, type Changes } from '#shared/wire.ts';
import { unknownMark } from '#client/backend/backend.ts';
import { createAnsweringBrowser } from '#tests/client/browser.ts';
import { holdAnswers } from '#tests/server/gate.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import type { Browser, LiveSource } from './browser.ts';
import { ChangeSource } from './change-source.ts';
import type { Target } from './request.ts';

const STREAM = `${PATHS.live}?after=`;

beforeEach(() => void vi.useFakeTimers());

describe('in a visible tab, the changes', () => {
  test('continue from the last position after a failure', async () => {
    const { connections, received } = openLiveTab('e.5');
    connections[0]?.change('e.6', 'six');
    connections[0]?.fail();
    expect(received.live.at(-1)).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connections[1]?.url).toBe(`${STREAM}e.6`);
    expect(connections[0]?.isClosed()).toBe(true);
    expect(received.versions).toEqual(['2.0.0']);
  });

  test('come over another stream when the server says so', async () => {
    const { connections, received } = openLiveTab('e.5');
    connections[0]?.sayClosing(1_234);
    connections[0]?.fail();
    expect(received.live.at(-1)).toBe(false);
    await vi.advanceTimersByTimeAsync(1_233);
    expect(connections).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(connections[1]?.url).toBe(`${STREAM}e.5`);
  });

  test('come over a new connection when the old one has died silently', async () => {
    const { connections, received } = openLiveTab('e.1');
    for (const _ of [1, 2]) {
      await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL_MS);
      connections[0]?.beat();
    }
    await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL_MS * 2);
    expect(received.live).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL_MS * 2);
    expect(received.live.at(-1)).toBe(false);
    expect(connections.length).toBeGreaterThan(1);
  });

  test('are asked for every five seconds at the latest, also where no connection opens', async () => {
    const { connections } = openLiveTab('e.1');
    for (let tries = 0; tries < 8; tries += 1) {
      connections.at(-1)?.fail();
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(connections).toHaveLength(9);
    await vi.advanceTimersByTimeAsync(16_000);
    expect(connections).toHaveLength(10);
    connections.at(-1)?.fail();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connections).toHaveLength(10);
    await vi.advanceTimersByTimeAsync(3_000);
    connections.at(-1)?.ready('e.1');
    connections.at(-1)?.fail();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connections).toHaveLength(12);
  });

  test('are asked for again when no connection opens for five seconds, and each failure gives the next more time', async () => {
    const { connections, source, received } = openTab();
    source.follow('e.1', '');
    for (const [index, seconds] of [5, 5, 5, 8, 16, 16, 16].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(connections).toHaveLength(index + 1);
      await vi.advanceTimersByTimeAsync(2);
      expect(connections).toHaveLength(index + 2);
    }
    expect(connections.map(({ isClosed }) => isClosed())).toEqual([...Array(7).fill(true), false]);
    connections.at(-1)?.ready('e.1');
    await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL_MS * 2);
    expect([connections.length, received.live]).toEqual([8, [false, true]]);
  });

  test('are not live without a network, though a board on this computer needs none', () => {
    const { connections, presence, received } = openLiveTab('e.1');
    presence({ isOnline: false });
    expect(received.live).toEqual([false, true, false]);
    connections[1]?.ready('e.1');
    expect([connections[0]?.isClosed(), received.live.at(-1)]).toEqual([true, true]);
  });

  test('are polled where no stream gets through', async () => {
    const { source, received, answer, polled } = openTab();
    source.follow('e.1', '');
    answer({ resumed: true, changes: [changed('two')], position: 'e.2' });
    await vi.advanceTimersByTimeAsync(5_010);
    expect(received.texts).toEqual([['two']]);
    answer({ resumed: true, changes: [], position: 'e.2' });
    await vi.advanceTimersByTimeAsync(5_010);
    expect(polled).toEqual([`${PATHS.changes}?after=e.1`, `${PATHS.changes}?after=e.2`]);
    expect(received.live).toEqual([false]);
    expect(received.versions).toEqual(['2.0.0', '2.0.0']);
  });
});

describe('in a hidden tab, the changes', () => {
  test('are polled within a minute, without a stream', async () => {
    const { connections, presence, received, answer } = openLiveTab('e.1');
    presence({ isVisible: false });
    expect(connections[0]?.isClosed()).toBe(true);
    answer({ resumed: true, changes: [changed('two')], position: 'e.2' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(received.texts).toEqual([['two']]);
    expect(connections).toHaveLength(1);
    presence({ isVisible: true });
    expect(connections[1]?.url).toBe(`${STREAM}e.2`);
  });

  test('are streamed at once when it is shown, though the old stream looks open after a sleep, and are live only then', () => {
    const { connections, presence, received } = openLiveTab('e.1');
    vi.setSystemTime(Date.now() + 6_500);
    presence({});
    expect([connections.length, received.live]).toEqual([1, [false, true]]);
    vi.setSystemTime(Date.now() + 1);
    presence({});
    presence({});
    expect([connections.length, received.live]).toEqual([2, [false, true, false]]);
    connections[1]?.ready('e.1');
    expect(received.live.at(-1)).toBe(true);
  });
});

test('with the last list the changes end, and with the next they begin anew', async () => {
  const { connections, source, received, polled, presence, unsubscribe } = openLiveTab('e.7');
  connections[0]?.change('e.8', 'eight');
  unsubscribe();
  presence({});
  expect(connections[0]?.isClosed()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([connections.length, polled, received.texts]).toEqual([1, [], []]);
  expect(source.follow('f.1', source.position())).toBe(true);
  expect(connections[1]?.url).toBe(`${STREAM}f.1`);
});

test('missed changes are a gap when the stream does not continue from the position', async () => {
  const { connections, received } = openLiveTab('e.1');
  connections[0]?.fail();
  await vi.advanceTimersByTimeAsync(1_000);
  connections[1]?.ready('f.9', false);
  expect(received.gaps).toBe(1);
  connections[1]?.fail();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connections.at(-1)?.url).toBe(`${STREAM}f.9`);
});

test('a page is refused if it lacks a change received before it was requested, and one of a restored board is a gap', () => {
  const { source, connections, received } = openLiveTab('e.7');
  connections[0]?.change('e.8', 'eight');
  expect(source.follow('e.7', source.position())).toBe(false);
  expect(source.follow('e.12', source.position())).toBe(true);
  expect([source.position(), received.gaps, received.answers]).toEqual(['e.8', 0, 1]);
  source.follow('f.3', source.position());
  expect([source.position(), received.gaps]).toEqual(['f.3', 1]);
});

describe('a stream that is silent', () => {
  const LATE = HEARTBEAT_INTERVAL_MS + 1_500;

  test('is dead if an answer has changes that it lacks, once its heartbeat is late', async () => {
    const { connections, received, answer, polled } = openLiveTab('e.1');
    answer({ resumed: true, changes: [changed('two')], position: 'e.2' });
    await vi.advanceTimersByTimeAsync(LATE - 1);
    expect(polled).toEqual([]);
    await vi.advanceTimersByTimeAsync(20);
    expect([polled.length, received.texts]).toEqual([1, [['two']]]);
    expect([connections.length, received.live]).toEqual([2, [false, true, false]]);
  });

  test('is given up 12.5 s after its last heartbeat was sent, which may have been long on its way', async () => {
    const { connections, received } = openLiveTab('e.1');
    await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL_MS * 2 + 2_400);
    // Two that were held up together.
    connections[0]?.beat(7_400);
    connections[0]?.beat(2_400);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(received.live).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(200);
    expect(received.live.at(-1)).toBe(false);
  });

  test('counts from when it was opened, if its beginning was long on its way', async () => {
    const { connections, received } = openLiveTab('e.1');
    connections[0]?.fail();
    await vi.advanceTimersByTimeAsync(1_000);
    const opened = connections[1];
    await vi.advanceTimersByTimeAsync(4_500);
    opened?.ready('e.1', true, 4_000);
    await vi.advanceTimersByTimeAsync(7_400);
    expect(received.live.at(-1)).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(received.live.at(-1)).toBe(false);
  });

  test('stays on a network where everything takes many seconds', async () => {
    const { connections, received } = openLiveTab('e.1');
    for (let failures = 0; failures < 4; failures += 1) {
      connections.at(-1)?.fail();
      await vi.advanceTimersByTimeAsync(5_000);
    }
    const opened = connections.at(-1);
    const before = connections.length;
    await vi.advanceTimersByTimeAsync(7_500);
    expect(connections.length).toBe(before);
    opened?.ready('e.1', true, 7_000);
    for (const _ of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL_MS);
      opened?.beat(7_000);
    }
    expect([connections.length, received.live.at(-1)]).toEqual([before, true]);
  });

  test('stays if a server that stalled for seconds sends its heartbeats again', async () => {
    const { connections, received } = openLiveTab('e.1');
    await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL_MS + 7_000);
    for (const _ of [1, 2, 3]) {
      connections[0]?.beat();
      await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL_MS * 2.4);
    }
    expect([connections.length, received.live]).toEqual([1, [false, true]]);
  });

  test('is dead if an answer has changes that it lacks, once the page is shown', async () => {
    const { connections, presence, answer } = openLiveTab('e.1');
    answer({ resumed: true, changes: [changed('two')], position: 'e.2' });
    presence({});
    await vi.advanceTimersByTimeAsync(20);
    expect(connections[1]?.url).toBe(`${STREAM}e.2`);
  });

  test('stays if the answer has nothing new, or what it has brought meanwhile', async () => {
    const { connections, answer, presence } = openLiveTab('e.1');
    answer({ resumed: true, changes: [], position: 'e.1' });
    presence({});
    await vi.advanceTimersByTimeAsync(20);
    answer({ resumed: true, changes: [changed('two')], position: 'e.2' });
    presence({});
    connections[0]?.change('e.2', 'two');
    await vi.advanceTimersByTimeAsync(20);
    expect(connections).toHaveLength(1);
  });

  test('twice in a row, while questions are answered, is held back on the way: the tab polls for five minutes', async () => {
    const { connections, received, answer, polled } = openLiveTab('e.1');
    answer({ resumed: true, changes: [], position: 'e.1' });
    for (const opened of [1, 2]) {
      expect(connections).toHaveLength(opened);
      connections.at(-1)?.ready('e.1');
      await vi.advanceTimersByTimeAsync(13_500);
    }
    expect(received.live.at(-1)).toBe(false);
    const before = polled.length;
    // The clock is set back.
    vi.setSystemTime(Date.now() - 3_600_000);
    await vi.advanceTimersByTimeAsync(280_000);
    expect([connections.length, polled.length - before]).toEqual([2, 56]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(connections).toHaveLength(3);
  });

  test('twice, with heartbeats in between, is two lost connections: the next one is opened at once', async () => {
    const { connections, answer } = openLiveTab('e.1');
    answer({ resumed: true, changes: [], position: 'e.1' });
    for (const _ of [1, 2]) {
      connections.at(-1)?.ready('e.1');
      await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL_MS);
      connections.at(-1)?.beat();
      await vi.advanceTimersByTimeAsync(13_500);
    }
    expect(connections).toHaveLength(3);
  });

  test('twice without an answer to questions is a lost network: the next one is opened at once', async () => {
    const { connections } = openLiveTab('e.1');
    for (const _ of [1, 2]) {
      connections.at(-1)?.ready('e.1');
      await vi.advanceTimersByTimeAsync(13_500);
    }
    expect(connections).toHaveLength(3);
  });
});

describe('the mark of a write', () => {
  test('is passed once the changes up to it are delivered, not when they are received', async () => {
    const { source, connections } = openLiveTab('e.1');
    connections[0]?.change('e.3', 'three');
    expect(source.hasPassed('e.3')).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(['e.1', 'e.3', 'e.4'].map((mark) => source.hasPassed(mark))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('of a database that was replaced is passed with the next answer', async () => {
    const { source, connections } = openLiveTab('f.1');
    expect(source.hasPassed('e.7')).toBe(false);
    connections[0]?.change('f.2', 'two');
    await vi.advanceTimersByTimeAsync(100);
    expect(source.hasPassed('e.7')).toBe(false);
    connections[0]?.beat();
    expect(source.hasPassed('e.7')).toBe(true);
  });

  test('of a database that the source does not follow yet is passed when it has got that far', async () => {
    const { source, connections } = openLiveTab('e.7');
    expect(source.hasPassed('f.3')).toBe(false);
    connections[0]?.ready('f.1', false);
    expect(source.hasPassed('f.3')).toBe(false);
    connections[0]?.change('f.3', 'three');
    await vi.advanceTimersByTimeAsync(100);
    expect(source.hasPassed('f.3')).toBe(true);
  });

  test('whose answer was lost is passed once what the server had by then is delivered, each one by itself', async () => {
    const { source, connections, answer, presence } = openLiveTab('e.1');
    const [first, second] = [unknownMark(), unknownMark()];
    expect(source.hasPassed(first)).toBe(false);
    connections[0]?.fail();
    await vi.advanceTimersByTimeAsync(1_000);
    connections[1]?.ready('e.1');
    // What was missed follows.
    expect(source.hasPassed(first)).toBe(false);
    connections[1]?.change('e.2', 'two');
    connections[1]?.beat();
    expect(source.hasPassed(first)).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect([first, second].map((mark) => source.hasPassed(mark))).toEqual([true, false]);
    answer({ resumed: true, changes: [changed('three')], position: 'e.3' });
    presence({});
    await vi.advanceTimersByTimeAsync(1);
    expect([source.position(), source.hasPassed(second)]).toEqual(['e.3', false]);
    await vi.advanceTimersByTimeAsync(100);
    expect(source.hasPassed(second)).toBe(true);
  });

  test('proves a stream dead that does not bring it within three seconds', async () => {
    const { source, connections } = openLiveTab('e.1');
    connections[0]?.change('e.2', 'two');
    source.expect('e.2');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(connections).toHaveLength(1);
    source.expect('e.3');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(connections[1]?.url).toBe(`${STREAM}e.2`);
  });
});

describe('when two things happen at once', () => {
  test('changes that wait for delivery at a gap are dropped: the pages read next have them, or a restore undid them', async () => {
    const { connections, received } = openLiveTab('e.1');
    connections[0]?.change('e.2', 'two');
    connections[0]?.ready('f.9', false);
    connections[0]?.change('f.10', 'ten');
    await vi.advanceTimersByTimeAsync(100);
    expect([received.gaps, received.texts]).toEqual([1, [['ten']]]);
  });

  test('an answer is ignored after the stream got further', async () => {
    const { connections, source, received, answer, held } = openTab({ isHeld: true });
    source.follow('e.1', '');
    answer({ resumed: false, changes: [], position: 'e.2' });
    await vi.advanceTimersByTimeAsync(5_010);
    connections[1]?.ready('e.1');
    connections[1]?.change('e.2', 'two');
    connections[1]?.change('e.3', 'three');
    await held[0]?.give();
    await vi.advanceTimersByTimeAsync(100);
    expect([received.texts, received.gaps]).toEqual([[['two', 'three']], 0]);
    expect(source.position()).toBe('e.3');
  });
});

function openLiveTab(position: string) {
  const tab = openTab();
  tab.source.follow(position, '');
  tab.connections[0]?.ready(position);
  return tab;
}

function openTab({ isHeld = false } = {}) {
  const connections: ReturnType<typeof createConnection>[] = [];
  const state = { isVisible: true, isOnline: true };
  const reader = new EventTarget();
  let reply: Changes | Error = new Problem('unavailable');
  const polled: string[] = [];
  const received = {
    texts: [] as (string | undefined)[][],
    live: [] as boolean[],
    gaps: 0,
    answers: 0,
    versions: [] as string[],
  };
  const browser: Browser = {
    ...createAnsweringBrowser(() => Response.error(), reader),
    onVersion: (version) => received.versions.push(version),
    isVisible: () => state.isVisible,
    isOnline: () => state.isOnline,
    openEventSource: (url) => {
      const connection = createConnection(url);
      connections.push(connection);
      return connection.source;
    },
  };
  const send = async ([, path]: Target): Promise<unknown> => {
    polled.push(path);
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const { ask, held } = holdAnswers(send);
  const source = new ChangeSource(browser, isHeld ? ask : send, () => {});
  const unsubscribe = source.subscribe({
    onChanges: (changes) => {
      received.texts.push(
        changes.map((change) => (change.type === 'changed' ? change.thought.text : undefined)),
      );
    },
    onGap: () => void (received.gaps += 1),
    onAnswer: () => void (received.answers += 1),
    onProgress: () => {},
    onLive: (isLive) => received.live.push(isLive),
  });
  onTestFinished(unsubscribe);
  return {
    unsubscribe,
    connections,
    source,
    received,
    polled,
    held,
    answer: (changes: Omit<Changes, 'version'>) => {
      reply = { ...changes, version: '2.0.0' };
    },
    presence: (next: Partial<typeof state>) => {
      Object.assign(state, next);
      reader.dispatchEvent(new Event('presence'));
    },
  };
}

/** The time by a server's clock, whose zero is its own. */
const sentAt = (delay: number): number => performance.now() + 86_400_000 - delay;

/** One connection of a browser to the stream, in the test's hands. */
function createConnection(url: string) {
  const target = new EventTarget();
  let isClosed = false;
  const source: LiveSource = {
    addEventListener: (type, listener) =>
      target.addEventListener(type, (event) => {
        if (!isClosed && event instanceof MessageEvent) listener(event);
      }),
    close: () => {
      isClosed = true;
    },
  };
  const emit = (type: string, data: object, lastEventId = ''): void => {
    target.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  };
  return {
    url: url.split('&')[0],
    source,
    isClosed: () => isClosed,
    /** `delay` is how long (ms) it was on its way. */
    ready: (position: string, resumed = true, delay = 0) =>
      emit(STREAM_EVENTS.ready, { resumed, version: '2.0.0', sentAt: sentAt(delay) }, position),
    change: (position: string, text: string) => emit(STREAM_EVENTS.change, changed(text), position),
    beat: (delay = 0) => emit(STREAM_EVENTS.heartbeat, { sentAt: sentAt(delay) }),
    sayClosing: (retryAfter: number) => emit(STREAM_EVENTS.closing, { retryAfter }),
    fail: () => emit('error', {}),
  };
}

function changed(text: string): { type: 'changed'; thought: Thought } {
  return { type: 'changed', thought: sampleThought(1, { textID: text.padStart(20, '0'), text }) };
}
