import { expect, test, vi } from 'vitest';
import type { ThoughtWindow, WindowListener } from '#client/backend/backend.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import { createLiveQuery } from './live-query.ts';

test('an empty result never replaces a list; it is only logged', () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {});
  const { deliver, state } = open();
  deliver({ thoughts: [sampleThought(1)], more: false, source: 'read' });
  deliver({ thoughts: [], more: false, source: 'read' });
  expect(state().thoughts).toEqual([sampleThought(1)]);
  expect(log).toHaveBeenCalledOnce();
});

test('a removal removes its card, even the last one', () => {
  const { deliver, state } = open();
  deliver({ thoughts: [sampleThought(1)], more: false, source: 'read' });
  deliver({ thoughts: [], more: false, source: 'change' });
  expect(state().thoughts).toEqual([]);
});

function open() {
  const listeners: WindowListener[] = [];
  const query = createLiveQuery((listener) => {
    listeners.push(listener);
    return { grow: () => {}, hasPassed: () => true, close: () => {} };
  });
  const deliver = (window: ThoughtWindow): void =>
    listeners.forEach(({ onWindow }) => onWindow(window));
  return { deliver, state: query.state.get };
}
