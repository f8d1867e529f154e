import { expect, test, vi } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import { unknownMark, type ThoughtWindow } from '#client/backend/backend.ts';
import { sampleThought as thought } from '#tests/setup/samples.ts';
import { markOf } from './writes.ts';
import { ARRIVAL_MS, createPassed, createWindowEmitter } from './watch-thoughts.ts';

const ADDED = markOf({ kind: 'add', textID: thought(2).textID, text: 'added' });

test('puts overlapping pages in order, each thought once', () => {
  const { emit, last } = emitterOf();
  emit([thought(4), thought(2), thought(3), thought(2), thought(1)]);
  expect(last()).toEqual([thought(4), thought(3), thought(2), thought(1)]);
});

test('keeps the object of a thought that has not changed', () => {
  const { emit, last } = emitterOf();
  emit([thought(1)]);
  const [known] = last() ?? [];
  emit([thought(2), thought(1)]);
  expect(last()?.at(1)).toBe(known);
});

function emitterOf() {
  const windows: ThoughtWindow[] = [];
  const emitWindow = createWindowEmitter((window) => windows.push(window));
  return {
    last: () => windows.at(-1)?.thoughts,
    emit: (thoughts: Thought[]) => emitWindow({ thoughts, more: false, source: 'change' }),
  };
}

test('a list that has passed an edit, and was live again since, has not passed the same edit of later', () => {
  const { hasPassed, onLive, show } = passedOf();
  const { textID } = thought(1);
  onLive(true);
  show(thought(1, { text: 'edited' }));
  expect(hasPassed(markOf({ kind: 'edit', textID, text: 'edited' }))).toBe(true);
  for (const isLive of [false, true]) onLive(isLive);
  vi.advanceTimersByTime(ARRIVAL_MS);
  show(thought(1, { text: 'as before' }));
  const later = markOf({ kind: 'edit', textID, text: 'edited' });
  expect(hasPassed(later)).toBe(false);
  show(thought(1, { text: 'edited' }));
  expect(hasPassed(later)).toBe(true);
});

test('a list that was live again has passed a write whose answer was lost before, not one of later', () => {
  const { hasPassed, onLive, show } = passedOf();
  const [first, second] = [unknownMark(), unknownMark()];
  onLive(true);
  show();
  expect(hasPassed(first)).toBe(false);
  for (const isLive of [false, true]) onLive(isLive);
  vi.advanceTimersByTime(ARRIVAL_MS);
  expect([first, second].map(hasPassed)).toEqual([true, false]);
});

test('a list that becomes live with what was read before a write has passed it only once it had time to show it', () => {
  const { hasPassed, onLive, show, asked } = passedOf();
  show();
  expect(hasPassed(ADDED)).toBe(false);
  for (const isLive of [true, false]) {
    onLive(isLive);
    vi.advanceTimersByTime(ARRIVAL_MS - 1);
    expect(hasPassed(ADDED)).toBe(false);
  }
  onLive(true);
  vi.advanceTimersByTime(ARRIVAL_MS);
  expect(asked.at(-1)).toBe(true);
});

test('a list that has just become live passes what it is asked for by then, also a thought that is deleted since', () => {
  const { onLive, show, asked } = passedOf();
  show();
  onLive(true);
  expect(asked).toEqual([false]);
  vi.advanceTimersByTime(ARRIVAL_MS);
  expect(asked).toEqual([false, true]);
});

test('a list has passed an edit of what lies beyond its end, but nothing before it is read', () => {
  const { hasPassed, onLive, show } = passedOf();
  const edit = markOf({ kind: 'edit', textID: thought(1).textID, text: 'edited' });
  onLive(true);
  expect(hasPassed(edit)).toBe(false);
  show();
  expect(hasPassed(edit)).toBe(true);
});

test('a list that stays live has not passed a write whose answer was lost meanwhile', () => {
  const { hasPassed, onLive, show } = passedOf();
  show();
  onLive(true);
  vi.advanceTimersByTime(ARRIVAL_MS);
  const lost = unknownMark();
  expect(hasPassed(lost)).toBe(false);
  onLive(true);
  vi.advanceTimersByTime(ARRIVAL_MS);
  expect(hasPassed(lost)).toBe(false);
});

/** A list that is asked for an add whenever it says so. */
function passedOf() {
  vi.useFakeTimers();
  const asked: boolean[] = [];
  const passed = createPassed({
    onWindow: () => {},
    onProgress: () => asked.push(passed.hasPassed(ADDED)),
    onLive: () => {},
  });
  const show = (...thoughts: Thought[]): void =>
    passed.onWindow({ thoughts, more: false, source: 'change' });
  return { ...passed, asked, show };
}
