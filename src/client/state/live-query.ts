import type { LiveQuery, ThoughtWindow, WindowListener } from '#client/backend/backend.ts';
import { createStore, type Store } from '#client/store/store.ts';

export interface LiveState extends Pick<ThoughtWindow, 'thoughts' | 'more'> {
  isLoading: boolean;
  isLive: boolean;
}

export interface LiveList extends LiveQuery {
  state: Store<LiveState>;
  /** Calls back when `hasPassed` may have changed; returns what stops it. */
  onProgress: (listener: () => void) => () => void;
}

/** Runs a live query and holds the latest window that it delivered. */
export function createLiveQuery(watch: (listener: WindowListener) => LiveQuery): LiveList {
  const state = createStore<LiveState>({
    thoughts: [],
    more: false,
    isLoading: true,
    isLive: false,
  });
  const progress = createStore(0);
  const query = watch({
    onWindow: ({ thoughts, more, source }) => {
      // The product's rule: an empty result does not update a list, and is only logged.
      const isEmpty = thoughts.length === 0 && source === 'read';
      if (isEmpty) console.info('A live query had an empty result');
      state.set({ ...state.get(), ...(!isEmpty && { thoughts, more }), isLoading: false });
    },
    onProgress: () => progress.set(progress.get() + 1),
    onLive: (isLive) => {
      if (isLive !== state.get().isLive) state.set({ ...state.get(), isLive });
    },
  });
  return { ...query, state, onProgress: progress.subscribe };
}
