// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#shared/user.ts';
import type { Backend } from '#client/backend/backend.ts';
import { openBoard, type Board } from '#client/board.ts';
import { createMemoryBackend } from '#client/backend/memory/memory-backend.ts';
import { createMemoryDatabase } from '#client/backend/memory/memory-database.ts';
import { createStore } from '#client/store/store.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import type { AuthState } from './auth-session.ts';
import { createBoardStore, whenLoaded } from './board-store.ts';

describe('the board of who is signed in', () => {
  test('is opened for each person, and closed when they leave', async () => {
    const { session, boards, closed } = open();
    expect(boards.get()).toBe('unknown');
    const known = boards.whenKnown();
    session.set(SAMPLE_USER);
    await expect(known).resolves.toMatchObject({ user: SAMPLE_USER });
    session.set({ ...SAMPLE_USER, uid: 'next' });
    expect(closed).toEqual(['u']);
    session.set(null);
    expect(closed).toEqual(['u', 'next']);
    await expect(boards.whenKnown()).resolves.toBeNull();
  });
});

describe('waiting for the first thoughts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('ends when they are there', async () => {
    const { session, boards } = open();
    session.set(SAMPLE_USER);
    const done = follow(whenLoaded(boards, 60_000));
    expect(done()).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(done()).toBe(true);
  });

  test('ends without them when they take too long', async () => {
    const { session, boards } = open({ answers: false });
    session.set(SAMPLE_USER);
    const done = follow(whenLoaded(boards, 300));
    await vi.advanceTimersByTimeAsync(299);
    expect(done()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(done()).toBe(true);
  });

  test.for([null, 'unknown'] as const)('is none without a board: %s', async (state) => {
    const { session, boards } = open();
    session.set(state);
    const done = follow(whenLoaded(boards, 60_000));
    await vi.advanceTimersByTimeAsync(0);
    expect(done()).toBe(true);
  });
});

/** Tells whether a promise has resolved. */
function follow(promise: Promise<void>): () => boolean {
  let isDone = false;
  void promise.then(() => (isDone = true));
  return () => isDone;
}

function open({ answers } = { answers: true }) {
  const session = createStore<AuthState>('unknown');
  const closed: string[] = [];
  const memory = createMemoryBackend(createMemoryDatabase(), SAMPLE_USER);
  void memory.signIn();
  const silent = { onWindow: () => {}, onLive: () => {} };
  const backend: Backend = {
    ...memory,
    watch: (name, size, listener) => memory.watch(name, size, answers ? listener : silent),
  };
  const openFor = (user: User): Board => {
    const [lasting, tab] = [openBrowser()(), openBrowser()()];
    const board = openBoard(backend, user, { lasting, tab });
    return {
      ...board,
      close: () => closed.push(user.uid),
    };
  };
  return { session, boards: createBoardStore({ state: session }, openFor), closed };
}
