import { describe, expect, test, vi } from 'vitest';
import { newestFirst, type Thought } from '#shared/thought.ts';
import type { LiveEvent } from '#client/backend/backend.ts';
import { createLiveQuery } from './live-query.ts';

describe('a live list', () => {
  test('loads until the first result', () => {
    const { tell, state } = open();
    expect(state().isLoading).toBe(true);
    tell({ type: 'result', thoughts: [thought(1)], more: true });
    expect(state()).toMatchObject({ isLoading: false, more: true, thoughts: [thought(1)] });
  });

  test('a first result that is empty ends the loading', () => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => {});
    const { tell, state } = open();
    tell({ type: 'result', thoughts: [], more: false });
    expect(state()).toMatchObject({ isLoading: false, thoughts: [] });
    expect(log).toHaveBeenCalledOnce();
  });

  test('an empty result never replaces a list; it is only logged', () => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => {});
    const { tell, state } = open();
    tell({ type: 'result', thoughts: [thought(1)], more: false });
    tell({ type: 'result', thoughts: [], more: false });
    expect(state().thoughts).toEqual([thought(1)]);
    expect(log).toHaveBeenCalledOnce();
  });

  test('a removal takes its card away, also the last one', () => {
    const { tell, state } = open();
    tell({ type: 'result', thoughts: [thought(1)], more: false });
    tell({ type: 'removed', textID: thought(1).textID });
    expect(state().thoughts).toEqual([]);
  });

  test('a new thought takes its place by time, an edited one stays in its place', () => {
    const { tell, state } = open();
    tell({ type: 'result', thoughts: [thought(5), thought(1)], more: false });
    tell({ type: 'changed', thought: thought(3) });
    tell({ type: 'changed', thought: thought(9) });
    tell({ type: 'changed', thought: { ...thought(1), text: 'edited' } });
    expect(state().thoughts.map(({ text }) => text)).toEqual(['9', '5', '3', 'edited']);
  });

  test('equal times are ordered by id, so that every reader sees one order', () => {
    const a = { ...thought(1), textID: 'A'.repeat(20) };
    const b = { ...thought(1), textID: 'B'.repeat(20) };
    expect([a, b].toSorted(newestFirst)).toEqual([b, a]);
    expect([b, a].toSorted(newestFirst)).toEqual([b, a]);
  });

  test('tells whether changes arrive', () => {
    const { tell, state } = open();
    tell({ type: 'connection', live: true });
    expect(state().isLive).toBe(true);
    tell({ type: 'connection', live: false });
    expect(state().isLive).toBe(false);
  });
});

function open() {
  const listeners: ((event: LiveEvent) => void)[] = [];
  const query = createLiveQuery((onEvent) => {
    listeners.push(onEvent);
    return { grow: () => {}, close: () => {} };
  });
  const tell = (event: LiveEvent): void => listeners.forEach((listener) => listener(event));
  return { tell, state: query.state.get };
}

function thought(seconds: number): Thought {
  return {
    textID: String(seconds).padStart(20, '0'),
    uID: 'u',
    uName: 'U',
    text: String(seconds),
    createdAt: { seconds, nanoseconds: 0 },
    uProfile: '',
  };
}
