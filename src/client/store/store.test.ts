import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { createPersistentStore } from './browser-storage.ts';
import { combine, createStore } from './store.ts';

test('a combined store is computed again only when one of the two changed, and can be left', () => {
  const [a, b] = [createStore(1), createStore(2)];
  const compute = vi.fn<(left: number, right: number) => number>((left, right) => left + right);
  const sum = combine(a, b, compute);
  const changed = vi.fn<() => void>();
  const stop = sum.subscribe(changed);
  b.set(3);
  expect([sum.get(), sum.get()]).toEqual([4, 4]);
  expect(compute).toHaveBeenCalledTimes(1);
  expect(changed).toHaveBeenCalledTimes(1);
  stop();
  a.set(5);
  b.set(6);
  expect(changed).toHaveBeenCalledTimes(1);
});

describe('a store that outlives the page', () => {
  test('leaves nothing behind of a value that is taken back', () => {
    const storage = openBrowser()();
    const store = open(storage);
    store.set('written');
    store.set(null);
    expect(store.get()).toBeNull();
    expect(storage.keys()).toEqual([]);
  });

  test('begins with nothing where what was kept does not fit', () => {
    const storage = openBrowser()();
    storage.setItem('key', '{"of":"another version"}');
    expect(open(storage).get()).toBeNull();
  });
});

function open(storage: ReturnType<ReturnType<typeof openBrowser>>) {
  return createPersistentStore({ storage, key: 'key' }, v.string());
}
