import { openStorage, type BrowserStorage } from '#client/store/browser-storage.ts';

/** A browser's storage over a map. Its keys are properties of it, as in a browser. */
export function storageOver(
  items: Map<string, string>,
  beforeChange: (key: string, value: string | null) => unknown = () => {},
): Storage {
  const methods = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      beforeChange(key, value);
      items.set(key, value);
    },
    removeItem: (key: string) => {
      beforeChange(key, null);
      items.delete(key);
    },
    key: () => null,
    clear: () => {},
    length: 0,
  };
  return new Proxy(methods, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

/** Makes a function that opens tabs of one browser, which announce their changes to one another. */
export function openBrowser(items = new Map<string, string>()): () => BrowserStorage {
  const tabs = new Set<EventTarget>();
  return () => {
    const tab = new EventTarget();
    tabs.add(tab);
    const announce = (key: string, newValue: string | null): void => {
      const others = [...tabs].filter((other) => other !== tab);
      queueMicrotask(() =>
        others.forEach((other) =>
          other.dispatchEvent(Object.assign(new Event('storage'), { key, newValue })),
        ),
      );
    };
    const storage = storageOver(items, announce);
    return openStorage(() => storage, tab);
  };
}
