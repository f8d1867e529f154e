/** Values by key, of which those not used for long are let go beyond a limit. */
export interface LRUCache<Value> {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => void;
  delete: (key: string) => void;
  deleteWhere: (isStale: (value: Value) => boolean) => void;
  clear: () => void;
}

/** Creates an empty cache. A value stays at least until half as many others as the limit are used. */
export function createLRUCache<Value>(limit: number): LRUCache<Value> {
  // Two generations instead of an exact order: a value in use is then read without a write.
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    young.set(key, value);
    old.delete(key);
    if (young.size < limit / 2) return;
    old = young;
    young = new Map();
  };
  return {
    get: (key) => {
      const value = young.get(key);
      if (value !== undefined) return value;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    delete: (key) => {
      young.delete(key);
      old.delete(key);
    },
    deleteWhere: (isStale) => {
      for (const values of [young, old]) {
        for (const [key, value] of values) if (isStale(value)) values.delete(key);
      }
    },
    clear: () => {
      young.clear();
      old.clear();
    },
  };
}
