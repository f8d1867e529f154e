import { expect, test } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import type { ThoughtWindow } from '#client/backend/backend.ts';
import { sampleThought as thought } from '#tests/setup/samples.ts';
import { createWindowEmitter } from './watch-thoughts.ts';

test('puts overlapping pages in order, each thought once', () => {
  const { emit, last } = emitterOf();
  emit([thought(4), thought(2), thought(3), thought(2), thought(1)]);
  expect(last()?.thoughts).toEqual([thought(4), thought(3), thought(2), thought(1)]);
});

test('delivers nothing when nothing has changed', () => {
  const { emit, windows } = emitterOf();
  emit([thought(1)]);
  emit([thought(1)]);
  expect(windows).toHaveLength(1);
  emit([thought(1)], { more: true });
  expect(windows).toHaveLength(2);
});

function emitterOf() {
  const windows: ThoughtWindow[] = [];
  const emitWindow = createWindowEmitter((window) => windows.push(window));
  return {
    windows,
    last: () => windows.at(-1),
    emit: (thoughts: Thought[], rest: Partial<ThoughtWindow> = {}) =>
      emitWindow({ thoughts, more: false, source: 'change', ...rest }),
  };
}
