import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { openBrowser, storageOver } from '#tests/setup/browser-tabs.ts';
import { openCollection, openStorage } from './browser-storage.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

test.for([
  ['a browser that allows none', () => raise('denied')],
  ['a storage that is full', () => storageOver(new Map([['old', '0']]), () => raise('full'))],
] as const)('%s loses nothing as long as the page lives', ([, open]) => {
  const storage = openStorage(open, new EventTarget());
  storage.setItem('a', '1');
  expect([storage.getItem('a'), storage.keys()]).toEqual(['1', expect.arrayContaining(['a'])]);
  storage.removeItem('a');
  expect([storage.getItem('a'), storage.keys().includes('a')]).toEqual([null, false]);
  expect(console.warn).toHaveBeenCalledOnce();
});

test('a storage that takes things again has the newest', () => {
  const items = new Map<string, string>();
  let isFull = true;
  const storage = openStorage(
    () => storageOver(items, () => isFull && raise('full')),
    new EventTarget(),
  );
  storage.setItem('a', '1');
  isFull = false;
  storage.setItem('a', '2');
  expect([storage.getItem('a'), items.get('a')]).toEqual(['2', '2']);
});

test('what another tab changes is announced, what this one changes is not', async () => {
  const tab = openBrowser();
  const [first, second] = [tab(), tab()];
  const changed = vi.fn<() => void>();
  const stop = first.onChange('ours:', changed);
  second.setItem('ours:a', '1');
  second.setItem('other', '1');
  first.setItem('ours:b', '1');
  await Promise.resolve();
  expect(changed).toHaveBeenCalledTimes(1);
  stop();
  second.removeItem('ours:a');
  await Promise.resolve();
  expect(changed).toHaveBeenCalledTimes(1);
});

test('an entry is null where none is, where it was taken back, and where it does not fit', () => {
  const storage = openBrowser()();
  const collection = openCollection(storage, 'ours:', v.string());
  collection.write('a', 'written');
  expect([collection.find('a'), collection.read()]).toEqual(['written', ['written']]);
  collection.remove('a');
  expect([collection.find('a'), storage.keys()]).toEqual([null, []]);
  storage.setItem('ours:a', '{"of":"another version"}');
  expect([collection.find('a'), collection.read()]).toEqual([null, []]);
});

function raise(message: string): never {
  throw new Error(message);
}
