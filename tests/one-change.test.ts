import { expect, test } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import { createThoughtWindow } from '#client/backend/http/thought-window.ts';
import { createChunks } from '#client/components/chunks.ts';
import { applyOptimistic, type Entry } from '#client/writing/optimistic.ts';

const AUTHOR = {
  uid: 'u',
  displayName: 'U',
  photoURL: null,
  email: null,
  metadata: { creationTime: '', lastSignInTime: '' },
};

test('one change among ten thousand thoughts gives one chunk something to draw', () => {
  const window = createThoughtWindow();
  const divide = createChunks<Entry>();
  const chunks = () =>
    divide(applyOptimistic(window.thoughts(), [], AUTHOR)).map(({ items }) => items);
  window.beginReading();
  window.replace({ thoughts: Array.from({ length: 10_000 }, (_, at) => thought(at)), more: false });
  const before = new Set(chunks());
  window.apply([{ type: 'changed', thought: { ...thought(5_000), text: 'edited', version: 2 } }]);
  const after = chunks();
  expect(after).toHaveLength(before.size);
  expect(after.filter((items) => !before.has(items))).toHaveLength(1);
});

function thought(at: number): Thought {
  return {
    textID: String(at).padStart(20, '0'),
    uID: 'u',
    uName: 'U',
    text: `thought ${at}`,
    createdAt: { seconds: at, nanoseconds: 0 },
    uProfile: '',
    version: 1,
  };
}
