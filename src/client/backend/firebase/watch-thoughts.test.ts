import { expect, test } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import { unknownMark, type ThoughtWindow } from '#client/backend/backend.ts';
import { sampleThought as thought } from '#tests/setup/samples.ts';
import { markOf } from './writes.ts';
import { createPassed, createWindowEmitter } from './watch-thoughts.ts';

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
  const { hasPassed, onLive, onWindow } = createPassed({
    onWindow: () => {},
    onProgress: () => {},
    onLive: () => {},
  });
  const show = (text: string): void =>
    onWindow({ thoughts: [thought(1, { text })], more: false, source: 'change' });
  const { textID } = thought(1);
  onLive(true);
  show('edited');
  expect(hasPassed(markOf({ kind: 'edit', textID, text: 'edited' }))).toBe(true);
  for (const isLive of [false, true]) onLive(isLive);
  show('as before');
  const later = markOf({ kind: 'edit', textID, text: 'edited' });
  expect(hasPassed(later)).toBe(false);
  show('edited');
  expect(hasPassed(later)).toBe(true);
});

test('a list that was live again has passed a write whose answer was lost before, not one of later', () => {
  const { hasPassed, onLive, onWindow } = createPassed({
    onWindow: () => {},
    onProgress: () => {},
    onLive: () => {},
  });
  const [first, second] = [unknownMark(), unknownMark()];
  onLive(true);
  onWindow({ thoughts: [], more: false, source: 'change' });
  expect(hasPassed(first)).toBe(false);
  for (const isLive of [false, true]) onLive(isLive);
  expect([first, second].map(hasPassed)).toEqual([true, false]);
});
