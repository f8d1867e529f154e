import { beforeEach, expect, test, vi } from 'vitest';
import { openStorage } from './browser-storage.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

test('what is set is kept by the browser', () => {
  const items = new Map<string, string>();
  const storage = openStorage(() => storageOver(items));
  storage.setItem('a', '1');
  expect(items.get('a')).toBe('1');
  expect([storage.getItem('a'), storage.getItem('b'), storage.keys()]).toEqual(['1', null, ['a']]);
  storage.removeItem('a');
  expect(items.size).toBe(0);
});

test.for([
  ['a browser that allows none', () => raise('denied')],
  ['a storage that is full', () => storageOver(new Map([['old', '0']]), () => raise('full'))],
] as const)('%s loses nothing as long as the page lives', ([, open]) => {
  const storage = openStorage(open);
  storage.setItem('a', '1');
  expect([storage.getItem('a'), storage.keys()]).toEqual(['1', expect.arrayContaining(['a'])]);
  storage.removeItem('a');
  expect([storage.getItem('a'), storage.keys().includes('a')]).toEqual([null, false]);
  expect(console.warn).toHaveBeenCalled();
});

test('a storage that takes things again has the newest', () => {
  const items = new Map<string, string>();
  let isFull = true;
  const storage = openStorage(() => storageOver(items, () => isFull && raise('full')));
  storage.setItem('a', '1');
  isFull = false;
  storage.setItem('a', '2');
  expect([storage.getItem('a'), items.get('a')]).toEqual(['2', '2']);
});

function raise(message: string): never {
  throw new Error(message);
}

/** The keys of a browser's storage are properties of it. */
function storageOver(items: Map<string, string>, beforeSet: () => unknown = () => {}): Storage {
  const methods = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      beforeSet();
      items.set(key, value);
    },
    removeItem: (key: string) => items.delete(key),
    key: () => null,
    clear: () => {},
    length: 0,
  };
  return new Proxy(methods, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}
