import { describe, expect, test } from 'vitest';
import { newestFirst, timestampFromMillis, type Thought } from '#shared/thought.ts';
import type { LiveEvent } from '#client/backend/backend.ts';
import { createWindowTeller, type ThoughtWindow } from './window-teller.ts';

describe('a window teller', () => {
  test('tells the whole window with whether older thoughts exist', () => {
    const { teller, told } = tellerOf();
    teller.tellWhole(windowOf([3, 2], { more: true }));
    expect(told()).toEqual([{ type: 'result', thoughts: [thought(3), thought(2)], more: true }]);
  });

  test('tells nothing when nothing has changed', () => {
    const { teller, told } = tellerOf([2, 1]);
    teller.tellChanges(windowOf([2, 1]));
    expect(told()).toEqual([]);
  });

  test('tells what is new and what has another text', () => {
    const { teller, told } = tellerOf([2, 1]);
    const edited = { ...thought(1), text: 'edited' };
    teller.tellChanges({ thoughts: [thought(3), thought(2), edited], more: false });
    expect(told()).toEqual([
      { type: 'changed', thought: thought(3) },
      { type: 'changed', thought: edited },
    ]);
  });

  test('tells a removal, also of the last thought', () => {
    const { teller, told } = tellerOf([1]);
    teller.tellChanges(windowOf([]));
    expect(told()).toEqual([{ type: 'removed', textID: thought(1).textID }]);
  });

  test('tells no removal of a thought that newer ones push over the edge', () => {
    const { teller, told } = tellerOf([2, 1]);
    teller.tellChanges(windowOf([3, 2], { more: true }));
    expect(told()).toEqual([{ type: 'changed', thought: thought(3) }]);
    expect(teller.count()).toBe(3);
  });

  test('tells the removal of a thought beyond the edge once the window reaches it again', () => {
    const { teller, told } = tellerOf([2, 1]);
    teller.tellChanges(windowOf([3, 2], { more: true }));
    teller.tellChanges(windowOf([3, 2]));
    expect(told().at(-1)).toEqual({ type: 'removed', textID: thought(1).textID });
  });

  test('tells the whole window when nothing in it is known, as others may be missing between', () => {
    const { teller, told } = tellerOf([2, 1]);
    teller.tellChanges(windowOf([9, 8], { more: true }));
    expect(told()).toEqual([{ type: 'result', thoughts: [thought(9), thought(8)], more: true }]);
  });

  test('tells the connection only when it changes', () => {
    const { teller, told } = tellerOf();
    teller.tellConnection(false);
    teller.tellConnection(false);
    teller.tellConnection(true);
    expect(told()).toEqual([
      { type: 'connection', live: false },
      { type: 'connection', live: true },
    ]);
  });
});

/** A teller that has told these thoughts, and what it tells from then on. */
function tellerOf(hours: readonly number[] = []) {
  const events: LiveEvent[] = [];
  const teller = createWindowTeller((event) => events.push(event));
  if (hours.length > 0) teller.tellWhole(windowOf(hours));
  events.length = 0;
  return { teller, told: () => events };
}

function windowOf(hours: readonly number[], { more = false } = {}): ThoughtWindow {
  return { thoughts: hours.map(thought).toSorted(newestFirst), more };
}

function thought(hour: number): Thought {
  return {
    textID: `thoughtOfTheHour${String(hour).padStart(4, '0')}`,
    uID: 'ada',
    uName: 'Ada',
    text: `thought at ${hour}`,
    createdAt: timestampFromMillis(hour * 3_600_000),
    uProfile: '',
  };
}
