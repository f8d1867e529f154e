export type BrowserStorage = ReturnType<typeof openStorage>;

/** Opens a storage that never fails: what the browser refuses is kept in memory. Reports other tabs' changes. */
export function openStorage(open: () => Storage, tab: EventTarget = window) {
  const unkept = new Map<string, string>();
  let hasWarned = false;
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(open());
    } catch (error) {
      if (!hasWarned) console.warn('This browser keeps nothing between visits', error);
      hasWarned = true;
      return undefined;
    }
  };
  return {
    keys: (): string[] => [
      ...new Set([...unkept.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])]),
    ],
    getItem: (key: string): string | null =>
      unkept.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem: (key: string, value: string): void => {
      unkept.set(key, value);
      attempt((storage) => {
        storage.setItem(key, value);
        unkept.delete(key);
      });
    },
    /** Whether what is set is in the storage, and outlives the page: of one key, or else of all. */
    isKept: (key?: string): boolean => (key === undefined ? unkept.size === 0 : !unkept.has(key)),
    removeItem: (key: string): void => {
      unkept.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    /** Calls back when another tab changed an item whose key has that prefix, or with null when it cleared all. */
    onChange: (prefix: string, listener: (key: string | null) => void) => {
      const listen = ({ key }: Partial<StorageEvent>): void => {
        // No key: everything was cleared.
        if (key?.startsWith(prefix) !== false) listener(key ?? null);
      };
      tab.addEventListener('storage', listen);
      return () => tab.removeEventListener('storage', listen);
    },
  };
}
