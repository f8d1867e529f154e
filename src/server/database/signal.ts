export interface Signal {
  emit: () => void;
  /** Calls back at each emit until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
}

/** Creates a signal. */
export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    emit: () => listeners.forEach((listener) => listener()),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
