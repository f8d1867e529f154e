/** A place where what runs at the same time waits, so that a test decides what comes first. */
export interface Gate {
  /** Waits until the gate is open. */
  pass: () => Promise<void>;
  /** Resolves when someone waits, or has passed. */
  reached: Promise<void>;
  open: () => void;
}

/** Creates a gate that is closed. */
export function createGate(): Gate {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    pass: () => {
      reached.resolve();
      return opened.promise;
    },
    reached: reached.promise,
    open: opened.resolve,
  };
}
