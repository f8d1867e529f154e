/** A value that can be read and watched, by React and by plain modules. */
export interface Store<T> {
  get: () => T;
  /** Calls back after each change; returns what stops it. */
  subscribe: (listener: () => void) => () => void;
}

export interface WritableStore<T> extends Store<T> {
  set: (next: T) => void;
}

/** Creates a store that calls its subscribers only when the value is another one, by `Object.is`. */
export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Resolves with what `pick` finds, once it finds something in the store. */
export function waitFor<T, P>(store: Store<T>, pick: (value: T) => P | undefined): Promise<P> {
  return new Promise((resolve) => {
    const attempt = (): void => {
      const found = pick(store.get());
      if (found === undefined) return;
      stop();
      resolve(found);
    };
    const stop = store.subscribe(attempt);
    attempt();
  });
}
