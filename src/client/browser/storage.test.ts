import { beforeEach, expect, test, vi } from 'vitest';
import { storageOver } from '#tests/client/browser.ts';
import { openStorage } from './storage.ts';

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

function raise(message: string): never {
  throw new Error(message);
}
