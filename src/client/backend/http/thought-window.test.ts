import { describe, expect, test } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import { createThoughtWindow, type WindowContents } from './thought-window.ts';

describe('the window of a live query', () => {
  test('holds what was read, newest first', () => {
    const window = windowOf([3, 2], true);
    expect(ids(window)).toEqual([3, 2]);
    window.beginReading();
    window.append(page([1], false));
    expect(ids(window)).toEqual([3, 2, 1]);
  });

  test('keeps what arrives while it is being read', () => {
    const window = createThoughtWindow();
    window.beginReading();
    window.apply([changed(9)]);
    window.replace(page([3, 2], true));
    expect(ids(window)).toEqual([9, 3, 2]);
  });

  test('a removal that arrives while it is being read stays a removal', () => {
    const window = createThoughtWindow();
    window.beginReading();
    window.apply([{ type: 'removed', textID: id(3) }]);
    window.replace(page([3, 2], false));
    expect(ids(window)).toEqual([2]);
  });

  test('what was deleted unseen goes when it is read again', () => {
    const window = windowOf([3, 2, 1], false);
    window.beginReading();
    window.replace(page([3, 1], false));
    expect(ids(window)).toEqual([3, 1]);
  });

  test('what came back with a restored database is there again', () => {
    const window = windowOf([3, 2], false);
    window.apply([{ type: 'removed', textID: id(3) }]);
    window.beginReading();
    window.replace(page([3, 2], false));
    expect(ids(window)).toEqual([3, 2]);
  });

  test('of two versions the higher stays, whichever comes last', () => {
    const window = createThoughtWindow();
    window.beginReading();
    window.apply([changed(3, 2)]);
    window.replace(page([3], false));
    expect(window.thoughts()[0]?.text).toBe('3 v2');
    expect(window.apply([changed(3, 1)])).toBe(false);
    expect(window.apply([changed(3, 2)])).toBe(false);
    expect(window.apply([changed(3, 3)])).toBe(true);
  });

  test('an edit by hand in the database, which counts no version, shows', () => {
    const window = windowOf([3], false);
    const byHand = { ...thought(3), text: 'by hand' };
    expect(window.apply([{ type: 'changed', thought: byHand }])).toBe(true);
    expect(window.thoughts()[0]?.text).toBe('by hand');
  });

  test('an edit of a thought beyond the edge changes nothing, so that no gap opens', () => {
    const window = windowOf([3, 2], true);
    expect(window.apply([changed(1, 2)])).toBe(false);
    expect(ids(window)).toEqual([3, 2]);
  });

  test('an edit that arrives while the page with its thought is read is not lost', () => {
    const window = windowOf([3, 2], true);
    window.beginReading();
    window.apply([changed(1, 2)]);
    window.append(page([1], false));
    expect(window.thoughts().at(-1)?.text).toBe('1 v2');
  });

  test('without older thoughts beyond it, any thought belongs', () => {
    expect(windowOf([], false).apply([changed(1)])).toBe(true);
  });

  test("of one author's window the others' thoughts are no part", () => {
    const window = createThoughtWindow('somebody else');
    window.replace(page([], false));
    expect(window.apply([changed(1)])).toBe(false);
  });

  test('an unchanged thought stays the same object, so that its card need not be drawn again', () => {
    const window = windowOf([2, 1], false);
    const [, kept] = window.thoughts();
    window.apply([changed(3), changed(2, 2)]);
    expect(window.thoughts()[2]).toBe(kept);
    window.beginReading();
    window.replace(page([3, 2, 1], false));
    expect(window.thoughts()[2]).toBe(kept);
  });

  test('what it let go of by shrinking can be read again', () => {
    const window = windowOf([3, 2, 1], false);
    window.shrink(2);
    expect([ids(window), window.more()]).toEqual([[3, 2], true]);
    window.beginReading();
    window.append(page([1], false));
    expect([ids(window), window.more()]).toEqual([[3, 2, 1], false]);
  });
});

function windowOf(seconds: number[], more: boolean): WindowContents {
  const window = createThoughtWindow();
  window.beginReading();
  window.replace(page(seconds, more));
  return window;
}

function id(seconds: number): string {
  return String(seconds).padStart(20, '0');
}

function thought(seconds: number, version = 1): Thought {
  return sampleThought(seconds, { text: `${seconds} v${version}`, version });
}

function changed(seconds: number, version = 1) {
  return { type: 'changed', thought: thought(seconds, version) } as const;
}

function page(seconds: number[], more: boolean) {
  return { thoughts: seconds.map((at) => thought(at)), more };
}

function ids(window: WindowContents): number[] {
  return window.thoughts().map(({ textID }) => Number(textID));
}
