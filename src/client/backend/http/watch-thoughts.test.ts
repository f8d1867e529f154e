import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PAGE_LIMIT, PAGE_SIZE } from '#shared/limits.ts';
import { Problem } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import type { Page } from '#shared/wire.ts';
import type { ThoughtWindow } from '#client/backend/backend.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import type { ChangeListener } from './change-delivery.ts';
import type { PageRange } from './read-page.ts';
import { watchThoughts } from './watch-thoughts.ts';

describe('a live query on our own server', () => {
  test('shows its first page before it reads down to where the reader was', async () => {
    const { windows, reads } = watchBoard({ stored: 400, size: 300 });
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(300));
    expect(windows.map(({ thoughts }) => thoughts.length)).toEqual([PAGE_SIZE, 250, 300]);
    expect(reads.map(({ size }) => size)).toEqual([PAGE_SIZE, 200, 50]);
    expect(windows.every(({ source }) => source === 'read')).toBe(true);
  });

  test('reads again, after a gap, down to where it ended', async () => {
    const { windows, board, miss } = watchBoard({ stored: 300, size: 120 });
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(120));
    for (let count = 0; count < 70; count += 1) board.add();
    miss();
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(200));
    expect(windows.at(-1)?.source).toBe('change');
    const shown = new Set(windows.at(-1)?.thoughts.map(({ textID }) => textID));
    expect(windows.at(-2)?.thoughts.every(({ textID }) => shown.has(textID))).toBe(true);
  });

  test('loses nothing of a long list after a gap', async () => {
    const { windows, board, miss } = watchBoard({ stored: 2_000, size: 1_700 });
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(1_700));
    const before = windows.length;
    for (let count = 0; count < 70; count += 1) board.add();
    miss();
    await vi.waitFor(() => expect(windows.length).toBeGreaterThan(before));
    const shown = new Set(windows[before]?.thoughts);
    expect(windows[before - 1]?.thoughts.filter((thought) => !shown.has(thought))).toEqual([]);
  });

  test('does not read on to where it ended past more than a thousand that are new', async () => {
    const { windows, board, miss } = watchBoard({ stored: 300, size: 120 });
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(120));
    for (let count = 0; count < 3_000; count += 1) board.add();
    miss();
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(1_200));
  });

  test('reads on to where the reader was though it is asked to grow meanwhile', async () => {
    const { windows, query } = watchBoard({ stored: 400, size: 300 });
    // As soon as the first page is there, and before the next one is.
    while (windows.length === 0) await Promise.resolve();
    query.grow();
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(300));
  });

  test('shows that everything was removed while it missed it', async () => {
    const { windows, board, miss } = watchBoard({ stored: 3, size: 50 });
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(3));
    board.clear();
    miss();
    await vi.waitFor(() =>
      expect(windows.at(-1)).toEqual({ thoughts: [], more: false, source: 'change' }),
    );
  });

  test('reads a page again that is older than what is received', async () => {
    const { windows, reads } = watchBoard({ stored: 3, size: 50, uncovered: 1 });
    await vi.waitFor(() => expect(windows).toHaveLength(1));
    expect(reads).toHaveLength(2);
  });

  test('waits before it reads once more a page that is older still', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { windows, reads } = watchBoard({ stored: 3, size: 50, uncovered: 4 });
    await vi.advanceTimersByTimeAsync(400);
    expect(reads).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(reads).toHaveLength(5);
    expect(windows).toHaveLength(1);
  });

  test('keeps what arrives before its first page', async () => {
    const { windows, board, receive } = watchBoard({ stored: 2, size: 50 });
    receive(board.add());
    expect(windows).toEqual([]);
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(3));
  });

  test('does not forget that it was to grow while it was reading again', async () => {
    // As many as one reading brings: what it reads in vain would do for growth.
    const { windows, query, miss } = watchBoard({ stored: 400, size: PAGE_LIMIT });
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(PAGE_LIMIT));
    miss();
    query.grow();
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(PAGE_LIMIT + PAGE_SIZE));
  });

  test('reads only the page again that failed', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { windows, reads, failures } = watchBoard({ stored: 400, size: 300 });
    // The first page is being read already.
    failures.push('none', 'unavailable');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(windows.at(-1)?.thoughts).toHaveLength(300);
    expect(reads.map(({ size }) => size)).toEqual([PAGE_SIZE, 200, 50, 50]);
  });

  test('has no hole when it shrinks while an older page is read', async () => {
    const { windows, query, reads } = watchBoard({ stored: 300, size: 100 });
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(100));
    const [newest] = windows.at(-1)?.thoughts ?? [];
    const before = reads.length;
    query.grow();
    // As soon as it is asked for, and before it is there.
    while (reads.length === before) await Promise.resolve();
    query.shrink(60);
    query.grow();
    await vi.waitFor(() => expect(windows.at(-1)?.thoughts).toHaveLength(110));
    const seconds = windows.at(-1)?.thoughts.map(({ createdAt }) => createdAt.seconds) ?? [];
    expect(seconds).toEqual(seconds.map((_, index) => (newest?.createdAt.seconds ?? 0) - index));
  });

  test('asks who is signed in when it may not read', async () => {
    const { refusals } = watchBoard({ stored: 2, size: 50, problem: 'signed-out' });
    await vi.waitFor(() => expect(refusals()).toBe(1));
  });

  test('delivers nothing once it is closed', async () => {
    const { windows, query, board, miss, receive } = watchBoard({ stored: 2, size: 50 });
    await vi.waitFor(() => expect(windows).toHaveLength(1));
    query.close();
    receive(board.add());
    miss();
    await Promise.resolve();
    expect(windows).toHaveLength(1);
  });
});

interface Scene {
  stored: number;
  size: number;
  /** How many pages are older than what is received. */
  uncovered?: number;
  problem?: 'signed-out';
}

function watchBoard({ stored, size, uncovered = 0, problem }: Scene) {
  /** How the next readings end; well when none is left. */
  const failures: ('none' | 'unavailable')[] = [];
  const board = createBoard(stored);
  const windows: ThoughtWindow[] = [];
  const reads: PageRange[] = [];
  const listeners = new Set<ChangeListener>();
  let refusals = 0;
  let left = uncovered;
  const query = watchThoughts({
    author: undefined,
    size,
    source: {
      follow: () => {
        left -= 1;
        return left < 0;
      },
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      verify: () => {},
      close: () => {},
    },
    read: async (range) => {
      if (problem !== undefined) throw new Problem(problem);
      reads.push(range);
      if (failures.shift() === 'unavailable') throw new Problem('unavailable');
      return board.page(range);
    },
    onSignedOut: () => {
      refusals += 1;
    },
    listener: { onWindow: (window) => windows.push(window), onLive: () => {} },
  });
  onTestFinished(() => query.close());
  return {
    query,
    board,
    windows,
    reads,
    failures,
    refusals: () => refusals,
    miss: () => listeners.forEach((listener) => listener.onGap()),
    receive: (thought: Thought) =>
      listeners.forEach((listener) => listener.onChanges([{ type: 'changed', thought }])),
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
    clear: () => {
      thoughts = [];
    },
    page: ({ size, after }: PageRange): Page => {
      const start = after === undefined ? 0 : thoughts.indexOf(after) + 1;
      const found = thoughts.slice(start, start + size);
      return { thoughts: found, more: start + size < thoughts.length, position: 'e.1' };
    },
  };
}
