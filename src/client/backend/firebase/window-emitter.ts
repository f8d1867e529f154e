import { isSameList } from '#shared/same-list.ts';
import { newestFirst, sameOr, type Thought } from '#shared/thought.ts';
import type { ThoughtWindow, WindowListener } from '#client/backend/backend.ts';

/** Delivers windows and liveness to a listener, each only when it differs from the last. */
export interface WindowEmitter {
  /** The thoughts may come in any order, and twice. */
  emitWindow: (window: ThoughtWindow) => void;
  emitLive: (isLive: boolean) => void;
}

/** Creates an emitter that has delivered nothing yet. */
export function createWindowEmitter(listener: WindowListener): WindowEmitter {
  let last: ThoughtWindow | null = null;
  let known: ReadonlyMap<string, Thought> = new Map();
  let wasLive = false;

  return {
    emitWindow: ({ thoughts: found, more, source }) => {
      const next = new Map(
        found.map((thought) => [thought.textID, sameOr(known.get(thought.textID), thought)]),
      );
      const thoughts = [...next.values()].toSorted(newestFirst);
      known = next;
      const isRepeat = last?.more === more && isSameList(last.thoughts, thoughts);
      if (source === 'change' && isRepeat) return;
      last = { thoughts, more, source };
      listener.onWindow(last);
    },
    emitLive: (isLive) => {
      if (isLive === wasLive) return;
      wasLive = isLive;
      listener.onLive(isLive);
    },
  };
}
