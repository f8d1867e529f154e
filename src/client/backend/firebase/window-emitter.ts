import { isSameList } from '#shared/same-list.ts';
import { newestFirst, type Thought } from '#shared/thought.ts';
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
      const next = new Map(found.map((thought) => [thought.textID, reuse(known, thought)]));
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

/** The object of the window before where the thought did not change, so that its card need not. */
function reuse(known: ReadonlyMap<string, Thought>, thought: Thought): Thought {
  const before = known.get(thought.textID);
  return before !== undefined && isSame(before, thought) ? before : thought;
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
