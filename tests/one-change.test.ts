import { expect, test } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import { createThoughtWindow } from '#client/backend/http/thought-window.ts';
import { createChunks } from '#client/components/list/chunks.ts';
import { applyOptimistic } from '#client/writing/optimistic.ts';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';

test('one change among ten thousand thoughts gives one chunk something to draw', () => {
  const window = createThoughtWindow();
  const divide = createChunks<Thought>();
  const chunks = () =>
    divide(applyOptimistic(window.thoughts(), [], SAMPLE_USER)).map(({ items }) => items);
  window.beginReading();
  window.replace({
    thoughts: Array.from({ length: 10_000 }, (_, at) => sampleThought(at)),
    more: false,
  });
  const before = new Set(chunks());
  window.apply([
    { type: 'changed', thought: sampleThought(5_000, { text: 'edited', version: 2 }) },
  ]);
  const after = chunks();
  expect(after).toHaveLength(before.size);
  expect(after.filter((items) => !before.has(items))).toHaveLength(1);
});
