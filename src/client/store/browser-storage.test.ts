import { beforeEach, expect, test, vi } from 'vitest';
import { openBrowser, storageOver } from '#tests/setup/browser.ts';
import { openStorage } from './browser-storage.ts';

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

test('changes of another tab are announced, changes of this one are not', async () => {
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

function raise(message: string): never {
  throw new Error(message);
}
