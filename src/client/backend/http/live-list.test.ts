import { describe, expect, test } from 'vitest';
import type { LiveEvent } from '#client/backend/backend.ts';
import type { Page, VersionedThought } from '#shared/wire.ts';
import { createLiveList } from './live-list.ts';

describe('the window of a live query', () => {
  test('holds what was read, newest first', () => {
    const list = createLiveList();
    expect(ids(list.beginReading()(page([3, 2], true)))).toEqual([3, 2]);
    expect(ids(list.append(page([1], false)))).toEqual([3, 2, 1]);
  });

  test('keeps what arrived while it was being read', () => {
    const list = createLiveList();
    const finish = list.beginReading();
    list.apply(changed(9));
    expect(ids(finish(page([3, 2], true)))).toEqual([9, 3, 2]);
  });

  test('a removal heard while it was being read stays a removal', () => {
    const list = createLiveList();
    const finish = list.beginReading();
    list.apply({ type: 'removed', textID: id(3) });
    expect(ids(finish(page([3, 2], false)))).toEqual([2]);
  });

  test('what was deleted unheard goes when it is read anew', () => {
    const list = createLiveList();
    list.beginReading()(page([3, 2, 1], false));
    expect(ids(list.beginReading()(page([3, 1], false)))).toEqual([3, 1]);
  });

  test('of two editions the higher version stays, whichever comes last', () => {
    const list = createLiveList();
    const finish = list.beginReading();
    list.apply(changed(3, 2));
    const result = finish(page([3], false));
    expect(result.type === 'result' && result.thoughts[0]?.text).toBe('3 v2');
    expect(list.apply(changed(3, 1))).toEqual([]);
    expect(list.apply(changed(3, 2))).toEqual([]);
    expect(list.apply(changed(3, 3))).toHaveLength(1);
  });

  test('an edit of a thought beyond the edge changes nothing, so that no gap opens', () => {
    const list = createLiveList();
    list.beginReading()(page([3, 2], true));
    expect(list.apply(changed(1, 2))).toEqual([]);
    expect(ids(list.append(page([1], false)))).toEqual([3, 2, 1]);
  });

  test('without older thoughts beyond it, any thought belongs', () => {
    const list = createLiveList();
    list.beginReading()(page([], false));
    expect(list.apply(changed(1))).toHaveLength(1);
  });

  test("of one author's window the others' thoughts are no part", () => {
    const list = createLiveList('somebody else');
    list.beginReading()(page([], false));
    expect(list.apply(changed(1))).toEqual([]);
  });

  test('an unchanged thought stays the same object, so that its card need not be drawn again', () => {
    const list = createLiveList();
    const first = list.beginReading()(page([1], false));
    const second = list.beginReading()(page([1], false));
    expect(thoughts(second)[0]).toBe(thoughts(first)[0]);
  });
});

function id(seconds: number): string {
  return String(seconds).padStart(20, '0');
}

function versioned(seconds: number, version = 1): VersionedThought {
  return {
    textID: id(seconds),
    uID: 'u',
    uName: 'U',
    text: `${seconds} v${version}`,
    createdAt: { seconds, nanoseconds: 0 },
    uProfile: '',
    version,
  };
}

function changed(seconds: number, version = 1) {
  return { type: 'changed', thought: versioned(seconds, version) } as const;
}

function page(seconds: number[], more: boolean): Page {
  return { thoughts: seconds.map((at) => versioned(at)), more };
}

function thoughts(event: LiveEvent) {
  return event.type === 'result' ? event.thoughts : [];
}

function ids(event: LiveEvent): number[] {
  return thoughts(event).map(({ textID }) => Number(textID));
}
