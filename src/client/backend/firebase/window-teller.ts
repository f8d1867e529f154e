import { newestFirst, type Thought } from '#shared/thought.ts';
import type { LiveEvent } from '#client/backend/backend.ts';

/** The newest thoughts of a query; `more` says whether older ones exist beyond them. */
export interface ThoughtWindow {
  thoughts: readonly Thought[];
  more: boolean;
}

/** Turns successive states of a window, and of its connection, into live events. */
export interface WindowTeller {
  tellWhole: (window: ThoughtWindow) => void;
  tellChanges: (window: ThoughtWindow) => void;
  tellConnection: (live: boolean) => void;
  /** Thoughts told and not taken back; a list that shows them all has this length. */
  count: () => number;
}

export function createWindowTeller(onEvent: (event: LiveEvent) => void): WindowTeller {
  // With those that newer ones have pushed out of the window: nobody took them off the board.
  let told = new Map<string, Thought>();
  let live: boolean | undefined;

  const tellWhole = ({ thoughts, more }: ThoughtWindow): void => {
    told = new Map(thoughts.map((thought) => [thought.textID, thought]));
    onEvent({ type: 'result', thoughts, more });
  };
  const tellRemovals = ({ thoughts, more }: ThoughtWindow): void => {
    const present = new Set(thoughts.map(({ textID }) => textID));
    const edge = more ? thoughts.at(-1) : undefined;
    for (const thought of told.values()) {
      const isBeyond = edge !== undefined && newestFirst(edge, thought) < 0;
      if (present.has(thought.textID) || isBeyond) continue;
      told.delete(thought.textID);
      onEvent({ type: 'removed', textID: thought.textID });
    }
  };
  const tellNews = ({ thoughts }: ThoughtWindow): void => {
    for (const thought of thoughts) {
      const before = told.get(thought.textID);
      if (before !== undefined && isSame(before, thought)) continue;
      told.set(thought.textID, thought);
      onEvent({ type: 'changed', thought });
    }
  };

  const tellConnection = (now: boolean): void => {
    if (live === now) return;
    live = now;
    onEvent({ type: 'connection', live: now });
  };

  return {
    tellWhole,
    tellConnection,
    tellChanges: (window) => {
      // Nothing known in a full window: between it and the told ones others may be missing.
      const isGap = window.more && !window.thoughts.some(({ textID }) => told.has(textID));
      if (isGap) return tellWhole(window);
      tellRemovals(window);
      tellNews(window);
    },
    count: () => told.size,
  };
}

function isSame(a: Thought, b: Thought): boolean {
  return (
    a.text === b.text &&
    a.uName === b.uName &&
    a.uProfile === b.uProfile &&
    a.createdAt.seconds === b.createdAt.seconds &&
    a.createdAt.nanoseconds === b.createdAt.nanoseconds
  );
}
