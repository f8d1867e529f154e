import type { LiveQuery, ThoughtWindow, WindowListener } from '#client/backend/backend.ts';
import { createStore, type Store } from '#client/store/store.ts';

export interface LiveState extends Pick<ThoughtWindow, 'thoughts' | 'more'> {
  isLoading: boolean;
  isLive: boolean;
}

export interface LiveList extends LiveQuery {
  state: Store<LiveState>;
}

/** Runs a live query and holds the latest window that it delivered. */
export function createLiveQuery(watch: (listener: WindowListener) => LiveQuery): LiveList {
  const state = createStore<LiveState>({
    thoughts: [],
    more: false,
    isLoading: true,
    isLive: false,
  });
  const query = watch({
    onWindow: (window) => state.set(nextState(state.get(), window)),
    onLive: (isLive) => {
      if (isLive !== state.get().isLive) state.set({ ...state.get(), isLive });
    },
  });
  return { ...query, state };
}

function nextState(state: LiveState, { thoughts, more, source }: ThoughtWindow): LiveState {
  // The product's rule: an empty result does not update a list, and is only logged.
  if (thoughts.length === 0 && source === 'read') {
    console.info('A live query had an empty result');
    return { ...state, isLoading: false };
  }
  return { ...state, thoughts, more, isLoading: false };
}
