import { newestFirst, type Thought } from '#shared/thought.ts';
import type { LiveEvent, LiveWindow } from '#client/backend/backend.ts';
import { createStore, type Store } from '#client/store/store.ts';

/** A live list as it stands. */
export interface LiveState {
  /** Newest first. */
  thoughts: readonly Thought[];
  /** No result has come yet. */
  isLoading: boolean;
  /** Changes arrive as they happen. */
  isLive: boolean;
  /** Older thoughts exist beyond the window. */
  more: boolean;
}

export interface LiveQuery {
  state: Store<LiveState>;
  grow: () => void;
  close: () => void;
}

const EMPTY: LiveState = { thoughts: [], isLoading: true, isLive: false, more: false };

/** Runs a live query and holds what it has told so far. */
export function createLiveQuery(
  watch: (onEvent: (event: LiveEvent) => void) => LiveWindow,
): LiveQuery {
  const state = createStore(EMPTY);
  const { grow, close } = watch((event) => state.set(reduce(state.get(), event)));
  return { state, grow, close };
}

function reduce(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case 'result':
      return withResult(state, event);
    case 'changed':
      return { ...state, thoughts: withThought(state.thoughts, event.thought) };
    case 'removed':
      return { ...state, thoughts: state.thoughts.filter(({ textID }) => textID !== event.textID) };
    case 'connection':
      return { ...state, isLive: event.live };
  }
}

function withResult(
  state: LiveState,
  { thoughts, more }: Extract<LiveEvent, { type: 'result' }>,
): LiveState {
  // The product's rule: an empty result does not update a list; it is only logged.
  if (thoughts.length === 0) {
    console.info('A live query had an empty result');
    return { ...state, isLoading: false, more };
  }
  return { ...state, thoughts, isLoading: false, more };
}

function withThought(thoughts: readonly Thought[], thought: Thought): readonly Thought[] {
  const index = thoughts.findIndex(({ textID }) => textID === thought.textID);
  if (index !== -1) return thoughts.with(index, thought);
  const place = thoughts.findIndex((other) => newestFirst(thought, other) < 0);
  return thoughts.toSpliced(place === -1 ? thoughts.length : place, 0, thought);
}
