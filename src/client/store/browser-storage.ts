/** A browser's storage, or one as long as the page where the browser allows none. */
export function openStorage(open: () => Storage): Storage {
  try {
    return open();
  } catch (error) {
    console.warn('This browser keeps nothing between visits', error);
    return createPageStorage();
  }
}

function createPageStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}
