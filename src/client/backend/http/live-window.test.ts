import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PAGE_SIZE } from '#shared/limits.ts';
import { Problem } from '#shared/problem.ts';
import { newestFirst, type Thought } from '#shared/thought.ts';
import type { Change, Page } from '#shared/wire.ts';
import type { ThoughtWindow } from '#client/backend/backend.ts';
import { holdAnswers, ordersOf } from '#tests/server/gate.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import type { ChangeListener, ChangeSource } from './change-source.ts';
import { LiveWindow, type PageRange } from './live-window.ts';

describe('a live query on our own server', () => {
  test('shows its first page before it reads down to where the reader was', async () => {
    const { windows, reads } = watchBoard({ stored: 400, size: 300 });
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(300));
    expect(windows.map(({ thoughts }) => thoughts.length)).toEqual([PAGE_SIZE, 250, 300]);
    expect(reads.map(({ size }) => size)).toEqual([PAGE_SIZE, 200, 50]);
    expect(windows.every(({ source }) => source === 'read')).toBe(true);
  });

  test('reads again, after a gap, down to where it ended, but past a thousand new ones at most', async () => {
    const scene = watchBoard({ stored: 300, size: 120 });
    const { windows, board, miss, receive, live, setLive } = scene;
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(120));
    for (let count = 0; count < 70; count += 1) board.add();
    miss();
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(200));
    expect(windows.at(-1)?.source).toBe('change');
    const shown = new Set(windows.at(-1)?.thoughts);
    expect(windows.at(-2)?.thoughts.every((thought) => shown.has(thought))).toBe(true);
    setLive(true);
    for (let count = 0; count < 1_500; count += 1) board.add();
    miss();
    await vi.waitFor(() => expect(live()).toBe(true));
    receive(board.edit(500));
    expect(windows.at(-1)?.thoughts).toHaveLength(1_200);
  });

  test('shows nothing older than where it ended while it is read again, or for the first time', async () => {
    const { board, held, miss, receive, texts } = watchHeld({ stored: 300, size: 50 });
    receive(board.edit(8));
    await held[0]?.give();
    receive(board.edit(9));
    for (let count = 0; count < 250; count += 1) board.add();
    miss();
    receive(board.edit(10));
    await held[1]?.give();
    receive(board.edit(11));
    expect(texts()).not.toContain('edited');
  });

  test('waits as long as a request limit asks', async () => {
    vi.useFakeTimers();
    const { held } = watchHeld({ stored: 2, size: 50 });
    await held[0]?.fail(new Problem('too-many-requests', { retryAfter: 10_000 }));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(held).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(held).toHaveLength(2);
  });

  test('asks for an older page once, however often its end is seen, and for nothing once it is closed', async () => {
    const { query, held, reads, listeners, follow } = watchHeld({ stored: 300, size: 50 });
    await held[0]?.give();
    for (let count = 0; count < 3; count += 1) query.grow();
    expect(reads).toHaveLength(2);
    query.close();
    expect([reads[1]?.signal.aborted, listeners.size]).toEqual([true, 0]);
    await held[1]?.give();
    expect(follow).toHaveBeenCalledOnce();
  });

  test('reads a page again that lacks what it has received, or that is of a restored board', async () => {
    vi.useFakeTimers();
    const { held, follow, miss, windows, texts } = watchHeld({ stored: 2, size: 50 });
    follow.mockReturnValueOnce(false);
    await held[0]?.give();
    expect(windows).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    follow.mockImplementationOnce(() => {
      miss();
      return true;
    });
    for (const page of [1, 2]) await held[page]?.give();
    expect(texts()).toEqual(['thought 2', 'thought 1']);
  });
});

describe('the list of a live query is live', () => {
  test('not from a gap until every page is read again, each by itself, the first shown at once', async () => {
    vi.useFakeTimers();
    const scene = watchHeld({ stored: 300, size: 250 });
    const { board, live, setLive, held, miss, reads, receive, texts } = scene;
    setLive(true);
    expect(live()).toBe(false);
    receive(changed(sampleThought(299)));
    for (const page of [0, 1]) await held[page]?.give();
    expect([texts().length, live()]).toEqual([250, true]);
    board.remove(sampleThought(299).textID);
    board.add();
    miss();
    expect(live()).toBe(false);
    await held[2]?.give();
    expect(texts().slice(0, 3)).toEqual(['thought 301', 'thought 300', 'thought 298']);
    expect([texts().length, live()]).toEqual([250, false]);
    await held[3]?.fail(new Problem('unavailable'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(live()).toBe(false);
    await held[4]?.give();
    expect([texts().length, live()]).toEqual([300, true]);
    expect(reads.map(({ after }) => after?.textID)).toEqual(
      [undefined, 251, undefined, 101, 101].map((at) => at && sampleThought(at).textID),
    );
  });

  test('again within two seconds after pages can be read, and at once when the server answers', async () => {
    vi.useFakeTimers();
    const { live, setLive, held, miss, answer } = watchHeld({ stored: 2, size: 50 });
    setLive(true);
    await held[0]?.give();
    miss();
    for (let count = 1; count < 20; count += 1) {
      await held[count]?.fail(new Problem('unavailable', { retryAfter: 60_000 }));
      await vi.advanceTimersByTimeAsync(2_000);
      expect(held).toHaveLength(count + 2);
    }
    await held.at(-1)?.fail(new Problem('unavailable'));
    answer();
    await vi.advanceTimersByTimeAsync(0);
    await held.at(-1)?.give();
    expect([held.length, live()]).toEqual([22, true]);
  });

  test('only while its source is', async () => {
    const { live, setLive, held } = watchHeld({ stored: 2, size: 50 });
    await held[0]?.give();
    const seen = [true, false, true].map((isLive) => {
      setLive(isLive);
      return live();
    });
    expect(seen).toEqual([true, false, true]);
  });

  test('after a gap on what was an empty board, where it keeps all that it shows', async () => {
    const { board, receive, miss, texts, until, windows } = watchBoard({ stored: 0, size: 50 });
    await vi.waitFor(() => expect(windows).toHaveLength(1));
    receive(...Array.from({ length: 300 }, () => changed(board.add())));
    expect(texts()).toHaveLength(300);
    board.add();
    board.remove(sampleThought(1).textID);
    miss();
    await until(Array.from({ length: 300 }, (_, index) => 301 - index));
  });
});

test.for(ordersOf(['first', 'second', 'change'] as const))(
  'when one list is read twice %s, %s, %s: the newest stays',
  async (order) => {
    const { board, held, miss, receive, texts } = watchHeld({ stored: 2, size: 50 });
    board.add();
    miss();
    const edit = board.edit(1);
    const happens = {
      first: () => held[0]?.give(),
      second: () => held[1]?.give(),
      change: () => receive(edit),
    };
    for (const event of order) await happens[event]();
    expect(texts()).toEqual(['thought 3', 'thought 2', 'edited']);
  },
);

describe('with pages and changes in any order', () => {
  test('it keeps what arrives before its first page: a removal while its thought is being read stays a removal', async () => {
    const { board, windows, receive, until } = watchBoard({ stored: 3, size: 50 });
    receive(changed(board.add()), { type: 'removed', textID: sampleThought(3).textID });
    expect(windows).toEqual([]);
    await until([4, 2, 1]);
  });

  test('the higher of two versions stays, whichever comes last', async () => {
    const { receive, texts, until } = watchBoard({ stored: 1, size: 50 });
    receive(edited(1, 2));
    await until([1]);
    expect(texts()).toEqual(['v2']);
    receive(edited(1, 1));
    expect(texts()).toEqual(['v2']);
    receive(edited(1, 3));
    expect(texts()).toEqual(['v3']);
  });
});

interface Scene {
  stored: number;
  size: number;
  /** Whether pages wait for the test. */
  isHeld?: boolean;
}

/** Watches a board whose pages wait for the test. */
function watchHeld(scene: Scene) {
  return watchBoard({ ...scene, isHeld: true });
}

function watchBoard({ stored, size, isHeld = false }: Scene) {
  const board = createBoard(stored);
  const windows: ThoughtWindow[] = [];
  const reads: PageRange[] = [];
  const listeners = new Set<ChangeListener>();
  let isLive = false;
  const read = async (range: PageRange): Promise<Page> => {
    reads.push(range);
    return board.page(range);
  };
  const { ask, held } = holdAnswers(read);
  const follow = vi.fn<ChangeSource['follow']>(() => true);
  const query = new LiveWindow({
    author: undefined,
    size,
    source: {
      follow,
      position: () => 'e.0',
      hasPassed: () => true,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    read: isHeld ? ask : read,
    listener: {
      onWindow: (window) => windows.push(window),
      onProgress: () => {},
      onLive: (next) => {
        isLive = next;
      },
    },
  });
  onTestFinished(() => query.close());
  return {
    query,
    listeners,
    follow,
    board,
    windows,
    reads,
    held,
    live: () => isLive,
    setLive: (next: boolean) => listeners.forEach((listener) => listener.onLive(next)),
    answer: () => listeners.forEach((listener) => listener.onAnswer()),
    miss: () => listeners.forEach((listener) => listener.onGap()),
    receive: (...changes: Change[]) => listeners.forEach((listener) => listener.onChanges(changes)),
    texts: () => windows.at(-1)?.thoughts.map(({ text }) => text) ?? [],
    /** Waits until the window holds the thoughts of these seconds. */
    until: (seconds: readonly number[]) =>
      vi.waitFor(() =>
        expect(windows.at(-1)?.thoughts.map(({ createdAt }) => createdAt.seconds)).toEqual(seconds),
      ),
  };
}

function createBoard(stored: number) {
  let thoughts: Thought[] = [];
  const add = (): Thought => {
    const thought = sampleThought((thoughts[0]?.createdAt.seconds ?? 0) + 1);
    thoughts.unshift(thought);
    return thought;
  };
  for (let count = 0; count < stored; count += 1) add();
  return {
    add,
    remove: (textID: string) => {
      thoughts = thoughts.filter((thought) => thought.textID !== textID);
    },
    edit: (seconds: number): Change => {
      const next = sampleThought(seconds, { text: 'edited', version: 2 });
      thoughts = thoughts.map((thought) => (thought.textID === next.textID ? next : thought));
      return changed(next);
    },
    page: ({ size, after }: PageRange): Page => {
      const start =
        after === undefined ? 0 : thoughts.findIndex((one) => newestFirst(one, after) > 0);
      const found = structuredClone(thoughts.slice(start, start + size));
      return { thoughts: found, more: start + size < thoughts.length, position: 'e.1' };
    },
  };
}

function changed(thought: Thought): Change {
  return { type: 'changed', thought };
}

function edited(seconds: number, version: number): Change {
  return changed(sampleThought(seconds, { text: `v${version}`, version }));
}
