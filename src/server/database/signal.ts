export interface Signal<Value> {
  emit: (value: Value) => void;
  /** Calls back at each emit until the returned function is called. */
  subscribe: (listener: (value: Value) => void) => () => void;
}

/** Creates a signal. */
export function createSignal<Value = void>(): Signal<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    emit: (value) => listeners.forEach((listener) => listener(value)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
