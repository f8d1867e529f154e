/** Values by key, of which the least recently used are let go beyond a limit. */
export interface LRUCache<Value> {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => void;
  delete: (key: string) => void;
  deleteWhere: (isStale: (value: Value) => boolean) => void;
  clear: () => void;
}

/** Creates an empty cache. */
export function createLRUCache<Value>(limit: number): LRUCache<Value> {
  // A map keeps the order in which its keys were set: the first is the least recently used.
  const values = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    values.delete(key);
    values.set(key, value);
    const [oldest] = values.size > limit ? values.keys() : [];
    if (oldest !== undefined) values.delete(oldest);
  };
  return {
    get: (key) => {
      const value = values.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key) => void values.delete(key),
    deleteWhere: (isStale) => {
      for (const [key, value] of values) if (isStale(value)) values.delete(key);
    },
    clear: () => values.clear(),
  };
}
