import { randomBytes } from 'node:crypto';
import type { Change } from '#shared/wire.ts';

/** Changes kept for readers that come back. */
const KEPT_CHANGES = 1_000;

export interface NumberedChange {
  /** Its position: the epoch of this start of the server, and the number in it. */
  position: string;
  change: Change;
}

/** Every change to a thought, in order, as it happens. */
export interface ChangeFeed {
  publish: (change: Change) => void;
  /** The position of the last change. */
  position: () => string;
  /** What followed a position, or null when that is no longer, or not here, known. */
  since: (position: string) => NumberedChange[] | null;
  /** Calls back at each change until the returned function is called. */
  subscribe: (listener: (change: NumberedChange) => void) => () => void;
}

/** Creates the feed; it remembers a bounded number of changes and starts a new epoch. */
export function createChangeFeed(kept = KEPT_CHANGES): ChangeFeed {
  const epoch = randomBytes(8).toString('hex');
  const listeners = new Set<(change: NumberedChange) => void>();
  // Always the changes numbered last - recent.length + 1 to last.
  const recent: NumberedChange[] = [];
  let last = 0;

  return {
    publish: (change) => {
      last += 1;
      const numbered = { position: `${epoch}.${last}`, change };
      recent.push(numbered);
      if (recent.length > kept) recent.shift();
      for (const listener of listeners) listener(numbered);
    },
    position: () => `${epoch}.${last}`,
    since: (position) => {
      const [itsEpoch, number] = position.split('.');
      const missed = last - Number(number);
      const isKnown = itsEpoch === epoch && missed >= 0 && missed <= recent.length;
      return isKnown ? recent.slice(recent.length - missed) : null;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
