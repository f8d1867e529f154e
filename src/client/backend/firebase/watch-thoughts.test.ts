import { expect, test } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import type { ThoughtWindow } from '#client/backend/backend.ts';
import { sampleThought as thought } from '#tests/setup/samples.ts';
import { createWindowEmitter } from './watch-thoughts.ts';

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
